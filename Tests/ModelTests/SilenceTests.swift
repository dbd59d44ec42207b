import Testing

@testable import Model

/// Where the documents are silent, or say that something is only advice, no port is held to anything.
@Suite struct SilenceTests {
    let model = Model(World(providers: [["A", "B"], ["A", "C"]]))
    let forced = Act.getAuthentication(isForced: true)
    let news = Act.authorize("news", isCheck: false)

    func state(after acts: [Act]) throws -> State {
        try acts.reduce(State()) { state, act in try #require(model.answer(to: act, in: state)).next }
    }

    func answer(_ act: Act, after acts: Act...) throws -> Answer {
        let state = try state(after: acts)
        return try #require(model.answer(to: act, in: state))
    }

    func signs(_ promises: [Promise]) -> [Sign] { promises.map(\.sign) }

    /// AE-STO-005: one authorization is kept for each resource, and nobody says for which programmer.
    @Test func anAuthorizationMayDoForAnotherProgrammer() throws {
        let acts: [Act] = [.configure(.usual, [0]), .signIn("A"), news, .configure(.other, [0]), .signIn("A")]
        let other = try state(after: acts)
        let again = try #require(model.answer(to: news, in: other))
        #expect(!signs(again.asked + again.forbidden).contains(.request(.authorize)))
        let question = Act.Question.authorization("news")
        let told = try #require(model.answer(to: .getMetadata(question), in: other))
        #expect(!signs(told.forbidden).contains(.untrueMetadata(question)))
        #expect(again.next.programmers[.usual]?.authorized == [] && again.next.programmers[.usual]?.unclear == ["news"])
    }

    /// what a logout leaves of another programmer may do for this one.
    @Test func whatALogoutLeavesOfAnotherProgrammerMayBeTold() throws {
        let question = Act.Question.authorization("news")
        let login: [Act] = [.configure(.other, [0]), .signIn("A"), .logOut]
        for (acts, isKnown) in [(login, true), ([.configure(.usual, [0]), .signIn("A"), news] + login, false)] {
            let told = try #require(model.answer(to: .getMetadata(question), in: state(after: acts)))
            #expect(signs(told.forbidden).contains(.untrueMetadata(question)) == isKnown)
        }
    }

    @Test func anAuthorizationMayBeOfNoUseAtAnotherProvider() throws {
        let restart = Act.restart(isKill: false)
        let same = try answer(
            news, after: .configure(.usual, [0]), .signIn("A"), news, restart, .configure(.usual, [0]))
        #expect(signs(same.forbidden).contains(.request(.authorize)))
        let next = try answer(
            news, after: .configure(.usual, [0]), .signIn("A"), news, restart, .configure(.usual, [0, 1]))
        #expect(!signs(next.asked + next.forbidden).contains(.request(.authorize)))
    }

    /// AE-SP-008: the MVPD's provider is asked for the login then, and another one had it.
    @Test func aLoginMayBeUnknownToAnotherProvider() throws {
        let login: [Act] = [.configure(.usual, [0]), .signIn("A")]
        #expect(try state(after: login + [.configure(.usual, [1])]).present.login == .unknown)
        #expect(try state(after: login + [.configure(.usual, [0])]).present.login == .valid("A"))
    }

    /// a phase may end before the login's provider has answered.
    @Test func aLogoutElsewhereIsNoticedWhereEveryProviderCanTell() throws {
        for (mvpd, isCertain) in [("A", true), ("B", false)] {
            let login = try state(after: [.configure(.usual, [0, 1]), .signIn(mvpd)])
            #expect((model.answer(to: .logOutElsewhere, in: login) != nil) == isCertain)
        }
    }

    /// AE-REQ-015 has the login deleted, and says nothing of authorizations, which the service honours no more.
    @Test func whatALogoutElsewhereLeavesIsNotSaid() throws {
        let acts: [Act] = [.configure(.usual, [0]), .signIn("A"), news, .logOutElsewhere, .cancel, .signIn("A")]
        let again = try state(after: acts)
        #expect(model.answer(to: news, in: again) == nil)
        let movies = try #require(model.answer(to: .authorize("movies", isCheck: false), in: again))
        #expect(signs(movies.owed) == [.token("movies")] && !signs(movies.asked).contains(.request(.authorize)))
    }

    /// AE-STO-002 speaks of tokens.
    @Test func whatIsKnownOfTheUserMayBeForgottenAtARestart() throws {
        let question = Act.getMetadata(.user("userID"))
        let known = try answer(question, after: .configure(.usual, [0]), .signIn("A"))
        #expect(signs(known.owed) == [.metadata(.user("userID"), hasValue: true)])
        let later = try answer(
            question, after: .configure(.usual, [0]), .signIn("A"), .restart(isKill: true), .configure(.usual, [0]))
        #expect(signs(later.owed) == [.metadata(.user("userID"), hasValue: false)])
    }

    /// AE-META-024: what comes with an authorization need not come with one that is stored.
    @Test func whatCameWithAnAuthorizationOfTheLoginBeforeMayBeGone() throws {
        let question = Act.getMetadata(.user("maxRating"))
        let check = Act.authorize("news", isCheck: true)
        let login: [Act] = [forced, .choose("A"), .logIn(.signIn)]
        let before: [Act] = [.configure(.usual, [0]), .signIn("B")]
        for (acts, isKnown) in [
            (before + [check], true), (before + [.together([check, .checkAuthentication], held: nil)], true),
            (before + [.late(check, .authorize, meanwhile: login), check], false),
        ] {
            let told = try #require(model.answer(to: question, in: state(after: acts)))
            #expect(signs(told.owed) == [.metadata(.user("maxRating"), hasValue: isKnown)])
        }
    }

    /// AE-REQ-014: the port may fetch what the service has.
    @Test func aLoginThatCouldNotBeFetchedMayBeThereLater() throws {
        let page: [Act] = [.configure(.usual, [0]), .getAuthentication(isForced: false), .choose("A")]
        for end in [Act.logInInVain(.serverError), .cancelLate] {
            let failed = try state(after: page + [end])
            let now = try #require(model.answer(to: .checkAuthentication, in: failed))
            #expect(signs(now.owed) == [.notAuthenticated])
            let next = try #require(model.answer(to: .configure(.usual, [0]), in: failed)).next
            let later = try #require(model.answer(to: .checkAuthentication, in: next))
            #expect(signs(later.owed) == [.status])
        }
    }

    @Test func whichOfTwoLoginsIsThePresentOneNeedNotBeStored() throws {
        let acts: [Act] = [.configure(.usual, [0, 1]), .signIn("B"), forced, .choose("C"), .logIn(.signIn)]
        let two = try state(after: acts)
        #expect(two.present.login == .valid("C"))
        let again = try state(after: acts + [.restart(isKill: false), .configure(.usual, [0, 1])])
        #expect(again.present.login == .unknown)
    }

    /// AE-SP-012 says which of two counts where they are at different providers.
    @Test(arguments: [("B", "C", true), ("B", "A", false)])
    func aChoiceAmongTwoLoginsCounts(first: String, second: String, isCertain: Bool) throws {
        let acts: [Act] = [
            .configure(.usual, [0, 1]), .signIn(first), forced, .choose(second), .logIn(.signIn), .choose(first),
            .getAuthentication(isForced: false),
        ]
        let chosen = try state(after: acts)
        #expect(chosen.present.login == (isCertain ? .valid(first) : .unknown))
    }

    /// Nor whose a selection is that led to no login.
    @Test func aChoiceAmongTwoLoginsMayCountForAnotherProgrammer() throws {
        let login: [Act] = [forced, .choose("A"), .logIn(.signIn)]
        let kept: [Act] = [.configure(.other, [0]), .signIn("B")] + login
        let plain = try state(after: kept + [.configure(.usual, [0])])
        #expect(plain.present.selection == .none)
        let chosen = try state(
            after: kept + [.choose("B"), .getAuthentication(isForced: false), .configure(.usual, [0])])
        #expect(chosen.present.selection == .unknown)
    }

    /// AE-Q-006 is an extension.
    @Test func callsOfWhichOnlyAnExtensionSaysThatTheyWaitMayBeAnsweredAtOnce() throws {
        let question = Act.getMetadata(.authentication)
        let restarted: [Act] = [.configure(.usual, [0]), .signIn("A"), .restart(isKill: false)]
        let queued = try #require(model.answer(to: .queue([question], [0]), in: state(after: restarted)))
        #expect(signs(queued.owed) == [.configured])
        #expect(queued.allowed == [.metadata(.authentication, hasValue: false)])
        #expect(queued.asked.map(\.cites) == [["AE-REQ-006", "AE-SP-001"], ["AE-Q-006"]])
        let check = Act.queue([.checkAuthentication], [0])
        let kept = try #require(model.answer(to: check, in: state(after: restarted)))
        #expect(signs(kept.owed) == [.configured, .authenticated])
        let user = try state(after: Array(restarted.prefix(2)))
        #expect(model.answer(to: .queue([question], [0]), in: user) == nil, "it may be served at once")
        #expect(model.answer(to: check, in: user).map { signs($0.owed) } == [.configured, .authenticated])
    }

    /// That each call is answered once is a MUST of two calls alone.
    @Test func twoEqualQuestionsMayBeAnsweredOnce() throws {
        let check = Act.authorize("news", isCheck: true)
        let question = Act.getMetadata(.authentication)
        for (calls, count) in [
            ([news, news], 1), ([news, check], 1), ([check, check], 2), ([question, question], 1),
        ] {
            let both = try answer(.together(calls, held: nil), after: .configure(.usual, [0]), .signIn("A"))
            #expect(both.owed.count == count, "\(calls)")
            #expect(both.allowed.contains(both.owed[0].sign) || count == 2)
        }
    }

    /// AE-AUTHN-026, A-04.
    @Test func aPageOrPickerThatMayBeThereAlreadyIsNotDemanded() throws {
        let chosen = try state(after: [.configure(.usual, [0]), .choose("A")])
        #expect(model.answer(to: .getAuthentication(isForced: false), in: chosen) == nil)
        let again = try answer(forced, after: .configure(.usual, [0]), .signIn("A"))
        #expect(signs(again.owed) == [.anyUI] && again.allowed.contains(.anyPage))
        #expect(signs(again.forbidden) == [.authenticated])
        let television = Model(World(providers: [["A"]], on: Stage(isTelevision: true)))
        let ready = try #require(television.answer(to: .configure(.usual, [0]), in: State())).next
        #expect(television.answer(to: .choose("A"), in: ready) == nil)
    }

    /// What cannot be read may be a failure, or an empty list.
    @Test(arguments: Act.Fault.allCases) func aConfigurationThatCannotBeReadIsNotSaidToFail(_ fault: Act.Fault) throws {
        let end = try answer(.configureInVain([0], fault))
        let isReadable = [.malformed, .truncate, .page].contains(fault)
        #expect(signs(end.owed) == [isReadable ? .configurationEnded : .notConfigured])
    }

    // MARK: - What they do say

    /// AE-CHKN-002, AE-CHKN-004: also while the user is asked.
    @Test func questionsAreAnsweredWhileTheUserIsAsked() throws {
        let picker: [Act] = [.configure(.usual, [0]), .getAuthentication(isForced: false)]
        for acts in [picker, picker + [.choose("A")]] {
            let asked = try state(after: acts)
            let check = try #require(model.answer(to: .checkAuthentication, in: asked))
            #expect(signs(check.owed) == [.notAuthenticated] && check.next == asked)
            let denied = try #require(model.answer(to: .authorize("news", isCheck: true), in: asked))
            #expect(signs(denied.owed) == [.refused("news")] && denied.next == asked)
            #expect(model.answer(to: news, in: asked) == nil)
        }
        let valid = try state(after: [.configure(.usual, [0]), .signIn("A"), forced])
        #expect(model.answer(to: .checkAuthentication, in: valid) == nil, "what a login is worth meanwhile is not said")
    }

    /// AE-CHKN-008.
    @Test func aLoginWithAnMVPDThatIsNotListedIsNotValid() throws {
        let foreign = try state(after: [.configure(.usual, [0]), .signIn("B"), .configure(.usual, [1])])
        let check = try #require(model.answer(to: .checkAuthentication, in: foreign))
        #expect(check.owed.map(\.cites) == [["AE-CHKN-008"]] && signs(check.owed) == [.notAuthenticated])
        let denied = try #require(model.answer(to: .authorize("news", isCheck: true), in: foreign))
        #expect(signs(denied.owed) == [.refused("news")])
        let back = try #require(model.answer(to: .configure(.usual, [0]), in: foreign)).next
        let listed = try #require(model.answer(to: .checkAuthentication, in: back))
        #expect(signs(listed.owed) == [.status])
    }

    /// AE-OPT-004, AE-SEL-005, AE-TRK-005, AE-CHKZ-007, AE-GETZ-006.
    @Test func whatIsForbiddenLaterIsSaid() throws {
        let first = Options(number: 1)
        let second = try answer(
            .checkAuthentication, after: .setOptions(first), .setOptions(Options(number: 2)), .configure(.usual, [0]))
        #expect(signs(second.forbidden).contains(.sent(.any, first.visitor)))
        let same = try answer(
            .checkAuthentication, after: .setOptions(first), .setOptions(first), .configure(.usual, [0]))
        #expect(!signs(same.forbidden).contains(.sent(.any, first.visitor)))
        let failed = try answer(
            .authorizeInVain("news", isCheck: true, .authorize, .serverError), after: .configure(.usual, [0]),
            .signIn("A"))
        #expect(signs(failed.asked) == [.authorizationTracked(nil)])
        let unsent = try answer(
            .authorizeInVain("news", isCheck: true, .authorize, .refuse), after: .configure(.usual, [0]), .signIn("A"))
        #expect(unsent.asked.isEmpty, "nothing has returned")
        let overtaken = try answer(
            .late(.authorize("news", isCheck: true), .authorize, meanwhile: [.logOut]), after: .configure(.usual, [0]),
            .signIn("B"))
        #expect(signs(overtaken.asked).contains(.answeredOnce("news")))
        let crowd = try answer(
            .authorize(World.crowd[0], isCheck: true), after: .configure(.usual, [0]), .signIn("B"), .authorizeCrowd)
        #expect(signs(crowd.forbidden).contains(.request(.authorize)))
        var world = model.world
        world.traits = ["B": .tempPass]
        let chosen = try #require(
            Model(world).answer(to: .choose("B"), in: state(after: [.configure(.usual, [0]), .signIn("A")])))
        #expect(signs(chosen.owed) == [.authenticated] && chosen.next.present.login == .valid("B"))
    }

