import Testing

@testable import Model

/// What is promised of users with several logins, and of calls around a repeated configuration.
@Suite struct SecondLoginTests {
    private let model = Model(World(providers: [["A"], ["B"]]))
    private let ready = Act.configure(.usual, [0, 1])
    private let second = Act.signIn("B", isForced: true)

    private func answer(_ act: Act, after acts: Act...) throws -> Answer {
        let state = try acts.reduce(State()) { state, act in try #require(model.answer(to: act, in: state)).next }
        return try #require(model.answer(to: act, in: state))
    }

    /// AE-AUTHN-014, AE-AUTHN-016.
    @Test func aSecondLoginIsAForcedOne() throws {
        let login = try answer(.signIn("B", data: Pairs(1), isForced: true), after: ready, .signIn("A"))
        #expect(login.owed.map(\.sign) == [.authenticated] && !login.forbidden.map(\.sign).contains(.authenticated))
        #expect(
            !login.asked.map(\.sign).contains(.sentInLogin("campaign-1")), "the page of A may be there first (A-04)")
        #expect(login.owed[0].cites.contains("AE-AUTHN-014"))
        #expect(login.next.present.login == .valid("B") && login.next.present.others == ["A"])
        let user = try answer(.signIn("A"), after: ready).next
        #expect(model.answer(to: .signIn("B"), in: user) == nil, "nobody is asked for a login who has one")
        #expect(model.answer(to: .signIn("A", isForced: true), in: user) == nil)
        let television = Model(World(providers: [["A", "B"]], on: Stage(isTelevision: true)))
        let viewer = try #require(television.answer(to: .configure(.usual, [0]), in: State())).next
        let present = try #require(television.answer(to: .signIn("A"), in: viewer)).next
        #expect(television.answer(to: second, in: present) == nil)
    }

    /// AE-STO-010, AE-AUTHN-004, AE-TRK-008: whose login it is shows in what is tracked.
    @Test func aKeptLoginIsTheUsersAgain() throws {
        let back = try answer(.recall("A"), after: ready, .signIn("A"), second)
        #expect(back.owed.map(\.sign) == [.authenticated] && back.next.present.login == .valid("A"))
        #expect(!back.forbidden.map(\.sign).contains(.anyUI), "the page may be there at the choice (AE-SEL-014)")
        let check = try #require(model.answer(to: .checkAuthentication, in: back.next))
        #expect(check.asked.map(\.sign) == [.authenticationTracked("A")])
        #expect(model.answer(to: .recall("B"), in: back.next) != nil)
        #expect(model.answer(to: .recall("A"), in: back.next) == nil)
    }

    /// AE-TRK-015: what is there when a login is asked for was in the cache.
    @Test func aLoginThatThereIsIsTrackedAsKept() throws {
        let login = Act.getAuthentication(isForced: false)
        #expect(try answer(login, after: ready, .signIn("A")).asked.map(\.sign) == [.authenticationTracked("A")])
        let chosen = try answer(.choose("A"), after: ready, .signIn("A"), second).next
        let back = try #require(model.answer(to: login, in: chosen))
        #expect(back.asked.map(\.sign) == [.authenticationTracked(nil)], "either login may count (AE-SEL-014)")
    }

    /// AE-META-005: what another MVPD tells is not told of this one's user.
    @Test func nobodyIsToldWhatAnotherMVPDSaysOfTheUser() throws {
        let question = Act.getMetadata(.user("userID"))
        let first = try answer(question, after: ready, .signIn("A"))
        #expect(!first.forbidden.map(\.sign).contains(.idTold(by: "A")))
        let later = try answer(question, after: ready, .signIn("A"), second)
        #expect(later.forbidden.map(\.sign).contains(.idTold(by: "A")))
        let back = try answer(question, after: ready, .signIn("A"), second, .recall("A"))
        #expect(!back.forbidden.map(\.sign).contains(.idTold(by: "B")), "either login may count (A-70)")
    }

    /// AE-LOG-020: each of several logins may end at a page of its own.
    @Test func howManyPagesALogoutOfSeveralLoginsHasIsNotSaid() throws {
        let logins = try answer(second, after: ready, .signIn("A")).next
        #expect(model.answer(to: .logOut, in: logins) == nil)
    }

    /// AE-GETZ-019, AE-SP-012.
    @Test func afterASecondLoginTheFirstOnesProviderIsAskedNoMore() throws {
        let news = Act.authorize("news", isCheck: true)
        let asked = Promise(.requestTo([0], .mediaToken), "AE-GETZ-019", "AE-SP-012")
        #expect(try answer(news, after: ready, .signIn("A"), second).forbidden.contains(asked))
        let stored = try answer(news, after: ready, .signIn("A"), news, second)
        #expect(stored.forbidden.contains(asked), "whether what the first login authorized is of use or not")
        #expect(!stored.asked.map(\.sign).contains(.request(.authorize)), "one is kept for a resource (AE-STO-005)")
    }

