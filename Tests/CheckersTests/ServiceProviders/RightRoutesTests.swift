import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Specification
import Testing

@testable import Checkers

/// Ports that are right in another way than most: what they send where is held against nobody.
///
/// Most of them are about requests that name no MVPD. A is listed by sp1, B and C by sp2, and B by sp3, too.
@Suite struct RightRoutesTests {
    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    private static let body = """
        fixture:
          persistent-storage: true
          providers: { sp1: [A], sp2: [B, C], sp3: [B] }
        steps:
          - configure: [sp1, sp2]
          - quiesce
        expect:
          - check: fastest-responder
        """

    private func violations(_ body: (inout Tape) -> Void) throws -> [String] {
        var tape = Tape()
        body(&tape)
        let trace = CaseTrace(
            try bench.makeCase(Self.body), tape.observations, .sample(), rules: Rulebook(api: bench.api))
        return FastestResponder.judgement(of: trace).violations.flatMap(\.statements)
    }

    private func configure(_ tape: inout Tape, _ providers: [String] = ["sp1", "sp2"]) {
        tape.setRequestor(providers)
        for provider in providers {
            tape.pass(milliseconds: 20)
            tape.reply(tape.askConfiguration(provider))
            tape.taken(provider)
        }
        tape.complete()
    }

    private func logIn(_ mvpd: String, at provider: String, _ tape: inout Tape) {
        tape.choose(mvpd)
        tape.navigate(mvpd, to: provider)
        tape.authenticationStatus(1)
    }

    /// What was asked for A may arrive when B is chosen: nothing says which of two requests was sent first.
    @Test(arguments: [true, false]) func aRequestForTheChoiceOfBeforeMayArriveAfterTheNext(isSecond: Bool) throws {
        let violations = try violations { tape in
            configure(&tape)
            if isSecond { tape.choose("A") }
            tape.choose("B")
            tape.request(.session, at: "sp2")
            tape.request(.session, at: "sp1")
        }
        #expect(violations.isEmpty == isSecond)
    }

    /// What a call under the login with A still asks for is that login's, whoever has logged in since.
    @Test(arguments: [true, false]) func aCallThatALoginOvertakesGoesOnWhereItWas(isAnswered: Bool) throws {
        let violations = try violations { tape in
            configure(&tape)
            logIn("A", at: "sp1", &tape)
            tape.call(.checkPreauthorizedResources, ("resources", .array([.string("news")])))
            if isAnswered { tape.callback(.preauthorizedResources, ("resources", .array([]))) }
            logIn("B", at: "sp2", &tape)
            tape.request(.preauthorize, at: "sp1")
        }
        #expect(violations.isEmpty != isAnswered)
    }

    /// Whoever is to log in, and has chosen nobody yet, may be known to any provider.
    @Test(arguments: [true, false]) func beforeAChoiceALookForALoginIsOfNoMVPD(isSelecting: Bool) throws {
        let violations = try violations { tape in
            configure(&tape)
            logIn("A", at: "sp1", &tape)
            if isSelecting { tape.call(.getAuthenticationWithData, ("forceAuthn", .bool(true))) }
            tape.request(.session, at: "sp2")
        }
        #expect(violations.isEmpty == isSelecting)
    }

    /// AE-CHKN-003: the login of before is told of as long as there is no other.
    @Test(arguments: [true, false]) func aCheckDuringALoginIsAnsweredByTheLoginOfBefore(isChecked: Bool) throws {
        let violations = try violations { tape in
            configure(&tape)
            logIn("A", at: "sp1", &tape)
            tape.call(.getAuthentication)
            tape.choose("B")
            tape.navigate("B", to: "sp2")
            if isChecked { tape.call(.checkAuthentication) }
            tape.authenticationStatus(1)
            tape.request(.authorize, at: "sp1")
        }
        // Without the check it is the login with B that has come to its end.
        #expect(violations.isEmpty == isChecked)
    }

    /// An authorization that was answered before the login with B began says nothing of its status.
    @Test(arguments: [true, false]) func anAuthorizationUnderWayMayTellOfTheLoginOfBefore(isUnderWay: Bool) throws {
        let violations = try violations { tape in
            configure(&tape)
            logIn("A", at: "sp1", &tape)
            tape.call(.checkAuthorizationWithData, ("resource", "news"))
            if !isUnderWay { tape.callback(.setToken, ("token", "x"), ("resource", "news")) }
            logIn("B", at: "sp2", &tape)
            tape.request(.authorize, at: "sp1")
        }
        #expect(violations.isEmpty == isUnderWay)
    }

    /// AE-SEL-010, A-55, A-63.
    @Test(arguments: [true, false]) func whichOfSeveralLoginsIsLeftIsNotSaid(isErased: Bool) throws {
        for logins in [["A", "B"], ["B"]] {
            let violations = try violations { tape in
                configure(&tape)
                for mvpd in logins { logIn(mvpd, at: mvpd == "A" ? "sp1" : "sp2", &tape) }
                if isErased {
                    tape.choose(nil)
                    tape.authenticationStatus(0)
                } else {
                    tape.open()
                    configure(&tape)
                }
                tape.request(.authorize, at: "sp1")
            }
            #expect(violations.isEmpty == (logins.count == 2), "\(logins)")
        }
    }

