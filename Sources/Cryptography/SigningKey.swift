internal import COpenSSL

/// An Ed25519 key that signs (RFC 8032).
///
/// May be shared between threads.
package struct SigningKey: Sendable {
    private let handle: KeyHandle

    /// Reads an unencrypted key in PEM, as `openssl genpkey -algorithm ed25519` writes it.
    package init(pem bytes: [UInt8]) throws(CryptographyError) {
        let handle = unsafe OpenSSL.reading(bytes) { bio in
            unsafe PEM_read_bio_PrivateKey(bio, nil, noPassword, nil).map { unsafe KeyHandle(owning: $0) }
        }
        guard let handle else { throw .unreadableKey("the private key cannot be read: \(OpenSSL.takeErrors())") }
        guard handle.isEd25519 else {
            throw .unsupportedKey("the private key is of kind \(handle.kind), not Ed25519")
        }
        self.handle = handle
    }

    package var verifyingKey: VerifyingKey { VerifyingKey(raw: handle.publicBytes) }

    /// The signature of 64 bytes.
    package func sign(_ bytes: [UInt8]) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("no memory for a signature") }
        defer { unsafe EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 64)
        var count = signature.count
        let started = unsafe EVP_DigestSignInit(context, nil, nil, nil, handle.raw)
        let done = unsafe started == 1 && EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1
        precondition(done, "an Ed25519 key can always sign")
        return signature
    }
}

/// An Ed25519 key that checks signatures: its 32 bytes.
package struct VerifyingKey: Sendable, Hashable {
    package let raw: [UInt8]

    init(raw: [UInt8]) {
        self.raw = raw
    }

    /// nil where these are not the 32 bytes of a key.
    package init?(_ raw: [UInt8]) {
        guard raw.count == 32, let key = unsafe Self.key(raw) else { return nil }
        unsafe EVP_PKEY_free(key)
        self.raw = raw
    }

    /// Reads a public key in PEM, or the one of a private key.
    package init(pem bytes: [UInt8]) throws(CryptographyError) {
        if let key = try? SigningKey(pem: bytes) {
            self = key.verifyingKey
            return
        }
        _ = OpenSSL.takeErrors()
        let handle = unsafe OpenSSL.reading(bytes) { bio in
            unsafe PEM_read_bio_PUBKEY(bio, nil, noPassword, nil).map { unsafe KeyHandle(owning: $0) }
        }
        guard let handle else { throw .unreadableKey("the public key cannot be read: \(OpenSSL.takeErrors())") }
        guard handle.isEd25519 else { throw .unsupportedKey("the public key is of kind \(handle.kind), not Ed25519") }
        raw = handle.publicBytes
    }

    /// Whether the signature is this key's over exactly these bytes.
    package func verifies(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        guard let key = unsafe Self.key(raw), let context = unsafe EVP_MD_CTX_new() else { return false }
        let handle = unsafe KeyHandle(owning: key)
        defer { unsafe EVP_MD_CTX_free(context) }
        defer { _ = OpenSSL.takeErrors() }
        guard unsafe EVP_DigestVerifyInit(context, nil, nil, nil, handle.raw) == 1 else { return false }
        return unsafe EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
    }

    private static func key(_ raw: [UInt8]) -> OpaquePointer? {
        unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, raw, raw.count)
    }
}

extension KeyHandle {
    fileprivate var isEd25519: Bool { unsafe EVP_PKEY_get_id(raw) == EVP_PKEY_ED25519 }

    /// The public half of an Ed25519 key.
    fileprivate var publicBytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = bytes.count
        let done = unsafe EVP_PKEY_get_raw_public_key(raw, &bytes, &count)
        precondition(done == 1 && count == 32, "an Ed25519 key has a public half of 32 bytes")
        return bytes
    }
}
