import Documents
import Evidence
import Testing

@testable import assay

/// `assay strength` against a few mutants, with the machine to itself: a suite that is starved of processor time never sees
/// the reference between two looks for a login on the second screen, so that it cannot prove it quiet.
@Suite(.serialized) struct WholeRunsOfStrength: HasFolder {
    let temporary = TemporaryFolder()

    /// The whole set against all mutants is `assay strength --smoke`.
    @Test func theSmokeSetCatchesWhatItShould() async throws {
        let some = ["last-wins", "cancel-is-success"]
        let arguments = [
            "strength", "--specs", ShippedFolder.specs, "--quiet", "--smoke", "--report-dir", folder, "--deadline",
            "2s", "--ports", "2",
        ]
        #expect(await Tool.run(arguments + some.flatMap { ["--mutant", $0] }) == .conformant)
    }

    /// What is recorded is what is seen today, of a sample; side by side, because they mostly wait.
    ///
    /// None of them errs by the order in which replies reach it: that order is chance where replies are read late, on a
    /// machine that is busy.
    @Test func aWrongPortBehavesLikeItself() async throws {
        let sample = [
            ("ignores-logout", ["--filter", "logout"]), ("completes-twice", ["--smoke"]),
            ("check-answers-twice", ["--smoke"]),
        ]
        try await withThrowingTaskGroup { runs in
            for (mutant, cases) in sample {
                runs.addTask { try await Self.behavesLikeItself(mutant, cases, "\(folder)/\(mutant)") }
            }
            try await runs.waitForAll()
        }
    }

    private static func behavesLikeItself(_ mutant: String, _ cases: [String], _ folder: String) async throws {
        let arguments = ["run", "--specs", ShippedFolder.specs, "--platform", "ios", "-i", "mutant:\(mutant)"]
        let code = await Tool.run(arguments + cases + ["--deadline", "2s", "--quiet", "--report-dir", folder])
        // Whoever completes twice breaks a SHOULD, which fails no run.
        #expect(code == .failed || code == .conformant && mutant == "completes-twice")
        let report = try JSON.parse(try File.read(folder + "/report.json"), file: "report.json")
        #expect(report["behaves-like"]?.array?.contains { $0["port"] == .string(mutant) } == true, "\(mutant)")
    }

    @Test func aMutantIsCaughtByTheContractsThatSaySo() async throws {
        let arguments = [
            "strength", "--specs", ShippedFolder.specs, "--quiet", "--filter", "race-two-providers",
            "--report-dir", folder, "--deadline", "2s", "--ports", "1", "--mutant",
        ]
        #expect(await Tool.run(arguments + ["last-wins"]) == .conformant)
        let table = String(decoding: try File.read(folder + "/matrix.csv"), as: UTF8.self)
        #expect(table.contains("last-wins,right reason,\"race-two-providers["))
    }

    @Test func aMutantIsMetWhereItErrs() async throws {
        let sample = [
            // What two cases say together.
            ("cancellation-is-read-unevenly", "get-authorization-cancelled-*"),
            // What only earlier releases have.
            ("tracks-the-device-too-early", "tracking-before-1-6"),
            ("second-screen-is-not-signed", "secret-and-public-key"),
        ]
        try await withThrowingTaskGroup { runs in
            for (mutant, filter) in sample {
                runs.addTask { try await Self.isMetWhereItErrs(mutant, filter, "\(folder)/\(mutant)") }
            }
            try await runs.waitForAll()
        }
    }

    private static func isMetWhereItErrs(_ mutant: String, _ filter: String, _ folder: String) async throws {
        let arguments = [
            "strength", "--specs", ShippedFolder.specs, "--quiet", "--filter", filter, "--report-dir", folder,
            "--deadline", "2s", "--ports", "1", "--mutant", mutant,
        ]
        #expect(await Tool.run(arguments) == .conformant)
        let table = String(decoding: try File.read(folder + "/matrix.csv"), as: UTF8.self)
        #expect(table.contains("\(mutant),right reason,"))
    }
}
