import AccessEnablerAPI
import Evidence
import Testing

@testable import Checkers

/// Which answers are told once more although no call is left for them.
@Suite struct RepeatedAnswersTests {
    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    /// The places of the answers that are passed over, counted from the first answer.
    private func passed(_ events: (inout Tape) -> Void) -> [Int] {
        var tape = Tape()
        events(&tape)
        let answers = tape.observations.filter { if case .callback = $0.event { true } else { false } }
        let passed = RepeatedAnswers(in: tape.observations, bench.api).passed
        return answers.indices.filter { passed.contains(answers[$0].sequence) }
    }

    private let success: [(String, Value)] = [("status", 1), ("code", "")]

    private func logIn(_ tape: inout Tape) {
        tape.call(.getAuthentication)
        tape.call(.setSelectedProvider, ("mvpdId", "A"))
        tape.call(.handleExternalURL, ("url", "adobepass://ios.app"))
    }

    @Test func theSecondEndOfALoginIsNoneOfTheNext() {
        let found = passed { tape in
            logIn(&tape)
            tape.callback(.setAuthenticationStatus, success[0], success[1])
            tape.callback(.setAuthenticationStatus, success[0], success[1])
            logIn(&tape)
            tape.callback(.setAuthenticationStatus, success[0], success[1])
        }
        #expect(found == [1])
    }

    /// Which of them were told once more is not known: one call may have two answers before another has its first.
    @Test func answersToCallsAtOnceAreAllMeant() {
        let found = passed { tape in
            for _ in 0..<3 { tape.call(.getSelectedProvider) }
            for mvpd in ["B", "B", "A", "A", "A", "A"] {
                tape.callback(.selectedProvider, ("mvpd", ["ID": .string(mvpd)]))
            }
        }
        #expect(found == [])
    }

    @Test func whatIsCalledAfterCallsAtOnceIsSureAgain() {
        let found = passed { tape in
            for _ in 0..<2 { tape.call(.checkAuthentication) }
            for _ in 0..<2 { tape.callback(.setAuthenticationStatus, success[0], success[1]) }
            tape.call(.checkAuthentication)
            for _ in 0..<2 { tape.callback(.setAuthenticationStatus, success[0], success[1]) }
        }
        #expect(found == [3])
    }

    @Test func whatIsAnotherAnswerOrOfAnotherSessionIsMeant() {
        let found = passed { tape in
            tape.call(.getSelectedProvider)
            tape.callback(.selectedProvider, ("mvpd", ["ID": "A"]))
            tape.callback(.selectedProvider, ("mvpd", ["ID": "B"]))
            tape.open()
            tape.callback(.selectedProvider, ("mvpd", ["ID": "B"]))
        }
        #expect(found == [])
    }

    /// The selection may be answered by itself where no login waits for it (AE-SEL-005).
    @Test func whatIsCalledOutsideAFlowMayBeAnsweredEachTime() {
        let found = passed { tape in
            for _ in 0..<2 { tape.call(.setSelectedProvider, ("mvpdId", "T")) }
            for _ in 0..<2 { tape.callback(.setAuthenticationStatus, success[0], success[1]) }
        }
        #expect(found == [])
    }
}
