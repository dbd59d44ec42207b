import AccessEnablerAPI
import Checkers
import Documents
import Evidence
import Reports
import SchemaCheck
import Specification
import Testing

@testable import assay

struct CapabilitiesTests {
    private func cases() throws -> [Case] { try ShippedFolder.read().specifications.catalog.cases }

    private func header(
        _ cases: [Case], calls: Set<Selector>, features: Set<PortFeature>, on platform: Platform
    ) -> RunHeader {
        RunHeader(
            assayVersion: "0", portName: "p", portVersion: "1", implementation: "exec:p", backend: "embedded",
            platform: platform, version: .newest, seed: 1, features: features, calls: calls, startedAt: 0,
            cases: cases.map(\.id))
    }

    /// Of a port that has everything but `lacking`.
    private func header(lacking names: String..., on platform: Platform = .iOS) throws -> RunHeader {
        let cases = try cases()
        let calls = Set(cases.flatMap(\.calls)).filter { !names.contains($0.rawValue) }
        let features = Set(cases.flatMap(\.requires)).filter { !names.contains($0.rawValue) }
        return header(cases, calls: calls, features: features, on: platform)
    }

    private let list = """
        schema: assay/capabilities/1
        lacks:
          - call: "getAuthorization:"
            reason: Not for sale here
          - feature: tap.http
            reason: No hook
        """

    private func read(_ text: String) throws -> Capabilities {
        try withFolder { folder in
            try File.write(text, to: folder + "/c.yaml")
            var read = try Capabilities.read(folder + "/c.yaml", of: try cases())
            read.file = "c.yaml"
            return read
        }
    }

    @Test func whatIsListedTakesItsCasesOutOfTheQuestion() throws {
        let capabilities = try read(list)
        let header = try header(lacking: "getAuthorization:", "tap.http")
        let testCase = try #require(
            try cases().first {
                $0.calls.contains("getAuthorization:") && $0.platforms.contains(.iOS) && $0.requires == []
            })
        let verdict = capabilities.applied(to: Verdict(of: testCase, .notTestable), of: testCase, header)
        #expect(verdict.outcome == .notApplicable)
        #expect(verdict.findings.first?.message.contains("as c.yaml:3 says: Not for sale here") == true)
        #expect(capabilities.problems([header], of: try cases(), on: [.iOS], rewrite: "R") == [])
        #expect(capabilities.lacks(in: header, of: try cases()) == ["getAuthorization:", "tap.http"])
    }

    @Test func whatIsLostAndWhatIsGainedAreProblems() throws {
        let problems = try read(list).problems(
            [try header(lacking: "tap.http", "logout")], of: try cases(), on: [.iOS], rewrite: "REWRITE")
        #expect(problems.map(\.isImprovement) == [true, false])
        #expect(problems[0].text == "c.yaml:3: the port has the call getAuthorization: now; fix: sed -i '3,4d' c.yaml")
        #expect(problems[1].text.hasPrefix("the port does not have the call logout, and c.yaml does not say so: "))
        #expect(problems[1].text.hasSuffix(" cannot be tested; fix: give it back, or REWRITE"))
    }

    @Test func theCommandMendsAFileOfAnyName() throws {
        var list = try read(list)
        list.file = "c 1.yaml"
        let problems = list.problems([try header()], of: try cases(), on: [.iOS], rewrite: "R")
        #expect(problems.map(\.text).filter { $0.hasSuffix("d' 'c 1.yaml'") }.count == 2, "\(problems.map(\.text))")
    }

    /// `platform.svc` is needed on iOS alone, `tap.http` on both platforms.
    private let platformList = """
        schema: assay/capabilities/1
        lacks:
          - reason: >-
              Nobody asked for it
              until now
            feature: platform.svc
          - reason: No hook
            feature: tap.http
        """

    @Test func onlyThePlatformsThatNeedSomethingTellWhetherItIsThere() throws {
        let (list, cases) = (try read(platformList), try cases())
        func gained(_ headers: [RunHeader]) -> [String] {
            list.problems(headers, of: cases, on: [.iOS, .tvOS], rewrite: "R").filter(\.isImprovement).map(\.text)
        }
        let ios = try header(on: .iOS)
        let tvos = try header(lacking: "platform.svc", on: .tvOS)
        let service = "c.yaml:3: the port has the feature platform.svc now; fix: sed -i '3,6d' c.yaml"
        let tap = "c.yaml:7: the port has the feature tap.http now; fix: sed -i '7,8d' c.yaml"
        #expect(gained([ios, tvos]) == [tap, service])
        // What only another platform may lack is not said to be there, nor anything by no run.
        #expect(gained([ios]) == [service])
        #expect(gained([tvos]) == [])
        #expect(gained([]) == [])
        #expect(list.problems([tvos], of: cases, on: [.iOS, .tvOS], rewrite: "R") == [])
        #expect(list.lacks(in: tvos, of: cases) == [])
        let text = Capabilities.text([tvos], of: cases, on: [.iOS, .tvOS], "exec:p", keeping: list)
        #expect(try read(text).entries.map(\.need.name) == ["platform.svc", "tap.http"])
    }

    @Test func whatIsWrittenIsReadAndKeepsItsReasonsAndThePublishedSchema() throws {
        let header = try header(lacking: "getAuthorization:", "logout")
        let text = Capabilities.text([header], of: try cases(), on: [.iOS], "exec:p", keeping: try read(list))
        let written = try read(text)
        #expect(written.entries.map(\.need.name) == ["getAuthorization:", "logout"])
        #expect(written.entries.map(\.reason) == ["Not for sale here", "not implemented yet"])
        #expect(written.problems([header], of: try cases(), on: [.iOS], rewrite: "R") == [])
        let path = ShippedFolder.specs + "/schema/capabilities.schema.json"
        let schema = SchemaCheck(try JSON.parse(try File.read(path), file: path))
        let json: JSON = ["schema": "assay/capabilities/1", "lacks": [["call": "logout", "reason": "r"]]]
        #expect(schema.problems(of: json) == [])
    }

    @Test func aNameThatNoCaseNeedsIsAMistake() throws {
        let error = #expect(throws: ToolError.self) {
            try read("schema: assay/capabilities/1\nlacks:\n  - call: \"getAuthorisation:\"\n    reason: r\n")
        }
        #expect(error?.message.contains("no case needs the call 'getAuthorisation:'; did you mean") == true)
    }
}
