import Testing
import XML

@Suite struct ConfigurationFindingsTests {
    @Test func everyObjectionIsNamedWithItsPlace() throws {
        let text = """
            <c:config xmlns:c="http://pass.adobe.com/config"><requestor><mvpds>
            <mvpd><id>A</id><displayName>A</displayName><isProxy>yes</isProxy><other>yes</other></mvpd>
            <mvpd><displayName>B</displayName></mvpd>
            <mvpd><id>A</id><iFrameRequired>TRUE</iFrameRequired></mvpd>
            </mvpds></requestor></c:config>
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

    @Test func idsThatOnlyUnicodeTakesForOneAreTwo() throws {
        let text = """
            <c:config xmlns:c="http://pass.adobe.com/config"><requestor><id>R</id><mvpds>
            <mvpd><id>\u{E9}</id><displayName>A</displayName></mvpd>
            <mvpd><id>e\u{301}</id><displayName>B</displayName></mvpd>
            </mvpds></requestor></c:config>
            """
        #expect(try codes(text).isEmpty)
    }

    @Test func aGoodConfigurationHasNoFindings() {
        let document = ConfigurationDocument(
            requestorID: "R", name: "N",
            mvpds: [
                ConfigurationMVPD(id: "A", displayName: "A", logoURL: "", properties: ["isTempPass": "true"])
            ])
        #expect(document.findings().isEmpty)
    }

    private func codes(_ text: String) throws -> [ConfigurationFinding.Code] {
        try ConfigurationDocument.read(Array(text.utf8)).findings().map(\.code)
    }

    @Test func onlyTheRootIsInTheNameSpace() throws {
        let rest = "<requestor><id>R</id></requestor>"
        #expect(try codes("<c:config xmlns:c=\"http://pass.adobe.com/config\">\(rest)</c:config>") == [])
        #expect(try codes("<config>\(rest)</config>") == [.wrongRoot])
        #expect(try codes("<c:config xmlns:c=\"http://pass.adobe.com/other\">\(rest)</c:config>") == [.wrongRoot])
        #expect(try codes("<c:settings xmlns:c=\"http://pass.adobe.com/config\">\(rest)</c:settings>") == [.wrongRoot])
        #expect(try codes("<config xmlns=\"http://pass.adobe.com/config\">\(rest)</config>") == [.qualifiedElement])
    }

    @Test func aSecondIDAndAStrangeFlagAreObjectedTo() throws {
        let text = """
            <c:config xmlns:c="http://pass.adobe.com/config"><requestor><id>R</id>
            <domains><domain><name>a</name><mvpdInitiated>1</mvpdInitiated></domain></domains>
            <mvpds><mvpd><id>A</id><id>B</id><displayName>A</displayName><displayName>B</displayName></mvpd></mvpds>
            </requestor></c:config>
            """
        let findings = try ConfigurationDocument.read(Array(text.utf8)).findings()
        #expect(findings.map(\.code) == [.wrongBoolean, .repeatedElement, .repeatedElement])
        #expect(findings.map(\.path).last == "/requestor/mvpds/mvpd[1]/displayName")
    }
}
