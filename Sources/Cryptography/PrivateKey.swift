internal import COpenSSL

/// An RSA key that signs the way tokens are signed: PKCS#1 v1.5 with SHA-256 (service-protocol.md 5.1).
///
/// May be shared between threads.
package struct PrivateKey: Sendable {
    let handle: KeyHandle

    /// Makes a new key.
    ///
    /// With 2048 bits this takes 50 to 200 ms: make one per process.
    ///
    /// - Parameter bits: 1024 (what tokens seen in the field are signed with) or 2048; from 512 to 16,384.
    package static func generate(bits: Int = 2048) throws(CryptographyError) -> PrivateKey {
        guard (512...16_384).contains(bits) else {
            throw .unsupportedKey("an RSA key of \(bits) bits is outside 512 to 16384")
        }
        guard let raw = unsafe copenssl_rsa_generate(bits) else {
            throw .library("a key of \(bits) bits could not be made")
        }
        return unsafe PrivateKey(handle: KeyHandle(owning: raw))
    }

    init(handle: KeyHandle) {
        self.handle = handle
    }

    /// Reads an unencrypted key in PEM, either as PKCS#8 or as PKCS#1.
    package init(pem: String) throws(CryptographyError) {
        let key = unsafe OpenSSL.reading(Array(pem.utf8)) { bio -> KeyHandle? in
            guard let raw = unsafe PEM_read_bio_PrivateKey(bio, nil, noPassword, nil) else { return nil }
            return unsafe KeyHandle(owning: raw)
        }
        guard let key else {
            throw .unreadableKey("the private key cannot be read: \(OpenSSL.takeErrors())")
        }
        guard key.isRSA else { throw .unsupportedKey("the private key is of kind \(key.kind), not RSA") }
        handle = key
    }

    package var bits: Int { handle.bits }

    /// The key as PKCS#8 in PEM, which is a secret.
    package var pem: String {
        let bytes = unsafe OpenSSL.writing { bio in
            unsafe PEM_write_bio_PKCS8PrivateKey(bio, handle.raw, nil, nil, 0, nil, nil)
        }
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    package var publicKey: PublicKey {
        unsafe EVP_PKEY_up_ref(handle.raw)
        return unsafe PublicKey(handle: KeyHandle(owning: handle.raw), source: .privateKey)
    }

    /// The signature block alone: as many bytes as the key is long, no certificate around it.
    package func sign(_ bytes: [UInt8]) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("no memory for a signature") }
        defer { unsafe EVP_MD_CTX_free(context) }
        var count = (bits + 7) / 8
        let started = unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, handle.raw)
        precondition(started == 1, "an RSA key can always sign")
        var signature = [UInt8](repeating: 0, count: count)
        let done = unsafe EVP_DigestSign(context, &signature, &count, bytes, bytes.count)
        precondition(done == 1, "an RSA key can always sign")
        return signature
    }
}
