import Documents
import Testing

@Suite struct HTMLTests {
    @Test func literalsAreMarkupAndInterpolationsAreText() {
        let name = "<b> & 'c' \"d\""
        let cell: HTML = "<td title='\(name)'>\(name)</td>"
        let text = "&lt;b&gt; &amp; &#39;c&#39; &quot;d&quot;"
        #expect(cell.source == "<td title='\(text)'>\(text)</td>")
    }

    @Test func piecesGoInAsTheyAre() {
        let items = ["a", "<"].map { "<li>\($0)</li>" as HTML }
        let none: HTML? = nil
        #expect(("<ul>\(items)\(none)</ul>" as HTML).source == "<ul><li>a</li><li>&lt;</li></ul>")
        #expect(HTML(joining: items, separator: ", ").source == "<li>a</li>, <li>&lt;</li>")
        #expect(("<p>\(items[1])</p>" as HTML).source == "<p><li>&lt;</li></p>")
    }

    @Test func numbersAreText() {
        #expect(("\(3) \(1.5) \(true)" as HTML).source == "3 1.5 true")
    }

    @Test func codeStandsAsItIs() {
        #expect(HTML.code(.style, "a > b { }").source == "<style>a > b { }</style>")
    }

    @Test func charactersNoDocumentMayHoldAreReplaced() {
        #expect(HTML(text: "a\u{0}b\u{1B}[31m\u{FFFE}\t\n").source == "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}\t\n")
    }
}
