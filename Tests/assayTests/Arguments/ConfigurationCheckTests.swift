import Documents
import Testing
import TestThreads

/// `assay configuration check`, as it is typed.
@Suite(.mayBlock) struct ConfigurationCheckTests {
    private func configuration(_ mvpds: String, id: String = "REF30") -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <ns2:config xmlns:ns2="http://pass.adobe.com/config"><requestor><id>\(id)</id><name>Reference</name>
            <domains><domain><name>adobe.com</name></domain></domains><mvpds>
            \(mvpds)
            </mvpds></requestor></ns2:config>
            """.utf8)
    }

    private func check(_ bytes: [UInt8], _ arguments: String...) throws -> ToolProcess {
        try ToolProcess(["configuration", "check", "-"] + arguments, input: bytes)
    }

    @Test func aGoodOneIsToldInALine() throws {
        let run = try check(configuration("<mvpd><id>A</id><displayName>A</displayName></mvpd>"))
        #expect(run.code == 0)
        #expect(run.output == "standard input: requestor 'REF30' (Reference), 1 MVPD, for adobe.com\n")
    }

    @Test func everyMistakeIsToldWithItsPlace() throws {
        let mvpds = """
            <mvpd><id>A</id><displayName>A</displayName><isProxy>yes</isProxy></mvpd>
            <mvpd><id>A</id></mvpd>
            <mvpd><displayName>C</displayName></mvpd>
            """
        let run = try check(configuration(mvpds, id: ""))
        #expect(run.code == 1)
        #expect(
            Array(run.outputLines.dropFirst()) == [
                "  error: 1:1 /requestor/id: the requestor has no id",
                "  error: 4:1 /requestor/mvpds/mvpd[1]/isProxy: isProxy is \"yes\", expected true or false",
                "  error: 5:1 /requestor/mvpds/mvpd[2]/id: the id \"A\" is that of mvpd[1] too",
                "  error: 5:1 /requestor/mvpds/mvpd[2]/displayName: an MVPD without a name to show",
                "  error: 6:1 /requestor/mvpds/mvpd[3]/id: an MVPD without an id",
            ])
        let json = try JSON.parse(Array(try check(configuration(mvpds, id: ""), "--json").output.utf8))
        #expect(json["good"] == false && json["mvpds"] == 3)
        #expect(
            json["findings"]?.array?.map { $0["code"]?.string } == [
                "missingRequestorID", "wrongBoolean", "duplicateID", "missingDisplayName", "missingID",
            ])
    }

    @Test func fiveThousandMVPDsAreRead() throws {
        let mvpds = (0..<5_000).map { "<mvpd><id>P\($0)</id><displayName>P</displayName></mvpd>" }.joined()
        #expect(try check(configuration(mvpds)).output.contains("5000 MVPDs"))
    }

    @Test func whatIsNoConfigurationIsToldWithThePlace() throws {
        let run = try check(Array("<config><requestor></config>".utf8))
        #expect(run.code == 1)
        #expect(run.output.hasPrefix("standard input: not a configuration\n  error: 1:"))
    }

    @Test func aFileThatIsNotThereEndsWithFour() throws {
        let run = try ToolProcess(["configuration", "check", "/nonexistent"])
        #expect(run.code == 4)
        #expect(run.errors == "assay: /nonexistent: No such file or directory\n")
    }
}
