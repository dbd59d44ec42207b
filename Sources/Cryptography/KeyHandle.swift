internal import COpenSSL

/// The one owner of a key of the library.
///
/// `@unchecked Sendable` because the library promises that an `EVP_PKEY` that is not modified may be used
/// from several threads at once (openssl-threads(7)), and nothing here modifies one after it was made.
@safe
final class KeyHandle: @unchecked Sendable {
    let raw: OpaquePointer

    /// Takes over the caller's reference.
    init(owning raw: OpaquePointer) {
        unsafe self.raw = raw
    }

    deinit {
        unsafe EVP_PKEY_free(raw)
    }

    var bits: Int {
        unsafe Int(EVP_PKEY_get_bits(raw))
    }

    var isRSA: Bool {
        unsafe copenssl_is_rsa(raw) == 1
    }

    /// Whether the public exponent of an RSA key is odd and more than 1; with 1, every text is its own signature.
    var hasSoundExponent: Bool {
        unsafe copenssl_has_rsa_exponent(raw) == 1
    }

    /// The name the library has for the kind of key, such as "EC".
    var kind: String {
        unsafe EVP_PKEY_get0_type_name(raw).map { unsafe String(cString: $0) } ?? "unknown"
    }
}
