internal import COpenSSL

extension PublicKey {
    /// Encrypts for the owner of the private key: RSA with the padding of PKCS#1 v1.5.
    ///
    /// - Throws: where there are more bytes than the key has, less eleven.
    package func encrypt(_ bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard let context = unsafe EVP_PKEY_CTX_new(handle.raw, nil) else { throw .library("no memory to encrypt") }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_encrypt_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        else { throw .library("the key cannot encrypt") }
        var count = (bits + 7) / 8
        var encrypted = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_PKEY_encrypt(context, &encrypted, &count, bytes, bytes.count) == 1 else {
            throw .library("\(bytes.count) bytes cannot be encrypted")
        }
        return Array(encrypted.prefix(count))
    }
}
