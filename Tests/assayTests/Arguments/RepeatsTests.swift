import Documents
import Evidence
import Reports
import Testing
import Timing

@testable import assay

struct RepeatsTests {
    private func verdict(_ id: String, _ outcome: Outcome) -> Verdict {
        Verdict(caseID: id, contractID: id, title: "", area: "", outcome: outcome, statements: [])
    }

    @Test func theWorstCountsAndSaysHowOftenItCame() throws {
        let repeats = Repeats(
            verdicts: [
                verdict("a", .pass), verdict("b", .pass), verdict("a", .inconclusive), verdict("b", .pass),
                verdict("a", .fail), verdict("b", .pass),
            ], times: 3)
        #expect(repeats.merged.map(\.outcome) == [.fail, .pass])
        let finding = try #require(repeats.merged.first?.findings.last)
        #expect(finding.message == "FAIL in 1 of 3 times that it was run")
        #expect(repeats.merged.last?.findings == [])
        #expect(repeats.outcomes?[.pass] == 4)
        #expect(repeats.outcomes?.total == 6)
    }

    @Test func whatIsRunOnceIsLeftAsItIs() {
        let repeats = Repeats(verdicts: [verdict("a", .fail)], times: 1)
        #expect(repeats.merged == [verdict("a", .fail)])
        #expect(repeats.outcomes == nil)
    }

    /// A port that errs in one session of ten is caught by repetition, and its trace gives the same counts again.
    @Test func whatErrsByChanceIsCaught() async throws {
        try await withFolder { folder async throws in
            let common = ["--specs", ShippedFolder.specs, "--quiet", "--report-dir"]
            let run = [
                "run", "--implementation", "mutant:sometimes-check-answers-twice", "--filter",
                "check-authentication-without-token", "--repeat", "150", "--platform", "ios",
            ]
            #expect(await Tool.run(run + common + [folder + "/run"]) == .failed)
            #expect(await Tool.run(["check", folder + "/run"] + common + [folder + "/check"]) == .failed)
            let reports = try ["/run", "/check"].map { name in
                let path = folder + name + "/report.json"
                return try JSON.parse(try File.read(path), file: path)["repeated"]
            }
            #expect(reports[0]?["PASS"] != nil)
            #expect(reports[0] == reports[1])
        }
    }
}

/// Whole runs in which what fails is run again.
@Suite struct RetriesTests {
    @Test func whatFailsIsRunAgainAndStaysFailedAndItsRecordSaysTheSame() async throws {
        try await withFolder { folder async throws in
            let arguments = [
                "run", "--specs", ShippedFolder.specs, "--quiet", "--platform", "ios", "--filter",
                "race-two-providers", "--implementation", "mutant:last-wins", "--retries", "2", "--report-dir", folder,
            ]
            #expect(await Tool.run(arguments) == .failed)
            let check = ["check", folder, "--specs", ShippedFolder.specs, "--quiet", "--report-dir", folder + "/check"]
            #expect(await Tool.run(check) == .failed)
            let reports = try [folder, folder + "/check"].map { path in
                try JSON.parse(try File.read(path + "/report.json"), file: path)
            }
            let failed = try #require(
                reports[0]["profiles"]?.array?.first?["outcomes"]?["FAIL"]?.int?.within(1...Int64.max))
            for report in reports {
                #expect(report["repeated"]?["FAIL"] == .int(3 * failed))
                #expect(report["profiles"]?.array?.first?["outcomes"]?["FAIL"] == .int(failed))
            }
            #expect(reports[0]["figures"]?["sessions"] == reports[1]["figures"]?["sessions"])
        }
    }
}
