import Testing

@testable import XML

/// Documents made to be expensive or indiscreet: each is refused for the reason that names it.
@Suite struct HostileXMLTests {
    private func refusal(_ bytes: [UInt8], limits: XMLLimits = .standard) -> XMLError? {
        do throws(XMLError) {
            _ = try XMLReader.read(bytes, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    private func refusal(_ text: String) -> XMLError? {
        refusal(Array(text.utf8))
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM \"http://127.0.0.1:1/\"> %p;]><a/>",
        "<!DOCTYPE a PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://127.0.0.1:1/\"><a/>",
        "<!DOCTYPE a><a/>",
    ])
    func aDocumentTypeIsRefusedWhateverItSays(text: String) {
        #expect(refusal(text)?.code == .doctype)
    }

    @Test func aBillionLaughsAreRefused() {
        var text = "<!DOCTYPE l [<!ENTITY a0 \"ha\">"
        for level in 1...30 { text += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
        #expect(refusal(text + "]><l>&a30;</l>")?.code == .doctype)
    }

    @Test func aQuadraticBlowUpIsRefused() {
        let entity = String(repeating: "x", count: 50_000)
        let uses = String(repeating: "&a;", count: 20_000)
        #expect(refusal("<!DOCTYPE l [<!ENTITY a \"\(entity)\">]><l>\(uses)</l>")?.code == .doctype)
    }

    @Test func thousandsOfAttributesAreRefusedBeforeTheyAreCompared() {
        let attributes = (0..<200_000).map { "a\($0)='>' " }.joined()
        let error = refusal("<a>\n <b \(attributes)/></a>")
        #expect(error?.code == .tooManyAttributes)
        #expect(error?.position == XMLPosition(line: 2, column: 2))
    }

    @Test func manyNameSpacesCountAsAttributes() {
        let spaces = (0..<1_000).map { "xmlns:n\($0)='u' " }.joined()
        #expect(refusal("<a \(spaces)/>")?.code == .tooManyAttributes)
    }

    @Test func equalSignsInTextAndValuesAreNoAttributes() throws {
        let signs = String(repeating: "=", count: 10_000)
        let root = try XMLReader.read(Array("<a b='>\(signs)' c=\"'>\(signs)\">\(signs)</a>".utf8))
        #expect(root.attributes.count == 2)
    }

    @Test func deepNestingIsRefused() {
        #expect(refusal(String(repeating: "<a>", count: 100_000))?.code == .tooDeep)
    }

    @Test func tooManyElementsAreRefused() {
        let limits = XMLLimits(bytes: 100_000, depth: 4, attributes: 4, elements: 100)
        #expect(
            refusal(Array("<a>\(String(repeating: "<b/>", count: 100))</a>".utf8), limits: limits)?.code
                == .tooManyElements)
    }

    @Test(arguments: [
        ("<a><!--", "- ", "the comment has no end"), ("<a><![CDATA[", "]] ", "the CDATA section has no end"),
        ("<a><?a", " ?", "the processing instruction has no end"),
    ])
    func whatHasNoEndIsRefusedWhereItBegins(start: String, filling: String, message: String) {
        let error = refusal(start + String(repeating: filling, count: 400_000))
        #expect(error == XMLError(code: .malformed, message: message, position: XMLPosition(line: 1, column: 4)))
    }

    @Test func tooManyReferencesAreRefused() {
        #expect(refusal("<a>\(String(repeating: "&#65;", count: 200_000))</a>")?.code == .tooManyReferences)
    }

    @Test func aLargeDocumentMayHoldMarksThatLookLikeBeginnings() throws {
        let filling = String(repeating: "x", count: 600_000)
        let text = "<a><!-- <![CDATA[ <? & --><![CDATA[ <!-- & <? ]] > ]]><?p <!-- > ?>\(filling)<b/></a>"
        let root = try XMLReader.read(Array(text.utf8))
        #expect(root.elements.count == 1)
    }

    @Test func aDocumentWithManyMistakesIsRefusedForTheFirst() {
        let error = refusal("<a>\n&b;\(String(repeating: "&a;", count: 20_000))</a>")
        #expect(error?.code == .malformed && error?.message.contains("'b'") == true && error?.position.line == 2)
    }

    private static let mistakes = [
        "]", "]]>", "]]>]]>\n", "& ", "&b;", "&#x;", "\u{1}", "\u{FFFE}", "<a b=c>", "<a b='<'/>", "<a b='1' b='1'/>",
        "</b>",
        "<!-- -- -->", "<?xml?>", "<x:y/>", "<!x>", "<a", "<![CDATA[", "<a xmlns:b=''/>", "<a b='&c;'/>",
        "<a b='\u{1}'/>",
    ]

    /// The library goes on reading what it complains about, and that must still be there.
    @Test(arguments: mistakes) func aHundredThousandTimesTheSameMistakeIsOneMistake(text: String) throws {
        let schema = try XMLSchema(
            Array("<schema xmlns='http://www.w3.org/2001/XMLSchema'><element name='a'/></schema>".utf8), elements: ["a"]
        )
        let later = "<a><b>" + String(repeating: "x", count: 5_000)
        for (start, counts) in [("<a>", [1, 100]), ("<a>x", [1, 100]), (later, [1, 100, 100_000])] {
            for count in counts {
                let bytes = Array((start + String(repeating: text, count: count)).utf8)
                #expect(refusal(bytes) != nil)
                #expect(throws: XMLError.self) { try ConfigurationDocument.read(bytes) }
                #expect(schema.check(bytes, limits: .standard) == .unreadable)
            }
        }
    }

    @Test func aMillionBracketsBeforeAMistakeAreStillThere() {
        let bytes = Array(("<a>" + String(repeating: "]", count: 1_000_000) + "]]>").utf8)
        #expect(refusal(bytes)?.position == XMLPosition(line: 1, column: 1_000_004))
        #expect(throws: XMLError.self) { try ConfigurationDocument.read(bytes) }
    }

    @Test func aHundredMegabytesOfNothingAreRefusedBySize() {
        #expect(refusal([UInt8](repeating: 0x20, count: 100 * 1024 * 1024))?.code == .tooLarge)
    }

    @Test func nothingIsRefusedAsEmpty() {
        #expect(refusal([])?.code == .empty)
    }

    @Test func aComplaintIsOneShortLine() {
        let error = refusal("<a><![CDATA[" + String(repeating: "x\n", count: 100_000))
        #expect(error?.code == .malformed)
        #expect(error?.message == "CData section not finished")
    }

    @Test func aTruncatedCharacterIsNamed() {
        let error = refusal(Array("<a>\n".utf8) + [0xE2, 0x82])
        #expect(error?.code == .encoding)
        #expect(error?.message == "the document ends within a UTF-8 character")
        #expect(error?.position == XMLPosition(line: 2, column: 1))
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x28, 0xA1],
        ] as [[UInt8]])
    func bytesThatAreNoUTF8AreRefused(bytes: [UInt8]) {
        #expect(refusal(Array("<a>".utf8) + bytes + Array("</a>".utf8))?.code == .encoding)
    }

