internal import COpenSSL

/// An RSA key that checks signatures made with PKCS#1 v1.5 and SHA-256 (service-protocol.md 5.1).
///
/// May be shared between threads.
package struct PublicKey: Sendable {
    /// What the key was read from.
    package enum Source: String, Sendable, Hashable {
        case pem = "PEM public key"
        case der = "DER public key"
        case certificatePEM = "PEM certificate"
        case certificateDER = "DER certificate"
        case pkcs12 = "PKCS#12 store"
        case privateKey = "private key"
    }

    let handle: KeyHandle
    package let source: Source

    /// The length of the modulus.
    package var bits: Int { handle.bits }

    /// The algorithm the key checks, in the name Java's verifier has for it.
    package var algorithm: String { "SHA256WithRSA" }

    package var pem: String {
        let bytes = unsafe OpenSSL.writing { bio in unsafe PEM_write_bio_PUBKEY(bio, handle.raw) }
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    /// The key as SubjectPublicKeyInfo.
    package var der: [UInt8] {
        unsafe OpenSSL.writing { bio in unsafe i2d_PUBKEY_bio(bio, handle.raw) } ?? []
    }

    /// Whether the signature is this key's over exactly these bytes.
    ///
    /// A signature of the wrong length is not.
    package func verifies(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("no memory for a signature") }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, handle.raw) == 1 else {
            _ = OpenSSL.takeErrors()
            return false
        }
        let result = unsafe EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count)
        if result != 1 { _ = OpenSSL.takeErrors() }
        return result == 1
    }
}
