import Cryptography
import Testing

@Suite struct SignatureTests {
    @Test(arguments: [1024, 2048])
    func aSignatureHoldsForItsKeyAndItsBytesOnly(bits: Int) throws {
        let key = try PrivateKey.generate(bits: bits)
        let signature = key.sign(Array("token".utf8))
        #expect(key.bits == bits)
        #expect(signature.count == bits / 8)
        #expect(key.publicKey.verifies(signature, over: Array("token".utf8)))
        #expect(!key.publicKey.verifies(signature, over: Array("tokem".utf8)))
        #expect(try !PrivateKey.generate(bits: bits).publicKey.verifies(signature, over: Array("token".utf8)))
    }

    @Test func aSignatureOfTheWrongLengthDoesNotHold() throws {
        let key = try PrivateKey.generate(bits: 1024)
        #expect(!key.publicKey.verifies([], over: []))
        #expect(!key.publicKey.verifies(key.sign([]).dropLast(), over: []))
        #expect(!key.publicKey.verifies(key.sign([]) + [0], over: []))
    }

    @Test func aPrivateKeySurvivesItsPEM() throws {
        let key = try PrivateKey.generate(bits: 1024)
        let again = try PrivateKey(pem: key.pem)
        #expect(again.sign([1, 2, 3]) == key.sign([1, 2, 3]))
    }

    @Test func aKeyOfAnUnreasonableSizeIsNotMade() {
        #expect(throws: CryptographyError.self) { _ = try PrivateKey.generate(bits: 64) }
    }

    @Test func aTextThatIsNoKeyIsAnError() {
        #expect(throws: CryptographyError.self) { _ = try PrivateKey(pem: "-----BEGIN NOTHING-----") }
    }
}

extension PublicKey {
    fileprivate func verifies(_ signature: ArraySlice<UInt8>, over bytes: [UInt8]) -> Bool {
        verifies(Array(signature), over: bytes)
    }
}
