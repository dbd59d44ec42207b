import AccessEnablerAPI
import Evidence
import Specification
import Testing

@testable import Checkers

/// Verdicts on cases that are done to their end.
@Suite struct JudgeTests {
    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    /// Configures, checks, and is told that nobody is logged in.
    private static let steps = """
        fixture:
          providers: { sp1: [A, B], sp2: [B] }
        steps:
          - call: "setRequestor:serviceProviders:"
            with: { requestorID: $requestor, urls: [$sp1] }
          - await: "setRequestorComplete:"
          - call: checkAuthentication
            as: checked
          - await: "setAuthenticationStatus:errorCode:"
            as: answer
          - quiesce: true
            as: quiet

        """

    private func tape(
        status: Int64 = 0, code: String = "User Not Authenticated Error", isQuiet: Bool = true,
        _ more: (inout Tape) -> Void = { _ in }
    ) -> Tape {
        var tape = Tape()
        tape.step(0) { $0.configureUpToCompletion() }
        tape.step(1) { $0.complete() }
        tape.step(2) { $0.call(.checkAuthentication) }
        tape.step(3) { $0.authenticationStatus(status, code) }
        tape.step(4) { tape in
            more(&tape)
            if isQuiet { tape.add(.quiet(.milliseconds(20))) }
        }
        tape.add(.sessionClosed)
        return tape
    }

    private func verdict(
        _ expectations: String, _ tape: Tape, _ header: RunHeader = .sample()
    ) throws -> Verdict {
        try bench.verdict(Self.steps + expectations, tape, header)
    }

    /// How often a picker is shown that waits for a choice is not documented; one after the choice is another picker.
    @Test(arguments: [false, true]) func aPickerMayBeShownAgainUntilThereIsAChoice(_ hasChoice: Bool) throws {
        let tape = tape { tape in
            tape.call(.getAuthentication)
            tape.picker(("A", "sp1"), ("B", "sp1"))
            if hasChoice { tape.choose(nil) }
            tape.picker(("A", "sp1"), ("B", "sp1"))
        }
        let testCase = try bench.makeCase(Self.steps)
        let trace = CaseTrace(
            testCase, bench.walked(tape, by: testCase), .sample(), rules: Rulebook(api: bench.api))
        let unasked = ClosedWorld(trace: trace).violations(expecting: [], allowing: []).filter {
            $0.message == "the callback displayProviderDialog: is not allowed here"
        }
        #expect(unasked.count == (hasChoice ? 2 : 1))
    }

    /// Which of two answers a step took is read from the trace, and not found out again.
    @Test(arguments: [0, 1]) func aStepTookWhatTheTraceSaysThatItTook(_ number: Int) throws {
        let testCase = try bench.makeCase(Self.steps)
        var observations = tape { $0.authenticationStatus(0, "told later") }.observations
        let answers = observations.indices.filter { position in
            guard case .callback(let callback) = observations[position].event else { return false }
            return callback.message.selector == .setAuthenticationStatus
        }
        try #require(answers.count == 2)
        let end = try #require(observations.firstIndex { $0.event == .stepEnded(3) })
        observations[end].event = .stepEnded(3, took: observations[answers[number]].sequence)
        let trace = CaseTrace(testCase, observations, .sample(), rules: Rulebook(api: bench.api))
        #expect(trace.landmark(of: 3) == answers[number])
        #expect(trace.awaited == [answers[number]])
    }

