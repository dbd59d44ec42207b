import Documents
import Evidence
import Reports
import Specification
import Testing

@testable import assay
import TestThreads

@Suite(.mayBlock) struct CaseSelectionTests {
    @Test(arguments: [
        ("race", "race", true), ("race", "races", false), ("race*", "race[order=sp1]", true),
        ("*[order=sp?]", "race[order=sp1]", true), ("*[order=sp?]", "race[order=sp12]", false), ("*a*b", "xaxb", true),
        ("*a*b", "xaxbx", false), ("", "", true), ("*", "", true), ("?", "", false),
    ])
    func globsKnowTwoWildcards(_ pattern: String, _ text: String, _ fits: Bool) {
        #expect(Glob.fits(text, pattern) == fits)
    }

    private func ids(_ filters: [String], _ statements: [String] = []) throws -> [String] {
        let specifications = try ShippedFolder.read().specifications
        return try CaseSelection(filters: filters, statements: statements).cases(of: specifications).map(\.id)
    }

    @Test func theNameOfAContractMeansItAlone() throws {
        #expect(try ids(["sign-in"]) == ["sign-in"])
        #expect(try ids(["race-two-providers"]).allSatisfy { $0.hasPrefix("race-two-providers[") })
    }

    @Test func theNameOfAnAreaMeansAllOfIt() throws {
        let all = try ShippedFolder.read().specifications.catalog.cases
        #expect(try ids(["queue"]) == all.filter { $0.area == "queue" }.map(\.id))
    }

    @Test func whatIsNoNameIsAPartOfOne() throws {
        let found = try ids(["race-t"])
        #expect(found.contains { $0.hasPrefix("race-two-providers") })
        #expect(found.contains { $0.hasPrefix("race-three-providers") })
        #expect(found.allSatisfy { $0.contains("race-t") })
    }

    @Test func exclusionsTakeAwayFromWhatIsChosenAndMustFitSomething() throws {
        let specifications = try ShippedFolder.read().specifications
        let rest = try CaseSelection(filters: ["queue"], exclusions: ["calls-*"]).cases(of: specifications).map(\.id)
        #expect(try rest == ids(["queue"]).filter { !$0.hasPrefix("calls-") })
        for exclusions in [["quagga"], ["queue"]] {
            #expect(throws: ToolError.self) {
                try CaseSelection(filters: ["queue"], exclusions: exclusions).cases(of: specifications)
            }
        }
    }

    /// As one platform and as several: the numbers are those that the report of all shows.
    @Test(arguments: [["--platform", "ios"], []])
    func whatFailedInAnEarlierRunCanBeChosenByCause(_ platform: [String]) async throws {
        let cases = try ShippedFolder.read().specifications.catalog.cases
        try await withFolder { folder async throws in
            let run = ["run", "--specs", ShippedFolder.specs, "--quiet", "--deadline", "60s", "--report-dir", folder]
            let filters = ["--filter", "race-two-providers", "--filter", "sign-in", "-i", "mutant:last-wins"]
            #expect(await Tool.run(run + filters + platform) == .failed)
            let earlier = try SavedReport.read(at: folder)
            let first = try #require(earlier.numberedCauses.first)
            #expect(first.number == 1 && !first.cases.contains("sign-in"))
            #expect(Annotations(earlier).github.contains("--cause 1 --implementation mutant:last-wins"))
            #expect(try earlier.cases(of: 1, among: cases).map(\.id) == first.cases)
            #expect(try Set(earlier.cases(of: nil, among: cases).map(\.id)).isSuperset(of: first.cases))
            #expect(throws: ToolError.self) { try earlier.cases(of: 99, among: cases) }
            let again = run.dropLast() + [folder + "/again", "--rerun", folder + "/report.json"]
            #expect(await Tool.run(again + platform + ["-i", "mutant:last-wins"]) == .failed)
            // The reference would pass what the port did not.
            for option in ["--rerun", "--rerun-failed"] {
                let other = try ToolProcess(["run", "--specs", ShippedFolder.specs, option, folder])
                let words = "a run of mutant:last-wins, and this would be one of builtin: give '--implementation "
                #expect(other.code == 4 && other.errors.contains(words + "mutant:last-wins'"), "\(other.errors)")
            }
            // A report that another release wrote is refused before anything is run.
            let text = String(decoding: try File.read(folder + "/report.json"), as: UTF8.self)
            let newer = text.replacing("\"assay/report/4\"", with: "\"assay/report/5\"")
                .replacing("\"assay/matrix/3\"", with: "\"assay/matrix/5\"")
            try File.write(newer, to: folder + "/report.json")
            let refused = try ToolProcess(["run", "--specs", ShippedFolder.specs, "--rerun", folder])
            #expect(refused.code == 4 && refused.errors.contains("was written by a newer assay"), "\(refused.errors)")
        }
    }

    @Test(arguments: ["--mutants", "--variants"]) func portsAreListedAsJSON(_ option: String) throws {
        let list = try ToolProcess(["list", option, "--json"])
        let ports = try #require(try JSON.parse(Array(list.output.utf8), file: "list").array)
        #expect(!ports.isEmpty && ports.allSatisfy { $0["id"]?.string != nil && $0["statements"]?.array != nil })
    }

    @Test func filtersAddAndStatementsTakeAway() throws {
        #expect(try ids(["sign-in", "queue/*"]).count == ids(["sign-in"]).count + ids(["queue"]).count)
        let citing = try ids([], ["AE-SP-007"])
        #expect(!citing.isEmpty && !citing.contains("sign-in"))
        #expect(try ids(["race*"], ["AE-SP-007"]) == citing.filter { $0.hasPrefix("race") })
    }

    @Test(arguments: [
        (["sign-inn"], [], "no case fits the filter 'sign-inn'; did you mean 'sign-in'?"),
        (["quagga*"], [], "no case fits the filter 'quagga*'"),
        ([], ["AE-SP-0007"], "unknown statement 'AE-SP-0007'; did you mean 'AE-SP-007'?"),
        (["sign-in"], ["AE-SP-007"], "no case fits both the filters and the statements"),
    ])
    func aSelectionOfNothingIsAMistake(_ filters: [String], _ statements: [String], _ message: String) {
        let error = #expect(throws: ToolError.self) { try ids(filters, statements) }
        #expect(error?.message == message && error?.exitCode == .usage)
    }
}
