import Cryptography
import Encodings
import Testing

struct SigningKeyTests {
    /// The first test of RFC 8032, 7.1: an empty message.
    private let pem = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----

        """
    private let value =
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
        + "655141438e7a100b"

    @Test func aSignatureIsThatOfTheStandard() throws {
        let key = try SigningKey(pem: Array(pem.utf8))
        #expect(Hex.encode(key.sign([])) == value)
        let publicKey = key.verifyingKey
        #expect(
            Hex.encode(publicKey.raw) == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        #expect(publicKey.verifies(key.sign([1, 2]), over: [1, 2]))
        #expect(!publicKey.verifies(key.sign([1, 2]), over: [1, 3]))
        #expect(!publicKey.verifies([], over: [1, 2]))
        #expect(try VerifyingKey(pem: Array(pem.utf8)) == publicKey)
    }

    @Test func keysOfOtherKindsAreRefused() throws {
        let rsa = try PrivateKey.generate(bits: 1024)
        #expect(throws: CryptographyError.self) { try SigningKey(pem: Array(rsa.pem.utf8)) }
        #expect(throws: CryptographyError.self) { try VerifyingKey(pem: Array(rsa.publicKey.pem.utf8)) }
        #expect(throws: CryptographyError.self) { try VerifyingKey(pem: Array("nothing".utf8)) }
        #expect(VerifyingKey([1, 2, 3]) == nil)
    }
}
