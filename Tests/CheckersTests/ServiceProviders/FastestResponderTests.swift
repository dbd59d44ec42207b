import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Specification
import Testing

@testable import Checkers

/// The check on traces of one configuration phase with two providers, released one by one.
@Suite struct FastestResponderTests {
    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    private static let body = """
        fixture:
          providers: { sp1: [A, B], sp2: [B, C], sp3: [B] }
        steps:
          - hold: configuration
          - call: "setRequestor:serviceProviders:"
            with: { requestorID: $requestor, urls: [$sp1, $sp2] }
          - release: [sp1, sp2]
          - await: "setRequestorComplete:"
        expect:
          - check: fastest-responder
        """

    private func judgement(_ tape: Tape, _ body: String = body) throws -> Judgement {
        let testCase = try bench.makeCase(body)
        return FastestResponder.judgement(
            of: CaseTrace(testCase, tape.observations, .sample(), rules: Rulebook(api: bench.api)))
    }

    private enum Proof { case tap, pings, barrier, nothing }

    /// sp1 answers, the port takes it in, then sp2 answers: long after, or so soon that its response time may be shorter.
    private func phase(_ proof: Proof = .tap, isSpaced: Bool = true) -> Tape {
        var tape = Tape()
        tape.setRequestor(["sp1", "sp2"])
        let exchanges = ["sp1", "sp2"].map { ($0, tape.askConfiguration($0)) }
        for (provider, exchange) in exchanges {
            if isSpaced { tape.pass(milliseconds: 20) }
            tape.reply(exchange)
            switch proof {
            case .tap: tape.taken(provider)
            case .pings:
                for _ in 0..<3 {
                    tape.pass(milliseconds: 10)
                    tape.probe(.ping)
                }
            case .barrier: tape.probe(.barrier)
            case .nothing: break
            }
        }
        tape.complete()
        return tape
    }

    private func statements(_ findings: [Finding]) -> Set<String> { Set(findings.flatMap(\.statements)) }

    @Test func aCorrectPortPassesOnCausalEvidence() throws {
        var tape = phase()
        tape.probeBinding("A", at: "sp1")
        tape.probeBinding("B", at: "sp1")
        tape.probeBinding("C", at: "sp2")
        #expect(try judgement(tape) == Judgement(evidence: .causal))
    }

