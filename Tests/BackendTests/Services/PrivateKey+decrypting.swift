import COpenSSL

@testable import Cryptography

extension PrivateKey {
    /// What was encrypted for this key; nil where it was not.
    func decrypt(_ bytes: [UInt8]) -> [UInt8]? {
        guard let context = unsafe EVP_PKEY_CTX_new(handle.raw, nil) else { return nil }
        defer {
            unsafe EVP_PKEY_CTX_free(context)
            _ = OpenSSL.takeErrors()
        }
        guard unsafe EVP_PKEY_decrypt_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        else { return nil }
        var count = (bits + 7) / 8
        var plain = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_PKEY_decrypt(context, &plain, &count, bytes, bytes.count) == 1 else { return nil }
        return Array(plain.prefix(count))
    }
}
