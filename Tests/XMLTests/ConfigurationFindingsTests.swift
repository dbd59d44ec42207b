import Testing
import XML

@Suite struct ConfigurationFindingsTests {
    @Test func everyObjectionIsNamedWithItsPlace() throws {
        let text = """
            <c><requestor><mvpds>
            <mvpd><id>A</id><displayName>A</displayName><isProxy>yes</isProxy><other>yes</other></mvpd>
            <mvpd><displayName>B</displayName></mvpd>
            <mvpd><id>A</id><iFrameRequired>TRUE</iFrameRequired></mvpd>
            </mvpds></requestor></c>
            """
        let findings = try ConfigurationDocument.read(Array(text.utf8)).findings()
        #expect(
            findings.map(\.code) == [
                .missingRequestorID, .wrongBoolean, .missingID, .duplicateID, .missingDisplayName, .wrongBoolean,
            ])
        #expect(
            findings.map(\.path) == [
                "/requestor/id", "/requestor/mvpds/mvpd[1]/isProxy", "/requestor/mvpds/mvpd[2]/id",
                "/requestor/mvpds/mvpd[3]/id", "/requestor/mvpds/mvpd[3]/displayName",
                "/requestor/mvpds/mvpd[3]/iFrameRequired",
            ])
        #expect(findings.map(\.position.line) == [1, 2, 3, 4, 4, 4])
        #expect(findings[3].message == "the id \"A\" is that of mvpd[1] too")
    }

    @Test func aGoodConfigurationHasNoFindings() {
        let document = ConfigurationDocument(
            requestorID: "R", name: "N",
            mvpds: [
                ConfigurationMVPD(id: "A", displayName: "A", logoURL: "", properties: ["isTempPass": "true"])
            ])
        #expect(document.findings().isEmpty)
    }
}