    @Test func aNULByteIsRefusedWhereItIs() {
        let error = refusal(Array("<a>x\0</a>".utf8))
        #expect(error?.code == .forbiddenByte)
        #expect(error?.position == XMLPosition(line: 1, column: 5))
    }

    @Test func otherEncodingsAreRefusedByTheirBytes() {
        let little = Array("<a/>".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let big = Array("<a/>".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        #expect(refusal(little)?.code == .encoding)
        #expect(refusal([0xFF, 0xFE] + little)?.code == .encoding)
        #expect(refusal(big)?.code == .encoding)
        #expect(refusal([0xFE, 0xFF] + big)?.code == .encoding)
    }

    @Test(arguments: ["UTF-16", "ISO-8859-1", "UTF-7", "EBCDIC-CP-US", "x"])
    func otherEncodingsAreRefusedByTheirName(name: String) {
        #expect(refusal("<?xml version='1.0' encoding='\(name)'?><a/>")?.code == .encoding)
        // However far away from the beginning.
        for count in [250, 100_000] {
            let blanks = String(repeating: " ", count: count)
            #expect(refusal("<?xml version='1.0'\(blanks)encoding='\(name)'?><a/>")?.code == .encoding)
            #expect(refusal("<?xml version='1.0' encoding\(blanks)=\(blanks)'\(name)'?><a/>")?.code == .encoding)
        }
    }

    @Test(arguments: ["UTF-8", "utf-8", "US-ASCII"])
    func theDeclaredEncodingMayBeUTF8(name: String) {
        #expect(refusal("<?xml version=\"1.0\" encoding = \"\(name)\" standalone='yes'?><a/>") == nil)
        #expect(refusal([0xEF, 0xBB, 0xBF] + Array("<?xml version='1.0' encoding='\(name)'?><a/>".utf8)) == nil)
    }

    @Test func aHugeAttributeIsHeldToTheSizeOfTheDocument() throws {
        let value = String(repeating: "x", count: 1_000_000)
        #expect(try XMLReader.read(Array("<a b='\(value)'/>".utf8)).attribute("b")?.utf8.count == 1_000_000)
        #expect(refusal(Array("<a b='\(value)'/>".utf8), limits: .token)?.code == .tooLarge)
    }

    @Test func anIncludedFileIsNotIncluded() throws {
        let text = "<a xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='/etc/passwd' parse='text'/></a>"
        #expect(try XMLReader.read(Array(text.utf8)).text == "")
    }
}