    /// After a login with B comes a configuration that does not list it: no provider is B's then.
    @Test(arguments: [true, false]) func whoAsksAboutALoginThatNobodyListsIsNotSaid(isAboutLogin: Bool) throws {
        var tape = Tape()
        tape.configure("sp2")
        tape.choose("B")
        tape.navigate("B", to: "sp2")
        tape.request(.session, at: "sp2")
        tape.authenticationStatus(1)
        tape.configure("sp1")
        if isAboutLogin {
            tape.request(.metadata, at: "sp1")
            tape.request(.logout, at: "sp2", ["mso_id": Tape.value("B")])
        } else {
            tape.request(.authorize, at: "sp1", ["mso_id": Tape.value("B")])
        }
        let body = Self.body.replacing("sp1: [A, B], sp2: [B, C], sp3: [B]", with: "sp1: [A], sp2: [B]")
        let trace = CaseTrace(
            try bench.makeCase(body), tape.observations, .sample(), rules: Rulebook(api: bench.api))
        #expect(
            Routes.all(in: trace).flatMap { $0.violations(in: trace) }.map(\.expected)
                == (isAboutLogin ? [] : ["nothing about $B: no provider has listed it"]))
    }

    /// Whose user it is about is not in the request, and whether the choice still switches the provider is not said; an
    /// authorization follows the login (AE-GETZ-019).
    @Test(arguments: [Purpose.metadata, .authorize]) func whoIsAskedForTheUserAfterAFailedChoiceIsNotSaid(
        _ purpose: Purpose
    ) throws {
        var tape = phase()
        tape.choose("A")
        tape.navigate("A", to: "sp1")
        tape.request(.session, at: "sp1")
        tape.authenticationStatus(1)
        tape.choose("C")
        tape.navigate("C", to: "sp2")
        tape.request(.session, at: "sp2")
        tape.authenticationStatus(0)
        tape.request(purpose, at: "sp2")
        let trace = CaseTrace(
            try bench.makeCase(Self.body), tape.observations, .sample(), rules: Rulebook(api: bench.api))
        let wrong = Routes.all(in: trace).flatMap { $0.violations(in: trace) }
        #expect(wrong.isEmpty == (purpose == .metadata))
    }

    @Test func theSlowerResponderFailsOnCausalEvidence() throws {
        var tape = phase()
        tape.probeBinding("B", at: "sp2")
        let judgement = try judgement(tape)
        #expect(judgement.evidence == .causal)
        #expect(statements(judgement.violations) == ["AE-SP-007", "AE-SP-011"])
        #expect(
            judgement.violations.map(\.message) == [
                "the port had processed the reply of sp1 before the reply of sp2 was sent (reported by the port); yet "
                    + "$B belongs to sp2 although sp1 lists it too, so the reply of sp2 must have been the earlier one; "
                    + "these contradict each other"
            ])
        #expect(judgement.violations.map(\.expected) == ["$B -> sp1"])
        #expect(judgement.violations.map(\.seen) == ["$B -> sp2"])
    }

    @Test func theShortestResponseTimeMayDecideWhereTheRepliesComeTooSoonToTellItFromTheFirstResponse() throws {
        var tape = phase(isSpaced: false)
        tape.probeBinding("B", at: "sp2")
        #expect(try judgement(tape).violations.isEmpty)
    }

    @Test(arguments: [Proof.pings, .barrier])
    private func weakerEvidenceOnlyNominates(proof: Proof) throws {
        var tape = phase(proof)
        tape.probeBinding("B", at: "sp2")
        let judgement = try judgement(tape)
        #expect(judgement.violations.isEmpty)
        #expect(judgement.undecided.count == 1)
        #expect(judgement.evidence == .roundTrips)
    }

    @Test func withoutEvidenceAGatedCaseIsNotDecided() throws {
        var tape = phase(.nothing)
        tape.probeBinding("B", at: "sp1")
        let judgement = try judgement(tape)
        #expect(judgement.violations.isEmpty && judgement.undecided.count == 1)
    }

    @Test func pingsThatCameBackAtOnceProveNothing() throws {
        var tape = Tape()
        tape.setRequestor(["sp1", "sp2"])
        let first = tape.askConfiguration("sp1")
        let second = tape.askConfiguration("sp2")
        tape.reply(first)
        for _ in 0..<3 { tape.probe(.ping) }
        tape.reply(second)
        tape.complete()
        tape.probeBinding("B", at: "sp2")
        #expect(try judgement(tape).violations.isEmpty)
    }

    @Test func anMVPDAtAProviderThatDoesNotListItIsWrong() throws {
        var tape = phase()
        tape.probeBinding("A", at: "sp2")
        #expect(statements(try judgement(tape).violations) == ["AE-SP-007"])
    }

    @Test func anMVPDIsNotSentElsewhereLater() throws {
        var tape = phase()
        tape.probeBinding("B", at: "sp1")
        tape.request(.authorize, at: "sp2", ["mso_id": Tape.value("B")])
        #expect(statements(try judgement(tape).violations) == ["AE-SP-008", "AE-SP-009", "AE-SP-010"])
    }

    /// AE-SEL-014: a choice outside a flow may be recorded only, so that the stored login of A stays in use.
    @Test func aChoiceWithoutALoginSaysNothingOfRequestsThatNameNoMVPD() throws {
        var tape = phase()
        tape.choose("A")
        tape.navigate("A", to: "sp1")
        tape.authenticationStatus(1)
        tape.choose("C")
        tape.request(.registrationCode, at: "sp2", ["mvpd": Tape.value("C")])
        tape.call(.getAuthentication)
        tape.authenticationStatus(1)
        tape.request(.mediaToken, at: "sp1")
        #expect(try judgement(tape).violations.isEmpty)
    }

    /// A login with A is under way, whose code is CODE7.
    private func phaseWithACode() -> Tape {
        var tape = phase()
        tape.call(.getAuthentication)
        tape.choose("A")
        tape.callback(
            .status, ("statusDictionary", .object(["errorId": "REGCODE", "code": .string("CODE7")])))
        return tape
    }

    @Test func aPollOfALoginThatWasCancelledIsNotHeldAgainstTheMVPDChosenNext() throws {
        var tape = phaseWithACode()
        tape.choose(nil)
        tape.choose("C")
        tape.request(.poll, at: "sp1", path: "/api/v1/checkauthn/CODE7")
        tape.request(.registrationCode, at: "sp2")
        #expect(try judgement(tape).violations.isEmpty)
    }

    @Test func aCodeThatIsTakenBackBelongsToTheMVPDThatItWasFor() throws {
        var tape = phaseWithACode()
        tape.choose("C")
        tape.request(.registrationCode, at: "sp2", path: "/reggie/v1/R/regcode")
        tape.request(.registrationCode, at: "sp1", path: "/reggie/v1/R/regcode/CODE7")
        #expect(try judgement(tape).violations.isEmpty)
    }

    /// a port may measure to the head of a reply, or to its end.
    @Test func aReplyThatHadBegunMayHaveBeenTheFirst() throws {
        for isBegun in [true, false] {
            var tape = Tape()
            tape.setRequestor(["sp1", "sp2"])
            let (slow, other) = (tape.askConfiguration("sp1"), tape.askConfiguration("sp2"))
            tape.pass(milliseconds: 20)
            let begun = tape.now
            tape.pass(milliseconds: 20)
            tape.reply(other)
            tape.taken("sp2")
            tape.pass(milliseconds: 20)
            tape.reply(slow, begun: isBegun ? begun : nil)
            tape.taken("sp1")
            tape.complete()
            tape.probeBinding("B", at: "sp1")
            #expect(try judgement(tape).violations.isEmpty == isBegun)
        }
    }

    /// AE-STO-010: of each login that is kept it may be asked whether it still stands.
    @Test(arguments: [(["A"], false), (["C", "A"], true)])
    func aQuestionThatNamesNoMVPDMayBeOfAnyLoginThatIsKept(logins: [String], isRight: Bool) throws {
        var tape = phase()
        for mvpd in logins {
            tape.choose(mvpd)
            tape.callback(.setAuthenticationStatus, ("status", .int(1)), ("code", .string("")))
        }
        tape.request(.session, at: "sp1")
        tape.request(.session, at: "sp2")
        #expect(try judgement(tape).violations.isEmpty == isRight)
    }

    /// AE-STO-010: each programmer has logins of its own.
    @Test(arguments: [("requestor", false), ("other", true)])
    func aRequestThatNamesNoMVPDIsNotHeldAgainstAnotherProgrammersLogin(later: String, isRight: Bool) throws {
        var tape = phase()
        tape.choose("A")
        tape.callback(.setAuthenticationStatus, ("status", .int(1)), ("code", .string("")))
        tape.setRequestor(["sp1", "sp2"], requestor: later)
        for provider in ["sp1", "sp2"] {
            tape.reply(tape.askConfiguration(provider, about: Tape.value(later)))
            tape.taken(provider)
        }
        tape.complete()
        tape.request(.preauthorize, at: "sp2")
        #expect(try judgement(tape).violations.isEmpty == isRight)
    }

    /// A login may be ended where it lives; that its MVPD is another provider's by now is so for new requests.
    @Test(arguments: [(Purpose.logout, true), (.session, true), (.authorize, false)])
    func aLoginMayBeEndedAtTheProviderOfTheEarlierPhase(purpose: Purpose, isRight: Bool) throws {
        var tape = phase()
        tape.probeBinding("B", at: "sp1")
        tape.request(.session, at: "sp1", ["mso_id": Tape.value("B")])
        tape.configure("sp3")
        tape.call(.getAuthorization, ("resource", "news"))
        tape.request(purpose, at: "sp1", ["mso_id": Tape.value("B")])
        #expect(try judgement(tape).violations.isEmpty == isRight)
    }

    @Test func aNewPhaseMayBindAnew() throws {
        var tape = phase()
        tape.probeBinding("B", at: "sp1")
        tape.configure("sp2")
        tape.probeBinding("B", at: "sp2")
        #expect(try judgement(tape).violations.isEmpty)
    }

    @Test func aFailedReplyIsNoResponder() throws {
        var tape = Tape()
        tape.setRequestor(["sp1", "sp2"])
        let first = tape.askConfiguration("sp1")
        let second = tape.askConfiguration("sp2")
        tape.reply(first, status: 500)
        tape.taken("sp1")
        tape.reply(second)
        tape.taken("sp2")
        tape.complete()
        var right = tape
        right.probeBinding("B", at: "sp2")
        #expect(try judgement(right).violations.isEmpty)
        tape.probeBinding("B", at: "sp1")
        #expect(statements(try judgement(tape).violations) == ["AE-SP-007"])
    }

    @Test func aReplyUnderAFaultOfTheCaseIsNoResponder() throws {
        var tape = Tape()
        tape.step(0) { _ in }
        tape.setRequestor(["sp1", "sp2"])
        let exchanges = ["sp1", "sp2"].map { ($0, tape.askConfiguration($0)) }
        for (provider, exchange) in exchanges {
            tape.reply(exchange)
            tape.taken(provider)
        }
        tape.complete()
        tape.probeBinding("B", at: "sp2")
        let body = Self.body.replacing(
            "  - hold: configuration", with: "  - fault: malformedXML\n    of: configuration\n    at: sp1")
        #expect(try judgement(tape, body).violations.isEmpty)
    }

    @Test func nobodyOutsideTheArrayIsAsked() throws {
        var tape = phase()
        tape.askConfiguration("sp3")
        #expect(statements(try judgement(tape).violations) == ["AE-SP-003"])
    }

    @Test func everybodyInTheArrayIsAsked() throws {
        var tape = Tape()
        tape.setRequestor(["sp1", "sp2"])
        let exchange = tape.askConfiguration("sp1")
        tape.reply(exchange)
        tape.complete()
        #expect(statements(try judgement(tape).violations) == ["AE-SP-001"])
    }

    @Test func everybodyIsAskedAboutTheSameRequestor() throws {
        var tape = Tape()
        tape.setRequestor(["sp1"])
        tape.askConfiguration("sp1", about: "SOMEONE")
        tape.complete()
        #expect(statements(try judgement(tape).violations) == ["AE-SP-019"])
    }

    /// A reply that nobody held may be out before a port, stopped between two requests, has sent the second.
    @Test(arguments: [false, true]) func aRequestThatWaitsForAHeldReplyIsLate(_ isHeld: Bool) throws {
        var tape = Tape()
        tape.setRequestor(["sp1", "sp2"])
        for provider in ["sp1", "sp2"] {
            let exchange = tape.askConfiguration(provider)
            if isHeld { tape.add(.replyHeld(exchange: exchange)) }
            tape.reply(exchange)
            tape.taken(provider)
        }
        tape.complete()
        #expect(statements(try judgement(tape).violations) == (isHeld ? ["AE-SP-002"] : []))
    }
}