    /// AE-REQ-022, AE-GETZ-002.
    @Test func whatFollowsWhileAUserIsAskedIsSaid() throws {
        let page: [Act] = [.configure(.usual, [0]), .getAuthentication(isForced: false), .choose("A")]
        let asked = try state(after: page)
        let synchronised = try #require(model.answer(to: .configure(.usual, [0]), in: asked))
        #expect(signs(synchronised.owed) == [.configured] && synchronised.allowed == [.status])
        #expect(model.answer(to: .configure(.other, [0]), in: asked) == nil)
        #expect(
            model.answer(to: .logIn(.signIn), in: synchronised.next) == nil, "whether the login goes on is not said")
        let data = Pairs(1)
        let login = try answer(
            .logIn(.signIn), after: .configure(.usual, [0]), .authorize("news", isCheck: false, data: data),
            .choose("A"))
        #expect(signs(login.owed) == [.token("news")])
        #expect(signs(login.asked) == data.texts.map { .sent(.entitlement, $0) } + [.authenticationTracked(nil)])
    }

    /// AE-AUTHN-009, AE-SEL-005, AE-OPT-006: where nothing shows that a forced login has begun, nothing is awaited.
    @Test func aForcedLoginIsAskedForBesideAPlainMVPDOnly() throws {
        for kind in MVPDKind.allCases {
            var world = model.world
            world.traits = ["A": kind]
            let own = Model(world)
            var state = try #require(own.answer(to: .configure(.usual, [0]), in: State())).next
            state.present.login = .valid("A")
            #expect((own.answer(to: forced, in: state) != nil) == (kind == .plain))
        }
        let twice = try state(after: [.configure(.usual, [0]), .signIn("A"), forced])
        #expect(model.answer(to: .choose("A"), in: twice) == nil, "its page may be there since the login was asked for")
    }

    /// of what the process has known only tokens are said to be stored.
    @Test func aSelectionMayBeForgottenAtARestart() throws {
        let again: [Act] = [.restart(isKill: false), .configure(.usual, [0])]
        let end = try state(after: [.configure(.usual, [0]), .signIn("A")] + again)
        #expect(try signs(#require(model.answer(to: .getSelectedProvider, in: end)).owed) == [.selection])
    }

    /// The browser asks for the page of a logout, and what a port puts into its own requests is not there.
    @Test func optionsNeedNotComeWithTheLogoutOfABrowser() throws {
        for isTelevision in [false, true] {
            let own = Model(World(providers: [["A"]], on: Stage(isTelevision: isTelevision)))
            var state = State()
            for act in [.setOptions(Options(number: 1)), .configure(.usual, [0]), .signIn("A")] as [Act] {
                state = try #require(own.answer(to: act, in: state)).next
            }
            let sign = Sign.unsent(.any, Options(number: 1).visitor)
            let late = Act.late(.authorize("news", isCheck: true), .authorize, meanwhile: [.logOut])
            for act in [.logOut, late] {
                #expect(try signs(#require(own.answer(to: act, in: state)).forbidden).contains(sign) == isTelevision)
            }
        }
    }

    /// AE-SEL-013; where the page was closed its MVPD can be chosen again (AE-SEL-004).
    @Test func theMVPDCanBeChangedAtThePageOfAnother() throws {
        let page: [Act] = [.configure(.usual, [0]), .getAuthentication(isForced: false), .choose("A")]
        let other = try #require(model.answer(to: .choose("B"), in: state(after: page)))
        #expect(signs(other.owed) == [.page("B", provider: 0)])
        let again = try #require(model.answer(to: .choose("A"), in: state(after: page)))
        #expect(signs(again.owed) == [.page("A", provider: 0)])
    }

    /// AE-AUTHN-016: what is given to a login is sent, in whatever form it is asked for.
    @Test func aForcedLoginOfWhoHasNoneIsALogin() throws {
        let plain = try answer(.signIn("A", data: Pairs(1)), after: .configure(.usual, [0]))
        #expect(try answer(.signIn("A", data: Pairs(1), isForced: true), after: .configure(.usual, [0])) == plain)
    }

    /// A-55 is about a cancellation, and a restart is no better.
    @Test func theChoiceOfALoginThatARestartEndedMayBeStored() throws {
        let twice = Model(World(providers: [["A", "B"]]))
        let forced: [Act] = [.getAuthentication(isForced: true), .choose("B")]
        let acts: [Act] = [.configure(.usual, [0]), .signIn("A")]
        let end: [Act] = [.restart(isKill: false), .configure(.usual, [0])]
        let open = try (acts + forced + end).reduce(State()) { try #require(twice.answer(to: $1, in: $0)).next }
        #expect(open.present.login == .unknown && open.present.selection == .unknown)
        let kept = try (acts + end).reduce(State()) { try #require(twice.answer(to: $1, in: $0)).next }
        #expect(kept.present.login == .valid("A"))
        let first: [Act] = [.configure(.usual, [0]), .getAuthentication(isForced: false), .choose("A")]
        let nobody = try (first + end).reduce(State()) { try #require(twice.answer(to: $1, in: $0)).next }
        #expect(twice.answer(to: .getAuthentication(isForced: false), in: nobody) == nil)
    }

    /// AE-SEL-013, AE-SEL-014: the next login may be with the MVPD that was chosen for another programmer.
    @Test func aChoiceForAnotherProgrammerMayComeBeforeALogin() throws {
        let twice = Model(World(providers: [["A", "B"]]))
        let acts: [Act] = [.configure(.usual, [0]), .signIn("A"), .configure(.other, [0])]
        let back = Act.configure(.usual, [0])
        let chosen = try (acts + [.choose("B"), back]).reduce(State()) {
            try #require(twice.answer(to: $1, in: $0)).next
        }
        #expect(chosen.present.login == .unknown)
        #expect(twice.answer(to: .getAuthentication(isForced: false), in: chosen) == nil)
        let plain = try (acts + [back]).reduce(State()) { try #require(twice.answer(to: $1, in: $0)).next }
        #expect(plain.present.login == .valid("A"))
    }
}