    /// A trace may come from anywhere.
    @Test func aStepThatEndedBeforeItBeganHasNoQuiet() throws {
        let testCase = try bench.makeCase(Self.steps + "expect:\n  - never: { request: any }\n    after: quiet\n")
        var observations = tape { _ in }.observations
        let began = try #require(observations.firstIndex { $0.event == .stepBegan(4) })
        let ended = try #require(observations.firstIndex { $0.event == .stepEnded(4) })
        (observations[began].event, observations[ended].event) = (.stepEnded(4), .stepBegan(4))
        let trace = CaseTrace(testCase, observations, .sample(), rules: Rulebook(api: bench.api))
        let landmarks = trace.landmarks(of: try #require(testCase.expectations.first))
        #expect(landmarks.map(\.label) == ["quiet"])
    }

    @Test func aCaseWhoseExpectationsAllHoldPasses() throws {
        let verdict = try verdict(
            """
            expect:
              - callback: "setAuthenticationStatus:errorCode:"
                where: { status: ERROR, code: USER_NOT_AUTHENTICATED_ERROR }
                count: 1
                after: checked
              - order:
                  - callback: "setRequestorComplete:"
                  - call: checkAuthentication
                  - callback: "setAuthenticationStatus:errorCode:"
              - never: { request: any }
                after: checked
            """, tape())
        #expect(verdict.outcome == .pass)
        #expect(verdict.findings.isEmpty)
        #expect(verdict.sessions == [SessionID("s1")])
        #expect(verdict.statements == ["AE-CHKN-004"])
    }

    @Test func whatDoesNotComeFailsTheCaseAndSaysWhatCameNear() throws {
        let verdict = try verdict(
            """
            expect:
              - callback: "setAuthenticationStatus:errorCode:"
                where: { status: SUCCESS }
                cites: [AE-CHKN-003]
            """, tape())
        #expect(verdict.outcome == .fail)
        let finding = try #require(verdict.findings.first)
        #expect(finding.statements == ["AE-CHKN-003"])
        #expect(
            finding.message == "the callback setAuthenticationStatus:errorCode: with status SUCCESS did not come")
        #expect(finding.expected.hasSuffix("at least once"))
        #expect(finding.seen.contains("status 0, code 'User Not Authenticated Error'"))
        #expect(finding.symptom?.differences == [Difference("status", expected: "SUCCESS", actual: "0 (ERROR)")])
        #expect(finding.observations.count == 1)
    }

    @Test func whatSomethingElseExpectsIsNotTakenForWhatDidNotCome() throws {
        let expectations = """
            expect:
              - { callback: any, where: { code: N111 }, count: 1 }
              - { callback: any, where: { code: User Not Authenticated Error }, count: 1 }
            """
        let finding = try #require(try verdict(expectations, tape()).findings.first)
        #expect(finding.symptom?.kind == .missing)
        #expect(finding.seen == "nothing of the kind")
        #expect(finding.observations.isEmpty)
    }

