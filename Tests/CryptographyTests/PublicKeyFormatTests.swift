import Cryptography
import Encodings
import Testing

@Suite struct PublicKeyFormatTests {
    private let message = Array("payload".utf8)

    private func signature() throws -> [UInt8] {
        try PrivateKey(pem: KeyFixtures.privateKey).sign(message)
    }

    private func refusal(_ bytes: [UInt8], password: String? = nil) -> CryptographyError? {
        do throws(CryptographyError) {
            _ = try PublicKey(reading: bytes, password: password)
            return nil
        } catch {
            return error
        }
    }

    /// With an exponent of 1, a signature is the text itself; none is even.
    @Test(arguments: [
        "MFowDQYJKoZIhvcNAQEBBQADSQAwRgJBALW/mS3J6cYWYS52lqbOzBt45RBhcxHYo8LOb0R+1NV7Hi/riUFMNDwQJ8TRw4a7xM1hPjDY8Wrf"
            + "kbdYSiJlsfUCAQE=",
        "MFowDQYJKoZIhvcNAQEBBQADSQAwRgJBAM1EfjW4ttj+RC49Q3IE5S2yIhpYAIoFpsRkcVnDJMmFm4EOdm7J0oZjyoKN1fSzsuSwbOYHQceo"
            + "fOQsghgHLo0CAQI=",
    ])
    func aKeyThatAnybodyCouldSignForIsRefused(base64: String) throws {
        let bytes = try #require(Base64.decode(base64))
        let other = try #require(
            Base64.decode(
                "MFowDQYJKoZIhvcNAQEBBQADSQAwRgJBAK+9Z/lhlpnP4ZiK2fBsFEoCW0E/ipoCHqZIp90Gg565Bbbm4wfUvtxRQxGT5sPzORorjx/x"
                    + "/UKil1XUwTqQKTECAQM="))
        #expect(refusal(bytes)?.code == .unsupportedKey && refusal(other) == nil)
    }

    @Test func theSameKeyIsReadFromEveryForm() throws {
        let der = try PublicKey(pem: KeyFixtures.publicKey).der
        let forms: [([UInt8], String?, PublicKey.Source)] = [
            (Array(KeyFixtures.publicKey.utf8), nil, .pem),
            (Array(KeyFixtures.publicKeyPKCS1.utf8), nil, .pem),
            (Array(KeyFixtures.certificate.utf8), nil, .certificatePEM),
            (Array(("Bag Attributes: x\n" + KeyFixtures.certificate).utf8), nil, .certificatePEM),
            (Array(KeyFixtures.privateKey.utf8), nil, .privateKey),
            (der, nil, .der),
            (KeyFixtures.bytes(KeyFixtures.certificateDER), nil, .certificateDER),
            (KeyFixtures.bytes(KeyFixtures.store), KeyFixtures.password, .pkcs12),
            (KeyFixtures.bytes(KeyFixtures.trustStore), KeyFixtures.password, .pkcs12),
        ]
        for (bytes, password, source) in forms {
            let key = try PublicKey(reading: bytes, password: password)
            #expect(key.source == source)
            #expect(key.bits == 1024)
            #expect(key.der == der)
            #expect(try key.verifies(signature(), over: message))
        }
    }

    @Test func theKeyWritesThePEMItWasReadFrom() throws {
        #expect(try PublicKey(pem: KeyFixtures.publicKey).pem == KeyFixtures.publicKey + "\n")
    }

    @Test func aStoreIsNotOpenedWithoutItsPassword() {
        let store = KeyFixtures.bytes(KeyFixtures.store)
        #expect(refusal(store)?.code == .wrongPassword)
        #expect(refusal(store, password: "654321")?.code == .wrongPassword)
    }

    @Test func aStoreInAnOldEncryptionIsAnsweredWithHowToConvertIt() {
        let error = refusal(KeyFixtures.bytes(KeyFixtures.legacyStore), password: KeyFixtures.password)
        #expect(error?.code == .unsupportedContainer)
        #expect(error?.message.contains("openssl pkcs12 -legacy") == true)
    }

    @Test func aJavaKeyStoreIsAnsweredWithHowToConvertIt() {
        let error = refusal([0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2])
        #expect(error?.code == .unsupportedContainer)
        #expect(error?.message.contains("keytool -importkeystore") == true)
        #expect(refusal([0xCE, 0xCE, 0xCE, 0xCE])?.message.contains("JCEKS") == true)
    }

    @Test func aKeyOfAnotherAlgorithmIsRefusedByName() {
        #expect(refusal(Array(KeyFixtures.ellipticKey.utf8))?.message == "the key is of kind EC, not RSA")
    }

    @Test func aPrivateKeyOfAnotherAlgorithmIsRefusedByName() {
        #expect(
            refusal(Array(KeyFixtures.ellipticPrivateKey.utf8))?.message == "the private key is of kind EC, not RSA")
    }

    @Test func aPrivateKeyInDERIsRead() throws {
        let lines = KeyFixtures.privateKey.split(separator: "\n").filter { !$0.hasPrefix("-") }
        let key = try PublicKey(reading: try #require(Base64.decode(lines.joined())))
        #expect(key.source == .privateKey)
        #expect(try key.der == PublicKey(pem: KeyFixtures.publicKey).der)
    }

    @Test func anEncryptedPrivateKeyIsRefusedWithoutAsking() {
        let error = refusal(Array(KeyFixtures.encryptedPrivateKey.utf8))
        #expect(error?.message.contains("openssl pkey -in FILE -pubout") == true)
    }

    @Test func bytesThatAreNoKeyAreRefused() throws {
        #expect(refusal([])?.code == .unreadableKey)
        #expect(refusal([0x30, 0x82, 0xFF, 0xFF])?.code == .unreadableKey)
        let der = try PublicKey(pem: KeyFixtures.publicKey).der
        for length in stride(from: 1, to: der.count, by: 7) {
            #expect(refusal(Array(der.prefix(length)))?.code == .unreadableKey)
        }
    }
}
