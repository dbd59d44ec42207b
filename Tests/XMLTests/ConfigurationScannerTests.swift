import Testing

@testable import XML

@Suite struct ConfigurationScannerTests {
    private static let plain = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <ns2:config xmlns:ns2="http://pass.adobe.com/config">
          <requestor>
            <id> REF30 </id>
            <name>Reference > requestor</name>
            <domains>
              <domain><name>adobe.com</name><mvpdInitiated>false</mvpdInitiated></domain>
              <domain><mvpdInitiated>maybe</mvpdInitiated></domain>
            </domains>
            <channels/><!!>
            <mvpds>
              <mvpd>
                <id>Cablevision</id><id>Twice</id>
                <displayName>Cable
                  Example</displayName>
                <logoUrl>https://cdn.example.test/cablevision.png?a=b</logoUrl>
                <authPerAggregator>false</authPerAggregator>
              </mvpd><mvpd/>
            \t<mvpd>
                text beside elements
                <id>TempPass</id>
                <displayName>left <b>out</b></displayName>
                <logoUrl/>
                <isTempPass>true</isTempPass>
                <requiredMetadataFields><field>zip</field><field><deep>x</deep>hba</field></requiredMetadataFields>
              </mvpd>
            </mvpds>
          </requestor>
          <requestor><id>second</id></requestor>
        </ns2:config>

        """.replacing("<!!>", with: "")

    private func scan(
        _ bytes: [UInt8], limits: XMLLimits = .standard, leavingOut isLeftOut: (String) -> Bool = { _ in false }
    ) -> ConfigurationDocument? {
        unsafe bytes.withUnsafeBufferPointer {
            unsafe ConfigurationScanner.read($0, limits: limits, leavingOut: isLeftOut)
        }
    }

    /// What libxml2 makes of it.
    private func parse(
        _ bytes: [UInt8], limits: XMLLimits = .standard, leavingOut isLeftOut: (String) -> Bool = { _ in false }
    ) -> ConfigurationDocument? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            do throws(XMLError) {
                return try unsafe ConfigurationReader.parse(buffer, limits: limits, leavingOut: isLeftOut)
            } catch {
                return nil
            }
        }
    }

    @Test func aPlainDocumentIsReadAsTheLibraryReadsIt() throws {
        let document = try #require(scan(Array(Self.plain.utf8)))
        #expect(document == parse(Array(Self.plain.utf8)))
        #expect(document.mvpds.map(\.id) == ["Twice", "", "TempPass"])
        #expect(document.remarks.count == 2)
    }

    @Test func whatIsLeftOutChangesNothingElse() throws {
        let bytes = Array(Self.plain.utf8)
        let whole = try #require(scan(bytes))
        let document = try #require(scan(bytes) { $0 == "Twice" })
        #expect(document == parse(bytes) { $0 == "Twice" })
        #expect(document.mvpds == Array(whole.mvpds.dropFirst()))
        #expect(document.remarks == whole.remarks)
        #expect(document.domains == whole.domains)
    }

    @Test func everyKnownPropertyIsPlain() throws {
        for name in ConfigurationDocument.propertyNames {
            let text = Self.plain.replacing("isTempPass", with: name)
            let document = try #require(scan(Array(text.utf8)))
            #expect(document == parse(Array(text.utf8)))
            #expect(document.mvpds[2].properties[name] == "true")
        }
    }

    /// Each is allowed or not; either way another reader has to say so.
    @Test(arguments: [
        ("<channels/>", "<channels a='b'/>"), ("<channels/>", "<!-- -->"), ("<channels/>", "<?a b?>"),
        ("<channels/>", "<![CDATA[x]]>"), ("<channels/>", "<channels />"), ("<channels/>", "<channels></channels >"),
        ("<channels/>", "<channels>"), ("<channels/>", "</channels>"), ("<channels/>", "<a></b>"),
        ("<channels/>", "<a></ab>"), ("<channels/>", "<1/>"), ("<channels/>", "<a:b/>"), ("<channels/>", "]]>"),
        ("<channels/>", "< a/>"), ("<channels/>", "<"), ("<channels/>", "<\(String(repeating: "n", count: 65))/>"),
        ("Cable", "C&amp;ble"), ("Cable", "Câble"), ("Cable", "\u{1}"), ("Cable", "\u{0}"), ("Cable", "\u{7F}"),
        ("Cable", "Ca\rble"), ("isTempPass", "isUnknown"), ("<?xml", " <?xml"), ("UTF-8", "ascii"),
        ("<ns2:config", "x<ns2:config"), ("ns2:config xmlns", "ns3:config xmlns"), ("</ns2:config>", "</ns2:config>x"),
        ("</ns2:config>", ""),
        ("</ns2:config>", "</ns2:configs>"), ("</ns2:config>\n", "</ns2:config>\n<a/>"),
        ("requestor>", "other>"), ("1.0\"", "1.0'"), ("<?xml", "<!DOCTYPE a><?xml"),
    ])
    func whatIsNotPlainIsLeftToTheLibrary(part: String, other: String) {
        let text = Self.plain.replacing(part, with: other)
        #expect(text != Self.plain)
        #expect(scan(Array(text.utf8)) == nil)
    }

    @Test func nothingIsReadThatIsBeyondALimit() {
        let bytes = Array(Self.plain.utf8)
        let elements = 31
        func limits(
            bytes: Int = 10_000, depth: Int = 32, attributes: Int = 32, elements: Int = 200
        ) -> XMLLimits { XMLLimits(bytes: bytes, depth: depth, attributes: attributes, elements: elements) }
        for bad in [
            limits(bytes: bytes.count - 1), limits(depth: 6), limits(attributes: 0), limits(elements: elements - 1),
        ] {
            #expect(scan(bytes, limits: bad) == nil)
            #expect(parse(bytes, limits: bad) == nil)
        }
        for good in [limits(bytes: bytes.count), limits(depth: 7), limits(attributes: 32), limits(elements: elements)] {
            #expect(scan(bytes, limits: good) != nil)
            #expect(parse(bytes, limits: good) != nil)
        }
    }

    /// Whatever is changed: where the scanner reads a document at all, it reads it as the library does.
    @Test func aDocumentWithMistakesIsNeverReadOtherwise() {
        var random = SystemRandomNumberGenerator()
        let plain = Array(Self.plain.utf8)
        let pieces = [
            "<", ">", "</", "/>", "<a>", "</a>", "<mvpd>", "</mvpd>", "<id>", "</id>", "\n", "\t", " ", "\r", "&", "]",
            "]]>", "<requestor>", "</requestor>", "\"", "=", "ü", "-", "<isProxy>", "</isProxy>", "\u{0}", "x",
        ].map { Array($0.utf8) }
        var read = 0
        for _ in 0..<20_000 {
            var bytes = plain
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let end = min(bytes.count, place + Int.random(in: 0...4, using: &random))
                bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random) ?? [])
            }
            guard let document = scan(bytes) else { continue }
            read += 1
            #expect(document == parse(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(read > 100)
    }
}