    /// One of two replies that a port has asked for counts, whichever comes first.
    @Test(arguments: [true, false]) func whoAsksTwiceTakesTheReplyThatComesFirst(asksTwice: Bool) throws {
        let violations = try violations { tape in
            tape.setRequestor(["sp2", "sp3"])
            let (slow, other) = (tape.askConfiguration("sp3"), tape.askConfiguration("sp2"))
            if asksTwice {
                tape.reply(tape.askConfiguration("sp3"))
                tape.taken("sp3")
            }
            tape.pass(milliseconds: 40)
            tape.reply(other)
            tape.taken("sp2")
            tape.pass(milliseconds: 40)
            tape.reply(slow)
            tape.taken("sp3")
            tape.complete()
            tape.probeBinding("B", at: "sp3")
        }
        #expect(violations.isEmpty == asksTwice)
    }

    /// whether the service knows the login is asked before anything else.
    @Test func aQuestionForALoginAfterAChoiceMayBeOfTheLoginOfBefore() throws {
        #expect(
            try violations { tape in
                configure(&tape)
                logIn("A", at: "sp1", &tape)
                tape.choose("C")
                tape.call(.checkAuthorization, ("resource", "news"))
                tape.request(.session, at: "sp1")
                tape.authenticationStatus(1)
                tape.request(.authorize, at: "sp1")
            }.isEmpty)
    }

    /// AE-GETZ-019: the token of an authorization is where the authorization was made; what is asked for later is not.
    @Test(arguments: [true, false]) func aFlowMayEndAtTheProviderItBeganAt(isAskedAgain: Bool) throws {
        let violations = try violations { tape in
            configure(&tape, ["sp2"])
            logIn("B", at: "sp2", &tape)
            tape.call(.getAuthorization, ("resource", "news"))
            tape.request(.authorize, at: "sp2", ["mso_id": Tape.value("B")])
            configure(&tape, ["sp3"])
            tape.call(.checkAuthentication)
            if isAskedAgain { tape.call(.getAuthorization, ("resource", "news")) }
            tape.request(.mediaToken, at: "sp2", ["mso_id": Tape.value("B")])
            tape.request(.authenticate, at: "sp2", ["mso_id": Tape.value("B")])
        }
        #expect(violations.isEmpty != isAskedAgain)
    }

    @Test(arguments: [true, false]) func whatACancelledChoiceHasAskedForMayStillArrive(isChosen: Bool) throws {
        let violations = try violations { tape in
            configure(&tape)
            logIn("A", at: "sp1", &tape)
            if isChosen {
                tape.choose("C")
                tape.navigate("C", to: "sp2")
            }
            tape.choose(nil)
            tape.request(.metadata, at: "sp2")
        }
        #expect(violations.isEmpty == isChosen)
    }

    /// the code of a choice may be told when another has taken its place.
    @Test(arguments: [true, false]) func aCodeThatIsToldLateMayBeOfTheFirstChoice(isLate: Bool) throws {
        let violations = try violations { tape in
            let code = Value.object(["errorId": "REGCODE", "code": .string("CODE7")])
            configure(&tape)
            tape.call(.getAuthentication)
            tape.choose("A")
            // A report of something else tells no code.
            tape.callback(.status, ("statusDictionary", .object(["errorId": "N001"])))
            if !isLate {
                tape.callback(
                    .status, ("statusDictionary", .object(["errorId": "REGCODE", "code": .string("CODE6")])))
            }
            tape.choose("B")
            tape.callback(.status, ("statusDictionary", code))
            tape.request(.poll, at: "sp1", ["reg_code": "CODE7"])
        }
        #expect(violations.isEmpty == isLate)
    }

    /// What a phase that has failed asks for once more is for its own providers, and its own requestor.
    @Test(arguments: [("sp2", false), ("sp3", false), ("sp2", true)])
    func aRequestOfTheFormerPhaseIsNoStranger(provider: String, wasAnswered: Bool) throws {
        let violations = try violations { tape in
            tape.setRequestor(["sp1", "sp2"], requestor: "other")
            if wasAnswered { tape.reply(tape.askConfiguration("sp2", about: Tape.value("other"))) }
            tape.reply(tape.askConfiguration("sp1", about: Tape.value("other")), status: 500)
            tape.complete(0)
            tape.setRequestor(["sp1"])
            tape.askConfiguration(provider, about: Tape.value("other"))
            tape.reply(tape.askConfiguration("sp1"))
            tape.taken("sp1")
            tape.complete()
        }
        let isRight = provider == "sp2" && !wasAnswered
        #expect(violations.filter { $0 != "AE-SP-001" } == (isRight ? [] : ["AE-SP-003", "AE-SP-019"]))
    }

    /// Of three calls one is answered: whose the requests are is not known, unless it was quiet since.
    @Test(arguments: [false, true]) func aThirdCallIsAmongThoseThatAreNotAnswered(isQuiet: Bool) throws {
        let quiesce = try #require(try bench.makeCase(Self.body).steps.indices.last)
        let violations = try violations { tape in
            tape.setRequestor(["sp1"])
            tape.setRequestor(["sp1", "sp2"])
            tape.reply(tape.askConfiguration("sp1"))
            tape.complete()
            if isQuiet { tape.step(quiesce) { _ in } }
            tape.setRequestor(["sp1", "sp2"])
            tape.complete()
            tape.complete()
        }
        #expect(violations == (isQuiet ? ["AE-SP-001"] : []))
    }
}
