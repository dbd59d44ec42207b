import Testing
import XML

@Suite struct ConfigurationDocumentTests {
    private let documented = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <ns2:config xmlns:ns2="http://pass.adobe.com/config">
          <requestor>
            <id>REF30</id>
            <name>Reference requestor</name>
            <domains>
              <domain><name>adobe.com</name><mvpdInitiated>false</mvpdInitiated></domain>
            </domains>
            <channels/>
            <mvpds>
              <mvpd>
                <id>Cablevision</id>
                <displayName>Cable &amp; Example</displayName>
                <logoUrl>https://cdn.example.test/cablevision.png</logoUrl>
                <authPerAggregator>false</authPerAggregator>
              </mvpd>
              <mvpd>
                <id>TempPass</id>
                <displayName>Temp Pass</displayName>
                <logoUrl>https://cdn.example.test/none.png</logoUrl>
                <isTempPass>true</isTempPass>
                <requiredMetadataFields><field>zip</field><field>hba</field></requiredMetadataFields>
              </mvpd>
            </mvpds>
          </requestor>
        </ns2:config>
        """

    @Test func theDocumentedExampleIsReadWhole() throws {
        let read = try ConfigurationDocument.read(Array(documented.utf8))
        #expect(read.requestorID == "REF30")
        #expect(read.name == "Reference requestor")
        #expect(read.domains == [ConfigurationDocument.Domain(name: "adobe.com")])
        #expect(read.mvpds.map(\.id) == ["Cablevision", "TempPass"])
        #expect(read.mvpds[0].displayName == "Cable & Example")
        #expect(read.mvpds[0].logoURL == "https://cdn.example.test/cablevision.png")
        #expect(read.mvpds[0].properties["authPerAggregator"] == "false")
        #expect(read.mvpds[0].position == XMLPosition(line: 11, column: 7))
        #expect(read.mvpds[1].flag("isTempPass"))
        #expect(!read.mvpds[0].flag("isTempPass"))
        let fields = read.mvpds[1].properties.filter { $0.name == "requiredMetadataFields" }
        #expect(fields.map(\.value) == ["zip", "hba"])
    }

    /// The others keep what is theirs.
    @Test func whatNobodyWantsIsLeftOutWithItsProperties() throws {
        let whole = try ConfigurationDocument.read(Array(documented.utf8))
        var asked: [String] = []
        let read = try ConfigurationDocument.read(Array(documented.utf8)) { id in
            asked.append(id)
            return id == "Cablevision"
        }
        #expect(asked == ["Cablevision", "TempPass"])
        #expect(read.mvpds == [whole.mvpds[1]])
        #expect(read.mvpds[0].properties["isTempPass"] == "true")
        #expect(read.mvpds[0].properties["authPerAggregator"] == nil)
    }

    @Test func missingAndDuplicateIdsAreReadAsTheyAre() throws {
        let read = try ConfigurationDocument.read(
            Array(
                "<c><requestor><mvpds><mvpd/><mvpd><id>A</id></mvpd><mvpd><id> A </id></mvpd></mvpds></requestor></c>"
                    .utf8))
        #expect(read.mvpds.map(\.id) == ["", "A", "A"])
    }

    @Test func fiveThousandMVPDsAreRead() throws {
        let entries = (0..<5_000).map { "<mvpd><id>M\($0)</id><displayName>Provider \($0) ü</displayName></mvpd>" }
        let read = try ConfigurationDocument.read(
            Array("<c><requestor><id>R</id><mvpds>\(entries.joined())</mvpds></requestor></c>".utf8))
        #expect(read.mvpds.count == 5_000)
        #expect(read.mvpds[4_999].displayName == "Provider 4999 ü")
    }

    @Test func onlyTheFirstRequestorCounts() throws {
        let read = try ConfigurationDocument.read(
            Array("<c><requestor><id>A</id></requestor><requestor><id>B</id></requestor></c>".utf8))
        #expect(read.requestorID == "A")
    }

    @Test(arguments: ["<c/>", "<c><requestor>", "", "<!DOCTYPE c><c><requestor/></c>", "429 Too Many Requests"])
    func whatIsNoConfigurationIsAnError(text: String) {
        #expect(throws: XMLError.self) { _ = try ConfigurationDocument.read(Array(text.utf8)) }
    }
}
