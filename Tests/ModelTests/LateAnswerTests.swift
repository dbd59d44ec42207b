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

    /// What one MVPD grants another denies, so that it shows whose answer it is.
    @Test func whatWasAskedForOneLoginIsNotKeptAsTheNextOnes() throws {
        let all = Act.preauthorize(["news", "series", "kids"], isCached: true)
        #expect(try answer(all, in: loggedIn).owed.map(\.sign) == [.preauthorized(["news", "kids"])])
        let late = try answer(.late(preauthorization, .preauthorize, meanwhile: otherLogin), in: loggedIn)
        #expect(late.owed.map(\.sign) == [.authenticated] && late.allowed.contains(.preauthorization))
        #expect(late.next.present.login == .valid("B"))
        #expect(try answer(all, in: late.next).owed.map(\.sign) == [.preauthorized(["news", "series"])])
    }

    @Test func whatIsAskedWhileOthersAskFillsTheCache() throws {
        let again = try answer(.signIn("A"), in: answer(.logOut, in: loggedIn).next).next
        let cached = Act.preauthorize(["news"], isCached: true)
        #expect(try answer(cached, in: again).asked.map(\.sign) == [.request(.preauthorize)])
        let both = try answer(.together([preauthorization, .checkAuthentication], held: nil), in: again).next
        #expect(try answer(cached, in: both).asked.isEmpty)
        let late = try answer(.late(preauthorization, .preauthorize, meanwhile: [.logOut]), in: loggedIn).next
        #expect(
            try answer(cached, in: answer(.signIn("A"), in: late).next).asked.map(\.sign) == [.request(.preauthorize)],
            "that was of the login before")
    }

    /// AE-PRE-018 has one answer, and nobody says which.
    @Test func decisionsThatALogoutOvertakesComeOrDoNot() throws {
        let late = try answer(
            .late(.decide(["news"], without: .local), .preauthorize, meanwhile: [.logOut]), in: loggedIn)
        #expect(late.owed.map(\.sign) == [.loggedOut] && late.next.present.login == State.Login.none)
        #expect(Set(late.allowed).isSuperset(of: [.anyDecision, .noDecisions]))
    }

    @Test func anAuthorizationIsThatOfTheProgrammerWhoAskedForIt() throws {
        let getting = Act.late(
            .authorize("news", isCheck: false), .authorize, meanwhile: [.configure(.other, [0, 1])])
        #expect(try model.answer(to: getting, in: loggedIn) == nil, "it may ask for a login")
        let asked = Act.authorize("news", isCheck: true)
        let late = try answer(.late(asked, .authorize, meanwhile: [.configure(.other, [0, 1])]), in: loggedIn)
        #expect(late.next.requestor == .other && late.next.programmers[.usual]?.unclear == ["news"])
        let other = try answer(.signIn("A"), in: late.next).next
        let question = Act.Question.authorization("news")
        let back = try answer(.configure(.usual, [0, 1]), in: other).next
        #expect(try !answer(.getMetadata(question), in: back).forbidden.map(\.sign).contains(.untrueMetadata(question)))
    }

    @Test func nothingIsKnownBeforehandOfWhatMayBeStored() throws {
        let authorized = try answer(.authorize("news", isCheck: false), in: loggedIn).next
        let again = Act.late(.authorize("news", isCheck: true), .authorize, meanwhile: [.logOut])
        #expect(model.answer(to: again, in: authorized) == nil)
        let isLoggedOut = Act.late(preauthorization, .preauthorize, meanwhile: [.logOut], isLoggedOut: true)
        #expect(try model.answer(to: isLoggedOut, in: loggedIn) == nil, "no login is left that could be ended")
    }

    @Test func whatALoginHadAuthorizedIsOfNoUseWhenItHasEndedElsewhere() throws {
        let authorized = try answer(.authorize("news", isCheck: false), in: loggedIn).next
        let end = Act.late(preauthorization, .preauthorize, meanwhile: otherLogin, isLoggedOut: true)
        let other = try answer(end, in: authorized).next
        let again = try [.getAuthentication(isForced: true), .choose("A"), .logIn(.signIn)].reduce(other) {
            state, act in
            try answer(act, in: state).next
        }
        #expect(again.present.login == .valid("A"))
        #expect(model.answer(to: .authorize("news", isCheck: false), in: again) == nil, "it may be kept")
        #expect(model.answer(to: .authorize("sports", isCheck: false), in: again) != nil)
    }

    /// AE-DPD-004: the service says that nobody is logged in any more, and still nobody is asked to log in.
    @Test func aCheckOfWhoIsLoggedOutElsewhereIsRefusedWithoutAPicker() throws {
        let refused = try answer(.checkLoggedOut("news"), in: loggedIn)
        #expect(refused.owed.map(\.sign) == [.refused("news")])
        #expect(Set(refused.forbidden.map(\.sign)).isSuperset(of: [.anyUI, .token("news")]))
        #expect(refused.next.present.login == .unknown)
        let authorized = try answer(.authorize("news", isCheck: false), in: loggedIn).next
        #expect(model.answer(to: .checkLoggedOut("news"), in: authorized) == nil, "it may be answered from the storage")
    }

    /// AE-STO-005 has one authorization of a resource, which may be that of a login that has ended.
    @Test func whatMayBeStoredOfAnEndedLoginIsPromisedToNobody() throws {
        let authorized = try answer(.authorize("News", isCheck: false), in: loggedIn).next
        let end = Act.late(preauthorization, .preauthorize, meanwhile: otherLogin, isLoggedOut: true)
        let ended = try answer(end, in: authorized).next
        let other = try [.configure(.other, [0, 1]), .signIn("A")].reduce(ended) { try answer($1, in: $0).next }
        #expect(model.answer(to: .authorize("News", isCheck: false), in: other) == nil)
        let late = Act.late(.authorize("news", isCheck: true), .authorize, meanwhile: [.logOut])
        let again = try answer(.signIn("A"), in: answer(late, in: loggedIn).next).next
        #expect(
            try answer(.authorize("news", isCheck: false), in: again).asked.map(\.sign).contains(.request(.authorize)))
    }

    @Test func aMultitudeIsPreauthorizedInCallsOfFive() throws {
        let owed = try answer(.preauthorizeMultitude, in: loggedIn).owed.map(\.sign)
        #expect(owed.count == 22 && owed.last == .preauthorized(["item1", "news", "item105"]))
        #expect(try model.answer(to: .preauthorizeMultitude, in: state(after: .configure(.usual, [0]))) == nil)
    }

    @Test func theLoginWithAnotherMVPDIsKeptAndNeedsNobodyToLogIn() throws {
        let second = try otherLogin.reduce(loggedIn) { try answer($1, in: $0).next }
        #expect(second.present.others == ["A"])
        let back = try answer(.choose("A"), in: second)
        // AE-SEL-014 is a reading: a port may begin at once.
        #expect(back.forbidden.isEmpty && back.allowed.contains(.status) && back.next.present.login == .valid("A"))
        #expect(back.next.present.others == ["B"])
        #expect(model.answer(to: .checkAuthentication, in: back.next) == nil, "whose login it is now is not said")
        let asked = try answer(.getAuthentication(isForced: false), in: back.next)
        #expect(asked.owed.map(\.sign) == [.authenticated])
        // What was authorized with it may be stored.
        let news = Act.authorize("news", isCheck: false)
        #expect(try answer(news, in: second).asked.map(\.sign).contains(.request(.authorize)))
        let stored = try ([news] + otherLogin + [.choose("A"), .getAuthentication(isForced: false)])
            .reduce(loggedIn) { try answer($1, in: $0).next }
        #expect(try !answer(news, in: stored).asked.map(\.sign).contains(.request(.authorize)))
        #expect(try answer(.checkAuthentication, in: asked.next).asked.map(\.sign) == [.authenticationTracked("A")])
        let restarted = try answer(.configure(.usual, [0, 1]), in: answer(.restart(isKill: true), in: back.next).next)
            .next
        #expect(restarted.present.login == .unknown, "nobody says that a choice is stored")
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
        #expect(!decisions.asked.map(\.sign).contains(.request(.preauthorize)))
        let fresh = try answer(.decide(["news"], without: .all), in: decisions.next)
        #expect(fresh.asked.map(\.sign).contains(.request(.preauthorize)))
    }

    @Test func aRefusedAccessTokenIsNothingThatTheApplicationNotices() throws {
        let calls: [Act] = [.authorize("news", isCheck: true), preauthorization]
        let refused = try answer(.together(calls, held: nil, refused: .authorize), in: loggedIn)
        let plain = try answer(.together(calls, held: nil), in: loggedIn)
        #expect(refused.owed.isEmpty && refused.asked.map(\.sign) == plain.owed.map(\.sign))
        #expect(refused.asked.allSatisfy { $0.cites == ["AE-INIT-011"] })
        // AE-GETZ-010 is about any reason, and nobody says that a login outlasts it.
        #expect(refused.allowed.contains(.refused("news")) && refused.next.present.authorized.isEmpty)
        #expect(refused.next.present.login == .unknown)
        let ready = try state(after: .configure(.usual, [0]))
        #expect(model.answer(to: .together(calls, held: nil, refused: .authorize), in: ready) == nil)
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

    @Test func aLoginThatIsThereTooLateIsNotTheOtherProgrammers() throws {
        let late = Act.logInLate(meanwhile: [.configure(.other, [0, 1])])
        let login: [Act] = [.getAuthentication(isForced: false), .choose("A")]
        let page = try login.reduce(state(after: .configure(.usual, [0, 1]))) { try answer($1, in: $0).next }
        let other = try answer(late, in: page)
        #expect(other.owed.map(\.sign) == [.configured] && other.next.present.selection == .unknown)
        #expect(other.next.programmers[.usual]?.login == .unknown)
        #expect(try answer(.checkAuthentication, in: other.next).owed.map(\.sign) == [.notAuthenticated])
        let known = try state(after: .configure(.other, [0, 1]), .signIn("A"), .configure(.usual, [0, 1]))
        let second = try login.reduce(known) { try answer($1, in: $0).next }
        #expect(model.answer(to: late, in: second) == nil)
    }

    @Test func aLoginMayFollowTheCancellationThatCameTooSoon() throws {
        let page = try state(
            after: .configure(.usual, [0, 1]), .getAuthentication(isForced: false), .choose("A"), .cancelLate)
        #expect(try answer(.signIn("B"), in: page).next.present.login == .valid("B"))
        #expect(model.answer(to: .signIn("A"), in: page) == nil, "the service may have the login")
    }

    /// the newer token may take the place of the one before or not; it is the same user's.
    @Test func aLoginThatIsRenewedElsewhereStands() throws {
        let news = Act.authorize("news", isCheck: false)
        let login = try state(after: .configure(.usual, [0]), .signIn("A"), news)
        let renewed = try answer(.renewElsewhere, in: login)
        #expect(renewed.owed.map(\.sign) == [.configured] && renewed.next.present.login == .valid("A"))
        #expect(renewed.next.present.authorized.isEmpty && renewed.next.present.unclear == ["news"])
        let user = try answer(.getMetadata(.user("userID")), in: renewed.next)
        #expect(user.owed.map(\.sign) == [.metadata(.user("userID"), hasValue: true)])
        let again = try answer(news, in: renewed.next).next
        #expect(
            model.answer(to: .expire, in: again) == nil && model.answer(to: .compareExpiries("news"), in: again) == nil)
        #expect(model.answer(to: .compareExpiries("news"), in: login) != nil)
    }

    /// AE-PRE-006, AE-PRE-007, AE-GETZ-005: what is not stored is decided anew.
    @Test func whatMVPDsDecideOtherwiseIsToldByWhatDoesNotComeFromAStorage() throws {
        let both = Act.preauthorize(["news", "movies"], isCached: false)
        let denied = try answer(.rule("news", isGranted: false), in: loggedIn).next
        #expect(try answer(both, in: denied).owed.map(\.sign) == [.preauthorized(["movies"])])
        #expect(model.answer(to: .preauthorize(["news"], isCached: true), in: denied) == nil)
        #expect(model.answer(to: .decide(["news"]), in: denied) == nil)
        let decided = try answer(.decide(["news"], without: .local), in: denied)
        #expect(decided.asked.map(\.sign).contains(.decision("news", isGranted: false)))
        let check = Act.authorize("news", isCheck: true)
        #expect(try answer(check, in: denied).owed.map(\.sign) == [.denied("news", message: World.laterDenial)])
        #expect(model.answer(to: .rule("news", isGranted: false), in: denied) == nil)
        let stored = try answer(.rule("news", isGranted: false), in: answer(check, in: loggedIn).next).next
        #expect(model.answer(to: check, in: stored) == nil && model.answer(to: both, in: stored) == nil)
        let granted = try answer(.rule("sports", isGranted: true), in: loggedIn).next
        #expect(try answer(.authorize("sports", isCheck: false), in: granted).owed.map(\.sign) == [.token("sports")])
    }

    /// AE-STO-004: what the other application of a television has stored is as good as before, too.
    @Test func whatAnotherApplicationHasStoredIsNotDecidedAnew() throws {
        let television = Model(World(providers: [["A"]], on: Stage(isTelevision: true)))
        let news = Act.authorize("news", isCheck: true)
        let acts: [Act] = [
            .configure(.usual, [0]), .signIn("A"), news, .launchOther, .configure(.usual, [0]),
            .rule("news", isGranted: false), .launchOther, .configure(.usual, [0]),
        ]
        let state = try acts.reduce(State()) { try #require(television.answer(to: $1, in: $0)).next }
        #expect(television.answer(to: news, in: state) == nil)
    }

    /// AE-PRE-021; what is cached may be told all the same.
    @Test func decisionsThatFailDecideNothing() throws {
        let failed = try answer(.decideInVain(["news", "kids"], .refuse), in: loggedIn)
        #expect(failed.allowed == [.anyDecision, .noDecisions] && failed.owed.isEmpty && failed.asked.isEmpty)
        #expect(failed.forbidden.map(\.sign).contains(.failedDecision("kids")))
        #expect(model.answer(to: .decideInVain(["news"], .refuse), in: State()) == nil)
    }

    /// AE-OPT-004.
    @Test func anEmptyOptionEndsTheOneBefore() throws {
        let first = Options(number: 1)
        var second = Options(number: 2)
        second.isBlank = true
        let set = try state(after: .setOptions(first), .setOptions(second), .setOptions(second))
        #expect(set.formerOptions == ["visitor-1."])
        let configured = try answer(.configure(.usual, [0]), in: set)
        #expect(configured.forbidden.map(\.sign).contains(.sent(.any, "visitor-1.")))
        #expect(second.sent.isEmpty && second.all.map(\.key) == ["visitorID"])
    }

    @Test func dataMayFitIntoLatin1() {
        let texts = (1...5).flatMap { Pairs($0).all.map(\.value) }
        #expect(
            texts.contains { text in
                !text.utf8.allSatisfy { $0 < 128 } && text.unicodeScalars.allSatisfy { $0.value < 256 }
            })
        #expect(texts.contains { $0.unicodeScalars.contains { $0.value > 0xFFFF } })
        #expect(Set(texts).count == texts.count)
    }

    /// AE-STO-026.
    @Test func anAuthorizationThatHasRunOutIsAskedForAgain() throws {
        let news = Act.authorize("news", isCheck: true)
        let expired = try answer(.expireAuthorizations, in: answer(news, in: loggedIn).next).next
        #expect(expired.present.login == .valid("A") && expired.present.authorized.isEmpty)
        let again = try answer(news, in: expired)
        #expect(again.owed.map(\.sign) == [.token("news")] && again.asked.map(\.sign).contains(.request(.authorize)))
        // The new one may have run out by now.
        let third = try answer(.together([news, .checkAuthentication], held: nil), in: again.next)
        #expect(third.next.present.unclear == ["news"] && third.next.present.authorized.isEmpty)
        #expect(model.answer(to: .expire, in: expired) == nil)
        // When it ends is known of what is stored and of no use any more (AE-META-020).
        let ends = try answer(.getMetadata(.authorization("news")), in: expired)
        #expect(!ends.forbidden.map(\.sign).contains(.untrueMetadata(.authorization("news"))))
    }

    /// AE-PRE-007, AE-GETZ-007.
    @Test func eachPreauthorizationWithoutTheCacheIsARequest() throws {
        let twice = try answer(.together([preauthorization, preauthorization], held: nil), in: loggedIn)
        #expect(twice.asked.map(\.sign) == [.requests(.preauthorize, 2)])
        let checks = ["news", "news", "sports"].map { Act.authorize($0, isCheck: true) }
        let gets = ["movies", "movies"].map { Act.authorize($0, isCheck: false) }
        let authorized = try answer(.together(checks + gets, held: nil), in: loggedIn)
        #expect(authorized.asked.map(\.sign) == [.requests(.mediaToken, 3)])
        let nobody = try state(after: .configure(.usual, [0]))
        #expect(try answer(.together([preauthorization, preauthorization], held: nil), in: nobody).asked.isEmpty)
    }

    /// AE-LOG-004.
    @Test func aLogoutThatTheServiceDoesNotHearOfHasAnEnd() throws {
        let television = Model(World(providers: [["A"]], on: Stage(isTelevision: true)))
        let acts: [Act] = [.configure(.usual, [0]), .signIn("A")]
        let login = try acts.reduce(State()) { try #require(television.answer(to: $1, in: $0)).next }
        let end = try #require(television.answer(to: .logOutInVain(.refuse), in: login))
        #expect(end.owed.map(\.sign) == [.loggedOut] && end.next.present.login == .unknown)
        #expect(model.answer(to: .logOutInVain(.refuse), in: try loggedIn) == nil)
    }
}
