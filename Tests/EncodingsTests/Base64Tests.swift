import Encodings
import Testing

@Suite struct Base64Tests {
    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
    func theExamplesOfTheStandardGoBothWays(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test(arguments: ["Zg", "Zg=", "Zh==", "Zm9", "Zm9v\n", "Zm 9v", "Zg==Zg==", "====", "=", "Z===", "Zm9-"])
    func whatIsNotCanonicalIsRefused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func everyByteSurvives() {
        let bytes = Array(UInt8.min...UInt8.max)
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        #expect(Base64.decodeURLSafe(Base64.encodeURLSafe(bytes)) == bytes)
    }

    @Test func theURLSafeFormHasNoCharacterAURLGivesAMeaning() {
        #expect(Base64.encodeURLSafe([251, 255]) == "-_8")
        #expect(Base64.decodeURLSafe("+/8") == nil)
    }
}
