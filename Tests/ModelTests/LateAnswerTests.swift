import Testing

@testable import Model

/// What comes late, what is kept beside a newer login, and what is asked in other forms.
@Suite struct LateAnswerTests {
    private let model = Model(World(providers: [["A"], ["B"]]))
    private let otherLogin: [Act] = [.getAuthentication(isForced: true), .choose("B"), .logIn(.signIn)]
    private let preauthorization = Act.preauthorize(["news"], isCached: false)

    private func state(after acts: Act...) throws -> State {
        try acts.reduce(State()) { state, act in try #require(model.answer(to: act, in: state)).next }
    }

    private func answer(_ act: Act, in state: State) throws -> Answer {
        try #require(model.answer(to: act, in: state))
    }

    private var loggedIn: State { get throws { try state(after: .configure(.usual, [0, 1]), .signIn("A")) } }

    @Test func whatWasAskedForOneLoginIsNotKeptAsTheNextOnes() throws {
        let late = try answer(.late(preauthorization, .preauthorize, meanwhile: otherLogin), in: loggedIn)
        #expect(late.owed.map(\.sign) == [.authenticated] && late.allowed == [.preauthorization])
        #expect(late.next.present.login == .valid("B"))
        let again = try answer(.preauthorize(["news"], isCached: true), in: late.next)
        #expect(again.asked.first?.sign == .request(.preauthorize))
        #expect(again.asked.first?.cites == ["AE-PRE-004", "AE-SP-008"])
    }

    @Test func anAuthorizationIsThatOfTheProgrammerWhoAskedForIt() throws {
        let asked = Act.authorize("news", isCheck: false)
        let late = try answer(.late(asked, .authorize, meanwhile: [.configure(.other, [0, 1])]), in: loggedIn)
        #expect(late.next.requestor == .other && late.next.programmers[.usual]?.unclear == ["news"])
        let other = try answer(.signIn("A"), in: late.next).next
        let question = Act.Question.authorization("news")
        #expect(try answer(.getMetadata(question), in: other).forbidden.map(\.sign).contains(.untrueMetadata(question)))
        let back = try answer(.configure(.usual, [0, 1]), in: other).next
        #expect(
            try !answer(.getMetadata(question), in: back).forbidden.map(\.sign).contains(.untrueMetadata(question)))
    }

    @Test func nothingIsKnownBeforehandOfWhatMayBeStored() throws {
        let authorized = try answer(.authorize("news", isCheck: false), in: loggedIn).next
        let again = Act.late(.authorize("news", isCheck: true), .authorize, meanwhile: [.logOut])
        #expect(model.answer(to: again, in: authorized) == nil)
        let isLoggedOut = Act.late(preauthorization, .preauthorize, meanwhile: [.logOut], isLoggedOut: true)
        #expect(try model.answer(to: isLoggedOut, in: loggedIn) == nil, "no login is left that could be ended")
    }

    @Test func theLoginWithAnotherMVPDIsKeptAndNeedsNobodyToLogIn() throws {
        let second = try otherLogin.reduce(loggedIn) { try answer($1, in: $0).next }
        #expect(second.present.others == ["A"])
        let back = try answer(.choose("A"), in: second)
        #expect(back.forbidden.map(\.sign) == [.anyUI] && back.next.present.login == .valid("A"))
        #expect(back.next.present.others == ["B"])
        // What was authorized with it may be stored.
        let news = Act.authorize("news", isCheck: false)
        #expect(try answer(news, in: second).asked.map(\.sign).contains(.request(.authorize)))
        #expect(try !answer(news, in: back.next).asked.map(\.sign).contains(.request(.authorize)))
        #expect(try answer(.checkAuthentication, in: back.next).asked.map(\.sign) == [.authenticationTracked("A")])
        let restarted = try answer(.configure(.usual, [0, 1]), in: answer(.restart(isKill: true), in: back.next).next)
            .next
        #expect(restarted.present.login == .unknown, "nobody says that a choice is stored")
        let out = try answer(.logOut, in: back.next).next
        #expect(out.present.others.isEmpty)
    }

    @Test func aPhaseThatFailsLaterThanItsSuccessorTakesNothing() throws {
        let answer = try answer(.configureTwice([0], [1], failing: .serverError), in: State())
        #expect(answer.owed.map(\.sign) == [.configured] && answer.next.providers == [1])
        #expect(model.answer(to: .configureTwice([0, 1], [1], failing: .serverError), in: State()) == nil)
    }

    @Test func aResourceIsNotThoseThatItsNameIsMadeOf() throws {
        let joined = try answer(.preauthorizeJoined("news", "sports"), in: loggedIn)
        #expect(joined.owed.map(\.sign) == [.preauthorizedJoined("news", "sports")])
        #expect(try model.answer(to: .preauthorizeJoined("news", "news"), in: loggedIn) == nil)
    }

    @Test func decisionsAreMadeOnEachResource() throws {
        let decisions = try answer(.decide(["news", "sports"]), in: loggedIn)
        #expect(
            decisions.asked.map(\.sign) == [
                .decided(2), .decision("news", isGranted: true), .decision("sports", isGranted: false),
            ])
        #expect(try model.answer(to: .decide(["news"]), in: state(after: .configure(.usual, [0]))) == nil)
    }

    @Test func aRefusedAccessTokenIsNothingThatTheApplicationNotices() throws {
        let calls: [Act] = [.authorize("news", isCheck: true), preauthorization]
        let refused = try answer(.together(calls, held: nil, isRefused: true), in: loggedIn)
        #expect(try refused == answer(.together(calls, held: nil), in: loggedIn))
        let ready = try state(after: .configure(.usual, [0]))
        #expect(model.answer(to: .together(calls, held: nil, isRefused: true), in: ready) == nil)
    }

    @Test func whatCannotBeReadAfterARestartIsNotKnown() throws {
        var world = model.world
        world.isDamaged = true
        let authorized = try answer(.authorize("news", isCheck: false), in: loggedIn).next
        let damaged = try #require(Model(world).answer(to: .restart(isKill: false), in: authorized)).next
        #expect(damaged.programmers[.usual]?.unclear == ["news"] && damaged.programmers[.usual]?.login == .valid("A"))
        let whole = try answer(.restart(isKill: false), in: authorized).next
        #expect(whole.programmers[.usual]?.authorized == ["news"])
    }

    @Test func aLoginMayFollowTheCancellationThatCameTooSoon() throws {
        let page = try state(
            after: .configure(.usual, [0, 1]), .getAuthentication(isForced: false), .choose("A"), .cancelLate)
        #expect(try answer(.signIn("A"), in: page).next.present.login == .valid("A"))
    }
}
