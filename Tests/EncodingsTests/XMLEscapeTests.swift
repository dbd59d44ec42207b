import Encodings
import Testing

@Suite struct XMLEscapeTests {
    @Test(arguments: [
        ("", ""), ("plain 'ü' \"x\"", "plain 'ü' \"x\""), ("a<b>&amp;", "a&lt;b&gt;&amp;amp;"), ("]]>", "]]&gt;"),
    ])
    func onlyWhatWouldBeMarkupIsEscaped(plain: String, escaped: String) {
        #expect(plain.xmlEscaped == escaped)
    }

    @Test func inAttributesQuotesAreEscapedToo() {
        var bytes = Array("a=".utf8)
        bytes.appendXML("\"'<".utf8, quotes: true)
        #expect(bytes == Array("a=&quot;&#39;&lt;".utf8))
    }
}
