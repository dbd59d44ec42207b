internal import COpenSSL

extension PublicKey {
    /// Reads a key from whatever a person is likely to have: PEM or DER, a public key, a certificate, a private
    /// key, or a PKCS#12 store.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - password: of a PKCS#12 store.
    /// - Throws: what is wrong with it; for a Java key store, how to convert it.
    package init(reading bytes: [UInt8], password: String? = nil) throws(CryptographyError) {
        defer { _ = OpenSSL.takeErrors() }
        if let store = JavaKeyStore(magic: bytes.prefix(4)) {
            throw .unsupportedContainer(store.advice)
        }
        guard let (handle, source) = try Self.read(bytes, password: password) else {
            guard bytes.prefix(4_096).firstRange(of: "ENCRYPTED".utf8) == nil else {
                throw .unreadableKey(
                    "an encrypted private key is not read; take the public key out of it with: "
                        + "openssl pkey -in FILE -pubout -out FILE.pub")
            }
            throw .unreadableKey(
                "not a key: expected PEM or DER of a public key or a certificate, or a PKCS#12 store")
        }
        guard handle.isRSA else { throw .unsupportedKey("the key is of kind \(handle.kind), not RSA") }
        guard handle.hasSoundExponent else {
            throw .unsupportedKey("the key's public exponent is none of RSA's: anybody could sign for it")
        }
        self.init(handle: handle, source: source)
    }

    package init(pem: String) throws(CryptographyError) {
        try self.init(reading: Array(pem.utf8))
    }

    private static func read(
        _ bytes: [UInt8], password: String?
    ) throws(CryptographyError) -> (KeyHandle, Source)? {
        if let handle = unsafe key(bytes, { unsafe PEM_read_bio_PUBKEY($0, nil, noPassword, nil) }) {
            return (handle, .pem)
        }
        if let handle = unsafe certifiedKey(bytes, { unsafe PEM_read_bio_X509($0, nil, noPassword, nil) }) {
            return (handle, .certificatePEM)
        }
        do throws(CryptographyError) {
            return (try PrivateKey(pem: String(decoding: bytes, as: UTF8.self)).handle, .privateKey)
        } catch {
            if error.code == .unsupportedKey { throw error }
        }
        if let handle = unsafe key(bytes, { unsafe d2i_PUBKEY_bio($0, nil) }) { return (handle, .der) }
        if let handle = unsafe certifiedKey(bytes, { unsafe d2i_X509_bio($0, nil) }) {
            return (handle, .certificateDER)
        }
        if let handle = unsafe key(bytes, { unsafe d2i_PrivateKey_bio($0, nil) }) { return (handle, .privateKey) }
        if let handle = try pkcs12(bytes, password: password) { return (handle, .pkcs12) }
        return nil
    }

    private static func key(_ bytes: [UInt8], _ read: (OpaquePointer) -> OpaquePointer?) -> KeyHandle? {
        unsafe OpenSSL.reading(bytes) { bio in unsafe read(bio).map { unsafe KeyHandle(owning: $0) } }
    }

    private static func certifiedKey(_ bytes: [UInt8], _ read: (OpaquePointer) -> OpaquePointer?) -> KeyHandle? {
        unsafe key(bytes) { bio in
            guard let certificate = unsafe read(bio) else { return nil }
            defer { unsafe X509_free(certificate) }
            return unsafe X509_get_pubkey(certificate)
        }
    }

    /// Of all derivations in a store; common ones have some thousands each, or a million.
    private static let maxRounds: Int64 = 10_000_000

    /// The key of the store's own certificate, or of its first other certificate; nil when it is no store.
    private static func pkcs12(_ bytes: [UInt8], password: String?) throws(CryptographyError) -> KeyHandle? {
        let store = unsafe OpenSSL.reading(bytes) { bio in unsafe d2i_PKCS12_bio(bio, nil) }
        guard let store = unsafe store else { return nil }
        defer { unsafe PKCS12_free(store) }
        guard unsafe copenssl_store_rounds(store, password ?? "", maxRounds) <= maxRounds else {
            throw .unsupportedContainer(
                "the PKCS#12 store asks for more than \(maxRounds) rounds to derive its keys with")
        }
        var key: OpaquePointer?
        var certificate: OpaquePointer?
        var others: OpaquePointer?
        guard unsafe PKCS12_parse(store, password ?? "", &key, &certificate, &others) == 1 else {
            let reason = OpenSSL.takeErrors()
            guard reason != "unsupported" else {
                throw .unsupportedContainer(
                    "the PKCS#12 store is encrypted in an old way; take the certificate out of it with: "
                        + "openssl pkcs12 -legacy -in FILE -nokeys -out FILE.pem")
            }
            throw .wrongPassword(
                "the PKCS#12 store cannot be opened, "
                    + (password == nil ? "it needs a password" : "the password may be wrong") + " (\(reason))")
        }
        defer {
            unsafe EVP_PKEY_free(key)
            unsafe X509_free(certificate)
            unsafe copenssl_free_certificates(others)
        }
        let chosen = unsafe certificate ?? copenssl_first_certificate(others)
        guard let chosen = unsafe chosen, let found = unsafe X509_get_pubkey(chosen) else {
            throw .unreadableKey("the PKCS#12 store holds no certificate")
        }
        return unsafe KeyHandle(owning: found)
    }
}

/// A container only Java reads; recognised so that the answer is more use than "not a key".
private enum JavaKeyStore {
    case jks
    case jceks

    init?(magic: ArraySlice<UInt8>) {
        switch Array(magic) {
        case [0xFE, 0xED, 0xFE, 0xED]: self = .jks
        case [0xCE, 0xCE, 0xCE, 0xCE]: self = .jceks
        default: return nil
        }
    }

    /// What to type; the names of the verifier's own store are those of service-protocol.md 5.4.
    var advice: String {
        let type = self == .jks ? "JKS" : "JCEKS"
        return """
            a Java key store (\(type)) is not read; convert it with: keytool -importkeystore -srckeystore FILE \
            -srcstoretype \(type) -destkeystore FILE.p12 -deststoretype PKCS12 \
            (or take the certificate alone: keytool -exportcert -rfc -keystore FILE -alias ALIAS -file FILE.pem)
            """
    }
}
