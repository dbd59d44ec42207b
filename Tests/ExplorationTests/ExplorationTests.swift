import Evidence
import Synchronization
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
            Generator(seed: 1), digest: { String($0.count) + "0000000000" }
        ) { trials, _ in trials.map { Self.verdict($0) } }
        await exploration.explore(atMost: 64)
        let broken = exploration.findings.map { $0.verdict.findings.flatMap(\.statements) }
        #expect(Set(broken) == [["AE-CHKN-004"], ["AE-OPT-001"]])
        #expect(exploration.findings.count == 2)
    }

    @Test(arguments: [false, true]) func whatIsOnlyAdvisedIsToldWhereThatIsAskedFor(isAdvised: Bool) async {
        var exploration = Exploration(
            Generator(seed: 1), digest: { String($0.count) + "0000000000" }
        ) { trials, _ in
            trials.map { trial in
                var verdict = Self.verdict(trial)
                if verdict.findings.first?.statements == ["AE-CHKN-004"] { verdict.outcome = .warn }
                return verdict
            }
        }
        (exploration.isAdvised, exploration.stopsAtFirst) = (isAdvised, true)
        await exploration.explore(atMost: 64)
        #expect(exploration.findings.count { !$0.isFailure } == (isAdvised ? 1 : 0))
        #expect(exploration.findings.count(where: \.isFailure) == 1, "a warning does not end the search")
    }

    @Test func whereTheFirstFailureIsEnoughNoOtherIsMadeSmall() async {
        var exploration = Exploration(
            Generator(seed: 1), digest: { String($0.count) + "0000000000" }
        ) { trials, _ in trials.map { Self.verdict($0) } }
        exploration.stopsAtFirst = true
        exploration.width = 64
        await exploration.explore(atMost: 64)
        #expect(exploration.findings.count == 1)
        let open = exploration.undecided["failed in a new way, but the search had ended"]
        #expect(open.map { $0.count > 0 && $0.contract.text.contains("# found by exploring: wrong") } == true)
    }

    @Test func whereNothingIsMadeSmallAFailureIsToldAsItWasSeen() async {
        let judged = Mutex(0)
        var exploration = Exploration(
            Generator(seed: 1), digest: { String($0.count) + "0000000000" }
        ) { trials, _ in
            judged.withLock { $0 += trials.count }
            return trials.map { Self.verdict($0) }
        }
        (exploration.stopsAtFirst, exploration.shrinks) = (true, false)
        await exploration.explore(atMost: 64)
        #expect(exploration.findings.count == 1)
        #expect(judged.withLock(\.self) == exploration.scenarios)
        let title = exploration.findings.first.map { Script($0.scenario).title } ?? ""
        #expect(title.contains("; not made small") && title.count < 400, "\(title)")
    }

    @Test func whatFailsBesideOtherSessionsAloneIsToldAsACrowd() async throws {
        // What the sessions of a process have in common: a check fails where others are under way.
        var exploration = Exploration(
            Generator(seed: 1), digest: { String($0.count) + "0000000000" }
        ) { trials, _ in
            trials.map { trial in
                var verdict = Self.verdict(trial)
                let isCrowded = trials.count > 1 || trial.text.contains("session: [one, other]")
                if !isCrowded || !trial.text.contains("call: checkAuthentication") { verdict.outcome = .pass }
                return verdict
            }
        }
        exploration.stopsAtFirst = true
        await exploration.explore(atMost: 64)
        let found = try #require(exploration.findings.first)
        #expect(found.scenario.isCrowd)
        #expect(Scenario(found.choices) == found.scenario)
        #expect(found.contract.text.contains("- quiesce: { times: $behind }"))
        #expect(found.scenario.moves.count <= 2)
    }

    @Test func whatIsNeverSeenAgainIsNoFinding() async {
        let seen = Mutex(false)
        var exploration = Exploration(
            Generator(seed: 1), digest: { String($0.count) + "0000000000" }
        ) { trials, _ in
            trials.map { trial in
                var verdict = Self.verdict(trial)
                let isFirst = seen.withLock { seen in
                    defer { seen = seen || verdict.outcome == .fail }
                    return !seen
                }
                if !isFirst { verdict.outcome = .pass }
                return verdict
            }
        }
        await exploration.explore(atMost: 64)
        #expect(exploration.findings.isEmpty)
        #expect(exploration.undecided.mapValues(\.count) == ["seen once, and not again: wrong": 1])
    }

    private func exploration(
        _ corpus: [Choices] = [], _ verdict: @escaping @Sendable (Exploration.Trial, Exploration.Care) -> Verdict
    ) -> Exploration {
        Exploration(
            Generator(seed: 1, corpus: corpus),
            digest: { String($0.count) + "0000000000" }
        ) { trials, care in trials.map { verdict($0, care) } }
    }

    private static func verdict(_ trial: Exploration.Trial, _ outcome: Outcome, _ finding: Finding) -> Verdict {
        Verdict(
            caseID: trial.id, contractID: trial.id, title: "", area: "", outcome: outcome, statements: [],
            findings: [finding])
    }

    /// A port that lacks what a scenario needs keeps nothing by that.
    @Test func whatCannotBeTestedIsNotDecided() async {
        var exploration = exploration { trial, _ in
            Self.verdict(trial, .notTestable, Finding(message: "the adapter lacks the call logout"))
        }
        await exploration.explore(atMost: 5)
        #expect(exploration.scenarios == 5 && exploration.decided == 0)
        #expect(exploration.undecided.mapValues(\.count) == ["the adapter lacks the call logout": 5])
    }

    @Test func reasonsAreCountedWhateverTheStep() async {
        let steps = Mutex(0)
        var exploration = exploration { trial, _ in
            let step = steps.withLock { steps in
                steps += 1
                return steps
            }
            let message = "step \(step) (call getAuthorization:): the run was stopped after \(step) s with '\(step)'"
            return Self.verdict(trial, .inconclusive, Finding(message: message))
        }
        await exploration.explore(atMost: 5)
        #expect(exploration.undecided.mapValues(\.count) == ["the run was stopped after … s with '…'": 5])
    }

    /// With full care it may fail for another reason, which is not the one that was found.
    @Test func whatIsToldIsWhatWasFound() async {
        var exploration = exploration { trial, care in
            Self.verdict(
                trial, .fail, Finding(statements: [care == .full ? "AE-OPT-001" : "AE-CHKN-004"], message: "x"))
        }
        await exploration.explore(atMost: 1)
        #expect(exploration.findings.isEmpty)
        #expect(exploration.undecided.keys.sorted() == ["seen once, and not again: x"])
    }

    private static let (check, ask) = (choices(.check), choices(.ask))

    private static func choices(_ kind: MoveKind) -> Choices {
        Choices(
            world: Array(repeating: 0, count: Choices.ofWorld), moves: [[MoveKind.configure.rawValue], [kind.rawValue]])
    }

    /// One statement may be broken in several ways, and what is alike in two runs is no matter of one of them.
    @Test(arguments: [
        (nil, Symptom.Kind.missing, 2), (Finding.alike, .unexpected, 2), (nil, .unexpected, 1),
    ])
    func onlyTheSameIsToldOnce(check: String?, kind: Symptom.Kind, told: Int) async {
        var exploration = exploration([Self.check, Self.ask, Self.check]) { trial, _ in
            var finding = Finding(statements: ["AE-AUTHN-017"], message: "x")
            let isCheck = trial.text.contains("call: checkAuthentication")
            finding.symptom = Symptom(isCheck ? .unexpected : kind, "a status")
            finding.check = isCheck ? nil : check
            return Self.verdict(trial, trial.text.contains("call: ") ? .fail : .pass, finding)
        }
        await exploration.explore(atMost: 3)
        #expect(exploration.findings.count == told)
    }

    /// In YAML a comment ends with its line, however a port ends that.
    @Test func whatAPortSaysStaysInTheCommentAboveTheContract() async throws {
        let text = "a\r\nb\rc\u{85}d\u{2028}e\u{2029}f\u{7}g\u{FFFF}h\u{B}i"
        var exploration = exploration { trial, _ in
            Self.verdict(trial, .fail, Finding(statements: ["AE-OPT-001"], message: "x", seen: text))
        }
        await exploration.explore(atMost: 1)
        let contract = try #require(exploration.findings.first).contract.text
        #expect(contract.contains("# actual: a b c d e f\u{FFFD}g\u{FFFD}h i\n"))
    }

    @Test(.timeLimit(.minutes(30))) func aRoundThatTakesLongHoldsUpNoOther() async {
        // The first round is judged when everything else has been.
        let rest = AsyncStream.makeStream(of: Void.self)
        let judged = Mutex(0)
        var exploration = Exploration(
            Generator(seed: 1), digest: { String($0.count) + "0000000000" }
        ) { trials, _ in
            if trials.contains(where: { $0.id == "explored-0" }) {
                for await _ in rest.stream { break }
            } else if judged.withLock({ judged in
                judged += trials.count
                return judged == 90
            }) {
                rest.continuation.yield()
            }
            return trials.map { trial in
                Verdict(caseID: trial.id, contractID: trial.id, title: "", area: "", outcome: .pass, statements: [])
            }
        }
        exploration.lanes = 2
        (exploration.width, exploration.maxWidth) = (10, 10)
        await exploration.explore(atMost: 100)
        #expect(exploration.scenarios == 100)
        #expect(judged.withLock(\.self) == 90)
    }
}
