import Evidence
import Model
import Testing

@testable import Exploration

@Suite struct ExplorationTests {
    /// A port that is wrong in two ways: contracts with these words break these statements.
    private static let wrongs = ["call: checkAuthentication": "AE-CHKN-004", "setOptions:": "AE-OPT-001"]

    private static func verdict(_ trial: Exploration.Trial) -> Verdict {
        var verdict = Verdict(
            caseID: trial.id, contractID: trial.id, title: "", area: "", outcome: .pass, statements: [])
        let broken = wrongs.keys.sorted().first { trial.text.contains($0) }.flatMap { wrongs[$0] }
        if let broken {
            verdict.outcome = .fail
            verdict.findings = [Finding(statements: [broken], message: "wrong")]
        }
        return verdict
    }

    @Test func causesThatBreakOtherStatementsAreToldEach() async {
        var exploration = Exploration(
            Generator(seed: 1, isTelevision: false), isTelevision: false, digest: { String($0.count) + "0000000000" }
        ) { trials, _ in trials.map { Self.verdict($0) } }
        await exploration.explore()
        let broken = exploration.findings.map { $0.verdict.findings.flatMap(\.statements) }
        #expect(Set(broken) == [["AE-CHKN-004"], ["AE-OPT-001"]])
        #expect(exploration.findings.count == 2)
    }

    @Test func whereTheFirstFailureIsEnoughNoOtherIsMadeSmall() async {
        var exploration = Exploration(
            Generator(seed: 1, isTelevision: false), isTelevision: false, digest: { String($0.count) + "0000000000" }
        ) { trials, _ in trials.map { Self.verdict($0) } }
        exploration.stopsAtFirst = true
        await exploration.explore()
        #expect(exploration.findings.count == 1)
        #expect(exploration.undecided["failed in a new way, but the search had ended", default: 0] > 0)
    }
}
