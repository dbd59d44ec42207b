import AccessEnablerAPI
import Evidence
import Specification
import Testing
import Timing

@testable import Runner

/// What follows from the attempts at one case, from their observations alone.
struct CaseFoldTests {
    private let testCase: Case
    private let first = Attempt(0)
    private let again = Attempt(0, .again)

    init() throws {
        testCase = try #require(try Workbench().cases { $0.id == "sign-in" }.first)
    }

    /// Crashes where the port is lost, and fails by silence where a note says so.
    private let judging = Judging(
        matches: { _, _, _ in false }, repeated: { _ in [] },
        verdict: { testCase, observations, _ in
            let isLost = observations.contains { if case .portEnded = $0.event { true } else { false } }
            let isSilent = observations.contains { $0.event == .note("silent") }
            var finding = Finding(statements: ["AE-Q-009"], message: isLost ? "gone" : "waited in vain")
            if isSilent { finding.ground = .silence }
            return Verdict(
                caseID: testCase.id, contractID: testCase.id, title: "", area: "",
                outcome: isLost ? .crash : isSilent ? .fail : .pass, statements: [],
                findings: isLost || isSilent ? [finding] : [])
        }, exclusion: { _, _ in nil })

    private func opened(_ attempt: Attempt, _ part: Int = 0) -> (String, Event) {
        let name = attempt.session.name + (part > 0 ? "/\(part)" : "")
        return (name, .sessionOpened(SessionHeader(caseID: testCase.id, attempt: attempt, part: part, bindings: [:])))
    }

    private func ended(_ attempt: Attempt) -> (String, Event) {
        (attempt.session.name, .portEnded(reason: "signal 11"))
    }

    private func observations(_ events: [(String, Event)]) -> [Observation] {
        events.enumerated().map { number, event in
            Observation(
                sequence: number, time: MonotonicTime(nanoseconds: Int64(number)), session: SessionID(event.0),
                event: event.1)
        }
    }

    private func recorded(looks: Int = 0, _ events: [(String, Event)]) -> [Verdict] {
        var header = RunHeader(
            assayVersion: "", portName: "", portVersion: "", implementation: "", backend: "", platform: .iOS,
            version: .newest, seed: 1, features: [], calls: [], startedAt: 0)
        header.looks = looks
        return RecordedVerdicts(Trace(observations(events)), header, of: [testCase], judging).verdicts
    }

    @Test func theAttemptAfterALostPortCountsWithAllItsParts() throws {
        let seen = observations([
            opened(first), ended(first), opened(again), opened(again, 1), ("s0", .note("late")),
            (again.session.name + "/1", .sessionClosed),
        ])
        let attempts = CaseFold.attempts(in: seen)
        #expect(attempts.map { $0.observations.map(\.sequence) } == [[0, 1, 4], [2, 3, 5]])
    }

    @Test func whatIsLostBesideOthersAndNotAloneIsTold() throws {
        let verdict = try #require(recorded([opened(first), ended(first), opened(again)]).first)
        #expect(verdict.outcome == .pass && verdict.findings.map(\.seen) == ["signal 11"])
    }

    @Test func whatIsLostAgainHasNoExcuse() throws {
        let verdict = try #require(recorded([opened(first), ended(first), opened(again), ended(again)]).first)
        #expect(verdict.outcome == .crash && verdict.findings.map(\.message) == ["gone"])
    }

    @Test func whatIsLostAndNotRunAgainIsNotKnown() throws {
        #expect(try #require(recorded([opened(first), ended(first)]).first).outcome == .inconclusive)
    }

    @Test func silenceIsToldOnlyWhenItWasSeenAgain() throws {
        let silent = ("s0", Event.note("silent"))
        let look = Attempt(0, .look)
        #expect(recorded([opened(first), silent]).map(\.outcome) == [.fail])
        // A run that was stopped has not come to look again.
        #expect(recorded(looks: 3, [opened(first), silent]).map(\.outcome) == [.inconclusive])
        #expect(recorded(looks: 3, [opened(first), silent, opened(look)]).map(\.outcome) == [.pass])
        let twice = [opened(first), silent, opened(look), (look.session.name, Event.note("silent"))]
        #expect(recorded(looks: 3, twice).map(\.outcome) == [.fail])
    }

    /// However often a case is repeated, each time comes to a verdict of its own.
    @Test func attemptsAreToldApartByWhatTheTraceSays() {
        let numbers = [0, 405, 1_000_000, 2_470 * 405]
        let attempts = numbers.flatMap {
            [Attempt($0), Attempt($0, .trial, 0), Attempt($0, .look, 0), Attempt($0, .look, 1)]
        }
        #expect(Set(attempts.map(\.session)).count == attempts.count)
        #expect(recorded(attempts.map { opened($0) }).count == numbers.count)
    }
}
