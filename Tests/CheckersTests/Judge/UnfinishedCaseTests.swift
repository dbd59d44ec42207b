import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Specification
import Testing

@testable import Checkers

/// Verdicts on cases that could not be done to their end, or not at all.
@Suite struct UnfinishedCaseTests {
    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    private static let body = """
        applies: { platforms: [ios], versions: 3.0+ }
        requires: [tap.http]
        fixture:
          providers: { sp1: [A] }
        steps:
          - call: checkAuthentication
          - await: "setAuthenticationStatus:errorCode:"
            where: { status: SUCCESS }
            cites: [AE-CHKN-003]
        """

    private func tape(_ kind: StepFailure.Kind, _ before: (inout Tape) -> Void = { _ in }) -> Tape {
        var tape = Tape()
        tape.configure()
        tape.step(0) { $0.call(.checkAuthentication) }
        tape.add(.stepBegan(1))
        before(&tape)
        tape.fail(1, kind)
        tape.add(.sessionClosed)
        return tape
    }

    @Test func waitingInVainFailsWithTheStatementsOfTheStepAndWhatCameInstead() throws {
        let verdict = try bench.verdict(
            Self.body, tape(.timedOut) { $0.authenticationStatus(0, "User Not Authenticated Error") })
        #expect(verdict.outcome == .fail)
        let finding = try #require(verdict.findings.first)
        #expect(finding.statements == ["AE-CHKN-003"])
        #expect(finding.expected == "the callback setAuthenticationStatus:errorCode: with status SUCCESS")
        #expect(finding.seen.contains("status 0"))
        let symptom = try #require(finding.symptom)
        #expect(symptom.kind == .different)
        #expect(symptom.subject == "the callback setAuthenticationStatus:errorCode:")
        #expect(symptom.call == "checkAuthentication")
        #expect(symptom.differences == [Difference("status", expected: "SUCCESS", actual: "0 (ERROR)")])
    }

    @Test func bySilenceOnlyAPortThatIsIdleFails() throws {
        func verdict(_ before: (inout Tape) -> Void) throws -> Verdict {
            var tape = Tape()
            tape.configure()
            tape.step(0) { $0.call(.checkAuthentication) }
            tape.add(.stepBegan(1))
            before(&tape)
            tape.add(.sessionClosed)
            return try bench.verdict(Self.body, tape)
        }
        let idle = try verdict { $0.fail(1, .timedOut) }
        #expect(idle.outcome == .fail && idle.doubt == .silence)
        let unseen = try verdict { $0.fail(1, .timedOut, isIdle: false) }
        #expect(unseen.outcome == .inconclusive && unseen.doubt == .silence)
        let busy = try verdict {
            $0.request(.session, at: "sp1")
            $0.fail(1, .timedOut)
        }
        #expect(busy.outcome == .inconclusive)
        #expect(busy.findings.first?.message.hasSuffix("a request was unanswered") == true)
    }

    /// Only configurations must be asked for side by side.
    @Test(arguments: [Purpose.authorize, .configuration])
    func whoMayWaitForAHeldReplyIsNotSilent(purpose: Purpose) throws {
        var tape = Tape()
        tape.configure()
        tape.step(0) { $0.call(.checkAuthentication) }
        tape.add(.stepBegan(1))
        tape.add(.replyHeld(exchange: tape.request(purpose, at: "sp1")))
        tape.fail(1, .timedOut)
        tape.add(.sessionClosed)
        let verdict = try bench.verdict(Self.body, tape)
        #expect(verdict.outcome == (purpose == .configuration ? .fail : .inconclusive))
    }

    @Test func whatCameInsteadFailsAPortWithoutSilence() throws {
        let verdict = try bench.verdict(
            Self.body, tape(.ruledOut) { $0.authenticationStatus(0, "User Not Authenticated Error") })
        #expect(verdict.outcome == .fail && verdict.doubt == .order)
    }

    @Test(arguments: [Event.expiredEarly, .clockWasSet])
    func nothingIsKnownOfACaseInWhichTimeWasNotWhatItSeemed(event: Event) throws {
        let verdict = try bench.verdict(Self.body, tape(.ruledOut) { $0.add(event) })
        #expect(verdict.outcome == .inconclusive)
        #expect(verdict.findings.first?.isOfLostTime == true)
    }

    /// A recorder gets what several threads have seen, and the one that was first need not come first.
    @Test func whatIsRecordedLateIsJudgedWhenItHappened() throws {
        var tape = Tape()
        tape.configure()
        tape.step(0) { $0.call(.checkAuthentication) }
        tape.step(1) { $0.authenticationStatus(1, "") }
        tape.add(.sessionClosed)
        let testCase = try bench.makeCase(Self.body)
        let observations = bench.walked(tape, by: testCase)
        let inOrder = bench.judge.verdict(for: testCase, observations: observations, header: .sample())
        let shuffled = bench.judge.verdict(for: testCase, observations: observations.reversed(), header: .sample())
        #expect(inOrder.findings == shuffled.findings)
        #expect(shuffled == inOrder)
    }

