import Encodings
import Testing

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("aZ09-._~", "aZ09-._~"), ("a b", "a%20b"), ("*+%", "%2A%2B%25"), ("ü😀", "%C3%BC%F0%9F%98%80"), ("\n", "%0A"),
        ("a/b?c=d&e#f", "a%2Fb%3Fc%3Dd%26e%23f"), ("", ""),
    ])
    func allButTheUnreservedCharactersAreEscaped(plain: String, encoded: String) {
        #expect(PercentEncoding.encode(plain) == encoded)
        #expect(PercentEncoding.encode(Array(plain.utf8)) == Array(encoded.utf8))
        #expect(PercentEncoding.decodeStrictly(encoded) == plain)
        #expect(PercentEncoding.decode(encoded, plusIsSpace: true) == plain)
    }

    @Test func formsAreEncodedAsBrowsersDo() {
        #expect(PercentEncoding.encodeForm([("a b", "ü&="), ("c", "*-._~+")]) == "a+b=%C3%BC%26%3D&c=*-._%7E%2B")
    }

    @Test(arguments: [
        ("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%+1", "% 1"), ("%%41", "%A"), ("%4%41", "%4A"), ("%c3%BC", "ü"),
        ("a%C3", "a\u{FFFD}"), ("a+b", "a b"), ("~*", "~*"), ("%2B", "+"),
    ])
    func whatIsNoEscapeStandsForItself(encoded: String, plain: String) {
        #expect(PercentEncoding.decode(encoded, plusIsSpace: true) == plain)
        #expect(PercentEncoding.decode(Array(encoded.utf8), plusIsSpace: true) == plain)
        #expect(PercentEncoding.decode(encoded, plusIsSpace: false) == plain.replacing(" ", with: "+"))
    }

    @Test(arguments: ["%", "%4", "%zz", "%+1", "%%41", "a%4", "%41%"])
    func theStrictReaderRefusesWhatIsNoEscape(encoded: String) {
        #expect(PercentEncoding.decodeStrictly(encoded) == nil)
    }

    @Test func aPlusStandsForItselfInAPath() {
        #expect(PercentEncoding.decodeStrictly("a+b%20c") == "a+b c")
    }

    @Test func hexadecimalDigitsComeBackAsTheirBytes() {
        #expect(Hex.encode([0, 255, 165]) == "00ffa5")
        #expect(Hex.decode("00fFa5") == [0, 255, 165])
        #expect(Hex.decode("0") == nil)
        #expect(Hex.decode("0g") == nil)
    }
}
