import AccessEnablerAPI
import Documents
import Evidence
@testable import Reports
import SchemaCheck
import Testing
import Timing

struct MachineReportTests {
    @Test func theJSONIsAsTheGoldenFileSays() throws {
        try Golden.expect(JSONReport.json(sampleReport()).pretty, toBe: "report.json")
    }

    @Test func theJUnitFileIsAsTheGoldenFileSays() throws {
        try Golden.expect(JUnitReport.bytes(sampleReport()), toBe: "junit.xml")
    }

    @Test func keysAreSorted() {
        let json = JSONReport.json(sampleReport())
        #expect(json == json.sortedByKey)
    }

    @Test func onlyAPassIsAPlainTestCase() throws {
        let text = String(decoding: JUnitReport.bytes(sampleReport()), as: UTF8.self)
        #expect(text.contains(#"tests="14" failures="3" errors="1">"#))
        #expect(text.contains("name=\"causes\"") && text.contains("name=\"cause.1\""))
        #expect(
            text.components(endingWith: "/>").filter { $0.contains("<testcase") && !$0.contains("is decided") }.count
                == 1)
    }

    @Test func markupAndControlsInMessagesAreText() {
        let text = String(decoding: JUnitReport.bytes(sampleReport()), as: UTF8.self)
        #expect(text.contains("message=\"&lt;nothing&gt; &amp; &quot;nothing&quot; ]]&gt; proves it\u{FFFD}\""))
        #expect(!text.contains("<nothing>"))
        #expect(!text.utf8.contains(1))
    }

    @Test func everyOutcomeIsCounted() throws {
        let json = JSONReport.json(sampleReport())
        let counts = try #require(json["profiles"]?.array?.first?["outcomes"]?.object)
        #expect(Set(counts.keys) == Set(Outcome.allCases.map(\.rawValue)))
        #expect(counts["NOT TESTABLE"] == 2)
        #expect(json["result"] == "not conformant")
        #expect(json["exit-code"] == 1)
        #expect(json["planned"] == 12)
    }

    /// The schema that Jenkins uses knows no properties of a test case and no `skipped` of all suites.
    @Test func theJUnitFileHasWhatItsReadersTake() throws {
        var report = sampleReport()
        report.durations = [report.verdicts[0].caseID: .milliseconds(12_345)]
        let text = String(decoding: JUnitReport.bytes(report), as: UTF8.self)
        for piece in text.split(separator: "<testcase ").dropFirst() {
            #expect(piece.prefix { $0 != ">" }.contains(" time=\""))
            // The last of a suite may have no end of its own.
            let body = piece.split(separator: "</testsuite>")[0].split(separator: "</testcase>").first ?? ""
            #expect(!body.contains("<propert"), "\(body)")
        }
        #expect(text.contains(" time=\"12.345\""))
        #expect(text.contains("<skipped message=\"WARN: "))
        #expect(text.split(separator: "\n")[1].contains("skipped=") == false)
    }

    @Test func whoWasAtFaultIsTheSameInEveryWord() throws {
        var report = sampleReport()
        report.verdicts = [report.verdicts[0]]
        report.header.cases = report.verdicts.map(\.caseID)
        let fault = Event.fault(RunFault(.machine, "had no memory left"))
        report.environment = RunEnvironment([
            Observation(sequence: 0, time: MonotonicTime(nanoseconds: 0), session: .none, event: fault)
        ])
        let json = JSONReport.json(report)
        let part = try #require(json["profiles"]?.array?.first)
        #expect(json["result"] == "machine at fault" && part["result"] == "machine at fault")
        #expect(part["certificate"]?.string?.hasPrefix("MACHINE AT FAULT") == true)
        let path = Golden.root + "Specs/schema/report.schema.json"
        #expect(try SchemaCheck(JSON.parse(File.read(path), file: path)).problems(of: json) == [])
        #expect(
            String(decoding: JUnitReport.bytes(report), as: UTF8.self).contains("<error message=\"MACHINE AT FAULT"))
    }

    /// Every object in the report has the members that the published schema lists for it, and those it requires.
    @Test func theReportKeepsThePublishedSchema() throws {
        let path = Golden.root + "Specs/schema/report.schema.json"
        let schema = try JSON.parse(try File.read(path), file: path)
        let problems = SchemaCheck(schema).problems(of: JSONReport.json(sampleReport()))
        #expect(problems == [])
        var broken = try #require(JSONReport.json(sampleReport()).object)
        broken["planned"] = "many"
        broken["more"] = 1
        broken["seed"] = nil
        #expect(
            SchemaCheck(schema).problems(of: .object(broken)) == [
                ": 'seed' is missing", ".planned: not of type integer", ": 'more' is unknown",
            ])
    }

    @Test func severalRunsAreInOneJUnitFileAndNoneIsAnEmptyOne() {
        var other = sampleReport()
        other.header.platform = .iOS
        let both = String(decoding: JUnitReport.bytes([sampleReport(), other]), as: UTF8.self)
        #expect(both.contains(".tvos-3.1.") && both.contains(".ios-3.1."))
        let none = JUnitReport.bytes([])
        #expect(String(decoding: none, as: UTF8.self).contains("<testsuites name=\"assay\" tests=\"0\""))
        #expect(OwnWork.isOurs(none))
    }
}

extension String {
    /// The lines that end like this.
    fileprivate func components(endingWith end: String) -> [Substring] {
        split(separator: "\n").filter { $0.hasSuffix(end) }
    }
}
