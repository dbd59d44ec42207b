import Testing

@testable import XML

@Suite struct XMLReaderTests {
    @Test func elementsAttributesAndTextComeBackInOrder() throws {
        let root = try XMLReader.read(
            Array("<r xmlns:n='urn:n' a='1&amp;2&#38;#38;&lt;'>x<n:c/>\n <d n:b=''>é&#233;<![CDATA[<]]></d></r>".utf8))
        #expect(root.name == "r")
        #expect(root.attribute("a") == "1&2&#38;<")
        #expect(root.text == "x\n ")
        #expect(root.elements.map(\.name) == ["c", "d"])
        #expect(root.first("c")?.namespace == "urn:n")
        #expect(root.text(of: "d") == "éé<")
        #expect(root.first("d")?.attributes == [XMLAttribute(name: "b", namespace: "urn:n", value: "")])
        #expect(root.first("d")?.position == XMLPosition(line: 2, column: 2))
    }

    @Test func anElementIsWrittenAgainWithItsNameSpacesOrWithout() throws {
        let element = try XMLReader.read(Array("<m:r xmlns:m=\"urn:a'b\" a='&lt;&quot;'><c>&amp;</c>x</m:r>".utf8))
        #expect(
            element.source(withNamespaces: true)
                == #"<n:r xmlns:n="urn:a&#39;b" a="&lt;&quot;"><c>&amp;</c>x</n:r>"#)
        #expect(element.source(withNamespaces: false) == #"<r a="&lt;&quot;"><c>&amp;</c>x</r>"#)
    }

    @Test(arguments: ["<a>", "<a></b>", "a", "<a/><b/>", "<a b=1/>", "<a>&nbsp;</a>", "<a:b/>", "<a x='1' x='2'/>"])
    func whatIsNotWellFormedIsAnErrorWithAPlace(text: String) {
        let error = #expect(throws: XMLError.self) { _ = try XMLReader.read(Array(text.utf8)) }
        #expect(error?.code == .malformed)
        #expect(error?.position.line == 1)
        #expect(error?.message.isEmpty == false)
    }

    @Test func noDocumentIsReadInTheLightOfTheOneBefore() throws {
        for round in 0..<20 {
            _ = try XMLReader.read(Array("<r xmlns='urn:a' xmlns:n='urn:n'><n:c/></r>".utf8))
            let error = #expect(throws: XMLError.self) {
                _ = try XMLReader.read(Array("<r xmlns='urn:b' xmlns:n='urn:n'><n:c".utf8))
            }
            #expect(error?.code == .malformed)
            // More names than a parser may keep.
            let names = (0..<300).map { "x\(round)y\($0)" }
            let many = try XMLReader.read(Array("<r>\(names.map { "<\($0)/>" }.joined())</r>".utf8))
            #expect(many.namespace == nil)
            #expect(many.elements.map(\.name) == names)
            #expect(throws: XMLError.self) { _ = try XMLReader.read(Array("<n:c/>".utf8)) }
        }
    }

    @Test func theLineOfAMistakeIsReported() {
        let error = #expect(throws: XMLError.self) { _ = try XMLReader.read(Array("<a>\n<b>\n</c></a>".utf8)) }
        #expect(error?.position.line == 3)
    }
}