    @Test(arguments: [
        (StepFailure.Kind.portGone, Outcome.crash), (.portSilent, .crash), (.callFailed, .fail), (.page, .fail),
        (.unsupported, .notTestable), (.noEvidence, .inconclusive), (.stopped, .inconclusive), (.timedOut, .fail),
    ])
    func eachKindOfFailureHasItsOutcome(kind: StepFailure.Kind, outcome: Outcome) throws {
        #expect(try bench.verdict(Self.body, tape(kind)).outcome == outcome)
    }

    @Test func aPageThatCannotBeGoneOnWithIsQuoted() throws {
        let tape = tape(.page) {
            $0.add(.browser(BrowserEvent(.failed, url: "http://127.0.0.1:1001/authenticate", detail: "404 Not Found")))
        }
        #expect(try bench.verdict(Self.body, tape).findings.first?.seen.contains("404 Not Found") == true)
    }

    @Test func whatWasWrongBeforeTheEvidenceWasMissingStillFails() throws {
        let tape = tape(.noEvidence) { $0.authenticationStatus(2, "Generic Authentication Error") }
        #expect(try bench.verdict(Self.body, tape).outcome == .fail)
    }

    @Test func aPortThatDiesCrashes() throws {
        var tape = Tape()
        tape.configure()
        tape.step(0) { $0.call(.checkAuthentication) }
        tape.step(1) { $0.authenticationStatus(1) }
        tape.add(.portEnded(reason: "signal 11"))
        let verdict = try bench.verdict(Self.body, tape)
        #expect(verdict.outcome == .crash)
        #expect(verdict.findings.first?.seen == "signal 11")
    }

    @Test func aCallThatDoesNotReturnFailsForThat() throws {
        var tape = Tape()
        tape.configure()
        tape.add(.stepBegan(0))
        tape.call(.checkAuthentication, returns: false)
        tape.fail(0, .timedOut)
        let verdict = try bench.verdict(Self.body, tape)
        #expect(verdict.outcome == .fail)
        #expect(verdict.findings.first?.statements == ["AE-Q-009"])
    }

    @Test(arguments: [
        (RunHeader.sample(.tvOS), Outcome.notApplicable, "the case is for ios, the run is for tvos"),
        (.sample(.iOS, SDKVersion(2, 5)), .notApplicable, "the case is for versions 3.0+, the run is for 2.5"),
        (.sample(features: []), .notTestable, "the adapter lacks the feature tap.http"),
        (.sample(without: [.checkAuthentication]), .notTestable, "the adapter lacks the call checkAuthentication"),
    ])
    func whatCannotBeTestedIsKnownBeforehand(header: RunHeader, outcome: Outcome, reason: String) throws {
        let testCase = try bench.makeCase(Self.body)
        let verdict = try #require(bench.judge.exclusion(of: testCase, header: header))
        #expect(verdict.outcome == outcome)
        #expect(verdict.findings.map(\.message) == [reason])
        #expect(bench.judge.verdict(for: testCase, observations: [], header: header) == verdict)
    }

    @Test func aCaseThatAwaitsWhatThePlatformLacksDoesNotApply() throws {
        let testCase = try bench.makeCase("steps:\n  - call: logout\n  - await: \"navigateToUrl:\"")
        let verdict = bench.judge.exclusion(of: testCase, header: .sample(.tvOS))
        #expect(verdict?.outcome == .notApplicable)
        #expect(verdict?.findings.map(\.message) == ["version 3.9.2 on tvos has no navigateToUrl:"])
        #expect(bench.judge.exclusion(of: testCase, header: .sample()) == nil)
    }

    @Test func aRequestThatDoesNotComeIsComparedWithOtherRequests() throws {
        var tape = Tape()
        tape.configure()
        tape.step(0) { $0.call(.checkAuthentication) }
        tape.add(.stepBegan(1))
        tape.reply(tape.request(.metadata, at: "sp1", path: "/there"))
        tape.authenticationStatus(1)
        tape.fail(1, .timedOut)
        let verdict = try bench.verdict(
            "steps:\n  - call: checkAuthentication\n  - await: { request: session }", tape)
        let finding = try #require(verdict.findings.first)
        #expect(finding.message == "a request of the kind session did not come")
        #expect(finding.seen.hasSuffix("the request GET /there (metadata) at sp1"))
    }

    @Test func aCaseThatCanBeRunIsNotExcluded() throws {
        #expect(bench.judge.exclusion(of: try bench.makeCase(Self.body), header: .sample()) == nil)
    }
}