    @Test func aFindingNamesTheStepsBetweenWhichItLooked() throws {
        let finding = try #require(
            try verdict(
                """
                expect:
                  - { callback: "setToken:forResource:", after: checked, before: quiet }
                """, tape()
            ).findings.first)
        #expect(finding.landmarks.map(\.label) == ["checked", "quiet"])
        #expect(finding.landmarks.map(\.isBeginning) == [true, false])
        #expect(finding.landmarks.first?.call == "checkAuthentication")
        let call = tape().observations.first { observation in
            guard case .call(_, let message) = observation.event else { return false }
            return message.selector == .checkAuthentication
        }
        #expect(finding.landmarks.first?.place == call?.sequence)
        let quiet = tape().observations.first { $0.event == .quiet(.milliseconds(20)) }
        #expect(finding.landmarks.last?.place == quiet?.sequence)
    }

    @Test func whatComesTooOftenFailsTheCase() throws {
        let tape = tape { $0.authenticationStatus(0, "User Not Authenticated Error") }
        let verdict = try verdict(
            """
            expect:
              - { callback: "setAuthenticationStatus:errorCode:", count: 1 }
            """, tape)
        #expect(verdict.outcome == .fail)
        #expect(verdict.findings.first?.seen.contains(";") == true)
    }

    @Test func aWrongOrderFailsTheCase() throws {
        let verdict = try verdict(
            """
            expect:
              - order:
                  - callback: "setAuthenticationStatus:errorCode:"
                  - callback: "setRequestorComplete:"
            """, tape())
        #expect(verdict.outcome == .fail)
        #expect(verdict.findings.first?.seen == "it came only earlier")
    }

    @Test func aCallbackThatTheCaseDoesNotNameFailsIt() throws {
        let tape = tape { $0.callback(.setRequestorComplete, ("status", 1)) }
        let verdict = try verdict("", tape)
        #expect(verdict.outcome == .fail)
        #expect(verdict.findings.contains { $0.message == "the callback setRequestorComplete: is not allowed here" })
        #expect(try self.verdict("", self.tape()).outcome == .pass)
    }

    @Test func anAllowedCallbackMayComeMoreOften() throws {
        let tape = tape { $0.authenticationStatus(0, "User Not Authenticated Error") }
        #expect(try verdict("", tape).outcome == .fail)
        #expect(try verdict("allow: [\"setAuthenticationStatus:errorCode:\"]", tape).outcome == .pass)
    }

    @Test func trackingIsAlwaysAllowedUnlessItIsForbidden() throws {
        let tape = tape { tape in
            tape.callback(
                .sendTrackingData,
                ("data", ["false", nil, nil, nil, "mobile", "ios", "iOS"]), ("event", "TRACKING_AUTHENTICATION"))
        }
        #expect(try verdict("", tape).outcome == .pass)
        let forbidding = "expect:\n  - never: { callback: \"sendTrackingData:forEventType:\" }"
        let verdict = try verdict(forbidding, tape)
        #expect(verdict.outcome == .fail)
        #expect(verdict.findings.map(\.symptom?.forbidden) == ["the callback sendTrackingData:forEventType:"])
    }

    @Test func absenceWithoutQuietIsNotDecided() throws {
        let expectations = "expect:\n  - never: { request: any }\n    after: checked"
        #expect(try verdict(expectations, tape()).outcome == .pass)
        #expect(try verdict(expectations, tape(isQuiet: false)).outcome == .inconclusive)
    }

    @Test func aWindowOpensAtTheCallAndNotAtTheEndOfItsStep() throws {
        var tape = Tape()
        tape.step(0) { $0.configureUpToCompletion() }
        tape.step(1) { $0.complete() }
        tape.step(2) { tape in
            tape.call(.checkAuthentication)
            tape.authenticationStatus(0, "User Not Authenticated Error")
        }
        tape.step(3) { _ in }
        tape.step(4) { $0.add(.quiet(.milliseconds(20))) }
        let verdict = try verdict(
            """
            expect:
              - { callback: "setAuthenticationStatus:errorCode:", after: checked, count: 1 }
            """, tape)
        #expect(verdict.outcome == .pass)
    }

    /// A port that rested before it was called has not shown that it answers nothing.
    @Test(arguments: ["- callback: \"dummy\"", "- order: [ { callback: \"dummy\" } ]"], [false, true])
    func silenceIsProvedByTheRestAfterTheLastCall(_ expectation: String, _ isAtRest: Bool) throws {
        let body = """
            fixture:
              providers: { sp1: [A] }
            steps:
              - call: "setRequestor:serviceProviders:"
                with: { requestorID: $requestor, urls: [$sp1] }
              - await: "setRequestorComplete:"
              - quiesce
              - call: checkAuthentication
            expect:
              \(expectation.replacing("dummy", with: "setAuthenticationStatus:errorCode:"))

            """
        var tape = Tape()
        tape.step(0) { $0.configureUpToCompletion() }
        tape.step(1) { $0.complete() }
        tape.step(2) { $0.add(.quiet(.milliseconds(20))) }
        tape.step(3) { $0.call(.checkAuthentication) }
        if isAtRest { tape.add(.quiet(.milliseconds(20))) }
        tape.add(.sessionClosed)
        let verdict = try bench.verdict(body, tape)
        #expect(verdict.outcome == (isAtRest ? .fail : .inconclusive), "\(verdict.findings.map(\.message))")
        #expect(verdict.doubt == .silence)
    }

    @Test func theFirstReadingThatHoldsIsReported() throws {
        let readings = """
            readings:
              - name: says yes
                expect:
                  - callback: "setAuthenticationStatus:errorCode:"
                    where: { status: SUCCESS }
              - name: says no
                expect:
                  - callback: "setAuthenticationStatus:errorCode:"
                    where: { status: ERROR }
            """
        #expect(try verdict(readings, tape()).reading == "says no")
        let other = try verdict(readings, tape(status: 1, code: ""))
        #expect(other.outcome == .pass)
        #expect(other.reading == "says yes")
    }

    @Test func whereNoReadingHoldsEachSaysWhyNot() throws {
        let readings = """
            readings:
              - name: asks
                expect: [{ request: session }]
              - name: logs out
                expect: [{ request: logout, after: checked }]
            """
        let verdict = try verdict(readings, tape())
        #expect(verdict.outcome == .fail)
        #expect(verdict.reading == nil)
        #expect(
            verdict.findings.map(\.message) == [
                "not as in the reading 'asks': a request of the kind session did not come",
                "not as in the reading 'logs out': a request of the kind logout did not come after 'checked'",
            ])
    }

    @Test func aReadingAllowsItsOwnCallbacks() throws {
        let tape = tape { $0.authenticationStatus(0, "User Not Authenticated Error") }
        let readings = """
            readings:
              - name: once
                expect: [{ callback: "setAuthenticationStatus:errorCode:", count: 1 }]
              - name: more often
                expect: [{ callback: "setRequestorComplete:" }]
                allow: ["setAuthenticationStatus:errorCode:"]
            """
        #expect(try verdict(readings, tape).reading == "more often")
    }

    @Test func aCaseInWhichNothingWasCalledIsNotTestable() throws {
        var tape = Tape()
        for step in 0..<5 { tape.step(step) { _ in } }
        let verdict = try verdict("", tape)
        #expect(verdict.outcome == .notTestable)
        #expect(verdict.findings.first?.message.contains("nothing was exercised") == true)
    }

    @Test func aTraceThatBreaksOffIsNotDecided() throws {
        var tape = Tape()
        tape.step(0) { $0.configure() }
        #expect(try verdict("", tape).outcome == .inconclusive)
    }

    @Test(arguments: [("2", Outcome.fail), ("1", .pass)])
    func whatMustBeTheSameAsBeforeIsCompared(second: String, outcome: Outcome) throws {
        var tape = Tape()
        tape.configure()
        tape.step(0) { $0.call(.checkAuthorization, ("resource", "news")) }
        tape.step(1) { tape in
            tape.callback(
                .tokenRequestFailed, ("resource", "news"), ("code", "User Not Authorized Error"), ("description", "1"))
        }
        tape.step(2) { tape in
            tape.callback(
                .tokenRequestFailed, ("resource", "news"), ("code", "User Not Authorized Error"),
                ("description", .string(second)))
        }
        let verdict = try bench.verdict(
            """
            steps:
              - call: "checkAuthorization:"
                with: { resource: news }
              - await: "tokenRequestFailed:errorCode:errorDescription:"
                as: first
              - await: "tokenRequestFailed:errorCode:errorDescription:"
                where: { description: { same-as: first.description } }
            allow: ["setRequestorComplete:"]
            """, tape)
        #expect(verdict.outcome == outcome)
    }

    @Test func theSameMistakeIsSaidOnceWithAllItsPlaces() throws {
        let tape = tape { tape in
            for _ in 0..<3 { tape.callback("invented:") }
        }
        let verdict = try verdict("allow: [\"setAuthenticationStatus:errorCode:\"]", tape)
        let findings = verdict.findings.filter { $0.message == "'invented:' is no documented callback" }
        #expect(findings.map(\.observations.count) == [3])
    }
}

extension Tape {
    /// A configuration phase with sp1, but for its end.
    mutating func configureUpToCompletion() {
        setRequestor(["sp1"])
        let exchange = askConfiguration("sp1")
        reply(exchange)
        taken("sp1")
    }
}
