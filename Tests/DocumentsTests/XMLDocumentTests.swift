import Documents
import Testing

@Suite struct XMLDocumentTests {
    @Test func elementsAreIndentedAndEmptyOnesAreClosedAtOnce() {
        var document = XMLDocument()
        document.element("suites", ["tests": "2"]) {
            $0.element("suite", ["name": "s"]) {
                $0.element("case", ["name": "a"])
                $0.element("case", ["name": "b"]) { $0.element("failure", ["message": "m"], text: "line 1\nline 2") }
            }
        }
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <suites tests="2">
              <suite name="s">
                <case name="a"/>
                <case name="b">
                  <failure message="m">line 1
            line 2</failure>
                </case>
              </suite>
            </suites>

            """
        #expect(String(decoding: document.bytes, as: UTF8.self) == expected)
    }

    @Test func textAndAttributesAreEscaped() {
        var document = XMLDocument()
        document.element("a", ["b": "<\">\n\t\r&'"], text: "]]> <&>\u{0}\u{8}\r\n")
        let expected =
            "<a b=\"&lt;&quot;&gt;&#10;&#9;&#13;&amp;&#39;\">]]&gt; &lt;&amp;&gt;\u{FFFD}\u{FFFD}&#13;\n</a>\n"
        #expect(String(decoding: document.bytes, as: UTF8.self).hasSuffix(expected))
    }
}