    /// AE-STO-011; what is told of the user comes from the programmer's own login.
    @Test func anotherProgrammersLoginEndsNone() throws {
        let back = try answer(.visit([.signIn("B")]), after: ready, .signIn("A"))
        #expect(back.owed.map(\.sign) == [.configured] && back.next.present.login == .valid("A"))
        #expect(back.next.programmers[.other]?.login == .valid("B"))
        #expect(back.forbidden.isEmpty, "the other one's user is shown a picker and a page")
        let told = try #require(model.answer(to: .getMetadata(.user("userID")), in: back.next))
        #expect(told.forbidden.map(\.sign).contains(.idTold(by: "B")))
        #expect(model.answer(to: .visit([.signIn("A")]), in: back.next) == nil, "the other has a login")
    }

    /// AE-STO-011; a choice that is taken back is the other one's own.
    @Test func anotherProgrammersLoginThatIsGivenUpEndsNone() throws {
        let login: [Act] = [.getAuthentication(isForced: false), .choose("A")]
        for end in [.cancel, .cancelLate, .cancelRenewal, .giveUp, .logInInVain(.serverError)] as [Act] {
            let back = try answer(.visit(login + [end]), after: ready, .signIn("A"))
            #expect(back.owed.map(\.sign) == [.configured] && back.next.present.login == .valid("A"))
            #expect(back.next.programmers[.other]?.login == State.Login.none)
        }
    }

    /// AE-TV-005, AE-REQ-014.
    @Test func aTelevisionThatWasToldToCancelFetchesNoLogin() throws {
        let television = Model(World(providers: [["A"]], on: Stage(isTelevision: true)))
        let acts: [Act] = [.configure(.usual, [0]), .getAuthentication(isForced: false), .choose("A")]
        let page = try acts.reduce(State()) { try #require(television.answer(to: $1, in: $0)).next }
        let late = try #require(television.answer(to: .cancelLate, in: page))
        #expect(late.owed.map(\.sign) == [.cancelled] && late.forbidden.map(\.sign).contains(.authenticated))
        #expect(late.next.present.atService == ["A"])
        let picker = try #require(television.answer(to: .getAuthentication(isForced: false), in: late.next)).next
        #expect(television.answer(to: .choose("A"), in: picker) == nil, "the service may have the login")
    }

    /// which of several logins is the present one need not be stored, nor kept for another programmer.
    @Test func whichLoginIsThePresentOneMayBeForgotten() throws {
        let narrow = Act.configure(.usual, [1])
        let again = try answer(ready, after: ready, .signIn("A"), second, narrow, .restart(isKill: false))
        #expect(again.next.present.login == .unknown)
        let back = try answer(ready, after: ready, .signIn("A"), second, .configure(.other, [0, 1]))
        #expect(back.next.present.login == .unknown)
    }

    /// AE-Q-001, AE-Q-003: served at once or afterwards, a call is answered the same.
    @Test func callsDuringARepeatedConfigurationAreAnswered() throws {
        let model = Model(World(providers: [["A"], ["A"]]))
        let calls: [Act] = [.checkAuthentication, .authorize("news", isCheck: true)]
        let viewer = try #require(model.answer(to: ready, in: State())).next
        let user = try #require(model.answer(to: .signIn("A"), in: viewer)).next
        let served = try #require(model.answer(to: .queue(calls, [0, 1]), in: user))
        #expect(served.owed.map(\.sign) == [.configured, .authenticated, .token("news")])
        #expect(served.next.present.authorized.isEmpty, "whose authorization it is depends on when it was served")
        #expect(model.answer(to: .queue(calls, [0]), in: user) == nil)
        #expect(model.answer(to: .queue([.getMetadata(.device)], [0, 1]), in: user) == nil)
        let login = Act.queue([.getAuthentication(isForced: false)], [0, 1])
        #expect(try #require(model.answer(to: login, in: user)).owed.map(\.sign) == [.configured, .authenticated])
        #expect(model.answer(to: login, in: viewer) == nil, "what becomes of a login in a phase is not said")
        let other = try #require(model.answer(to: .configure(.other, [0, 1]), in: user)).next
        // What is asked for behind another requestor is for that one to answer, in a list of its own.
        let behind = try #require(model.answer(to: .queue(calls, [0]), in: other))
        #expect(behind.owed.map(\.sign) == [.configured, .authenticated, .token("news")])
        let first = try #require(model.answer(to: .queue(calls, [0], for: .other), in: user))
        #expect(first.owed.map(\.sign) == [.configured, .notAuthenticated, .refused("news")])
        let picker = try #require(
            model.answer(to: .queue([.getAuthentication(isForced: false)], [0], for: .other), in: user))
        #expect(picker.owed.map(\.sign) == [.configured, .picker(["A"])])
        #expect(picker.next.requestor == .other && picker.next.programmers[.usual]?.login == .valid("A"))
    }
}
