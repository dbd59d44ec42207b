import Testing

@testable import Model

@Suite struct ModelTests {
    private let model = Model(World(providers: [["A", "B"], ["B", "C"]]))

    private func state(after acts: Act...) throws -> State {
        try acts.reduce(State()) { state, act in try #require(model.answer(to: act, in: state)).next }
    }

    @Test func theMergedListIsTheUnionOfAllProviders() throws {
        let ready = try state(after: .configure(.usual, [0, 1]))
        let answer = try #require(model.answer(to: .getAuthentication(isForced: false), in: ready))
        #expect(answer.owed.map(\.sign) == [.picker(["A", "B", "C"])])
    }

    @Test func aLoginIsTrackedAtItsBeginningOrItsEnd() throws {
        let ready = try state(after: .configure(.usual, [0]))
        let picker = try #require(model.answer(to: .getAuthentication(isForced: true), in: ready))
        #expect(picker.asked.isEmpty)
        let login = try #require(model.answer(to: .signIn("A"), in: ready))
        #expect(
            login.asked.map(\.sign) == [
                .selectionTracked("A"), .authenticationTracked(nil), .authenticationTracked(nil),
            ])
    }

    @Test func nothingIsSaidOfCallsBeforeAnyConfiguration() {
        #expect(model.answer(to: .checkAuthentication, in: State()) == nil)
    }

    @Test func aUserIsAuthenticatedAfterALoginAndNotAfterALogout() throws {
        let loggedIn = try state(after: .configure(.usual, [0]), .signIn("A"))
        #expect(try #require(model.answer(to: .checkAuthentication, in: loggedIn)).owed.map(\.sign) == [.authenticated])
        let out = try state(after: .configure(.usual, [0]), .signIn("A"), .logOut)
        #expect(try #require(model.answer(to: .checkAuthentication, in: out)).owed.map(\.sign) == [.notAuthenticated])
    }

    /// AE-REQ-006, AE-SP-001: whose configuration nobody asked for yet is not known.
    @Test func everyProviderThatWasNotAskedBeforeIsAsked() throws {
        func asked(_ requestor: Act.Requestor, _ providers: [Int], in state: State) throws -> [Sign] {
            try #require(model.answer(to: .configure(requestor, providers), in: state)).asked.map(\.sign)
        }
        #expect(try asked(.usual, [0], in: State()) == [.requestTo([0], .configuration)])
        let ready = try state(after: .configure(.usual, [0]))
        #expect(try asked(.usual, [0], in: ready).isEmpty)
        #expect(try asked(.usual, [0, 1], in: ready) == [.requestTo([1], .configuration)])
        #expect(try asked(.other, [0], in: ready) == [.requestTo([0], .configuration)])
    }

    /// A-69, AE-REQ-014: a service that was not told of the logout may give the login back.
    @Test(arguments: [true, false])
    func aLogoutOnATelevisionLastsUntilTheServiceMayBeAsked(isTelevision: Bool) throws {
        var world = World(providers: [["A", "B"]])
        world.stage.isTelevision = isTelevision
        let model = Model(world)
        func check(after acts: [Act]) throws -> [Sign] {
            let state = try acts.reduce(State()) { try #require(model.answer(to: $1, in: $0)).next }
            return try #require(model.answer(to: .checkAuthentication, in: state)).owed.map(\.sign)
        }
        let acts: [Act] = [.configure(.usual, [0]), .signIn("A"), .logOut]
        #expect(try check(after: acts) == [.notAuthenticated])
        for again in [[], [Act.restart(isKill: false)]] {
            #expect(
                try check(after: acts + again + [.configure(.usual, [0])])
                    == [isTelevision ? .status : .notAuthenticated])
        }
    }

    @Test func aCachedAuthorizationIsNotAskedForAgain() throws {
        let loggedIn = try state(after: .configure(.usual, [0]), .signIn("A"))
        let first = try #require(model.answer(to: .authorize("news", isCheck: false), in: loggedIn))
        #expect(first.asked.map(\.sign).contains(.request(.authorize)))
        let second = try #require(model.answer(to: .authorize("news", isCheck: false), in: first.next))
        #expect(second.forbidden.map(\.sign).contains(.request(.authorize)))
        #expect(second.asked.map(\.sign) == [.request(.mediaToken)])
    }

    @Test func aDenialTellsTheMessageOfTheMVPD() throws {
        let loggedIn = try state(after: .configure(.usual, [0]), .signIn("A"))
        let answer = try #require(model.answer(to: .authorize("sports", isCheck: true), in: loggedIn))
        let message = try #require(World.denial(of: "sports", by: "A"))
        #expect(message.contains("&") && message.contains("\u{65B0}"))
        #expect(answer.owed.map(\.sign) == [.denied("sports", message: message)])
    }

    @Test func aLoginOfOneProgrammerIsNotThatOfAnother() throws {
        let other = try state(after: .configure(.usual, [0]), .signIn("A"), .configure(.other, [0]))
        #expect(try #require(model.answer(to: .checkAuthentication, in: other)).owed.map(\.sign) == [.notAuthenticated])
    }

    @Test func nothingIsSaidOfAMediaTokenThatNobodyNeedsToReadYet() throws {
        let loggedIn = try state(after: .configure(.usual, [0]), .signIn("A"))
        func answer(_ request: Act.Request, _ fault: Act.Fault) -> Answer? {
            model.answer(to: .authorizeInVain("news", isCheck: false, request, fault), in: loggedIn)
        }
        #expect(answer(.mediaToken, .malformed) == nil)
        #expect(try #require(answer(.mediaToken, .serverError)).owed.map(\.sign) == [.refused("news")])
        #expect(try #require(answer(.authorize, .malformed)).owed.map(\.sign) == [.refused("news")])
    }

    @Test func whatWasGivenToOneCallIsNotSentWithTheNext() throws {
        let authorized = try state(
            after: .configure(.usual, [0]), .signIn("A"), .authorize("news", isCheck: false, data: Pairs(1)))
        func forbidden(_ act: Act, in state: State) throws -> [Sign] {
            try #require(model.answer(to: act, in: state)).forbidden.map(\.sign)
        }
        let old = Sign.sent(.entitlement, "campaign-1")
        #expect(try forbidden(.authorize("movies", isCheck: true), in: authorized).contains(old))
        #expect(try forbidden(.authorize("movies", isCheck: true, data: Pairs(2)), in: authorized).contains(old))
        #expect(try !forbidden(.authorize("movies", isCheck: true, data: Pairs(1)), in: authorized).contains(old))
        let givenUp = try state(
            after: .configure(.usual, [0]), .getAuthentication(isForced: false, data: Pairs(1)), .cancel)
        #expect(try forbidden(.signIn("A"), in: givenUp).contains(.sent(.any, "campaign-1")))
        #expect(try forbidden(.signIn("A"), in: givenUp).contains(.sentInLogin("campaign-1")))
    }

    @Test func aServiceInTroubleDoesNotEndALogin() throws {
        let loggedIn = try state(after: .configure(.usual, [0]), .signIn("A"))
        let answer = try #require(model.answer(to: .configureInTrouble([0], .serverError), in: loggedIn))
        #expect(answer.owed.map(\.sign) == [.configured] && answer.next.present.login == .valid("A"))
        #expect(model.answer(to: .configureInTrouble([0], .serverError), in: State()) == nil)
    }

    @Test func nobodySaysWhetherAnAuthorizationOutlivesAMediaTokenThatFailed() throws {
        let authorized = try state(after: .configure(.usual, [0]), .signIn("A"), .authorize("news", isCheck: false))
        let failed = try #require(
            model.answer(to: .authorizeInVain("news", isCheck: false, .mediaToken, .serverError), in: authorized))
        let again = try #require(model.answer(to: .authorize("news", isCheck: false), in: failed.next))
        #expect(!again.forbidden.map(\.sign).contains(.request(.authorize)))
        #expect(again.asked.map(\.sign) == [.request(.mediaToken)])
    }

    @Test func whatTheDocumentsLeaveOpenIsNotDemanded() throws {
        // what the erased selection does to a login.
        let cancelled = try state(after: .configure(.usual, [0]), .signIn("A"), .cancel)
        #expect(try #require(model.answer(to: .checkAuthentication, in: cancelled)).owed.map(\.sign) == [.status])
        // AE-CHKN-008: the list that has no such MVPD.
        let elsewhere = try state(after: .configure(.usual, [0]), .signIn("A"), .configure(.usual, [1]))
        #expect(model.answer(to: .authorize("news", isCheck: false), in: elsewhere) == nil)
        // AE-REQ-015: which of two logins ends.
        let one = try state(after: .configure(.usual, [0, 1]), .signIn("B"))
        #expect(model.answer(to: .logOutElsewhere, in: one) != nil)
        let two = try state(
            after: .configure(.usual, [0, 1]), .signIn("B"), .getAuthentication(isForced: true), .choose("A"),
            .logIn(.signIn))
        #expect(model.answer(to: .logOutElsewhere, in: two) == nil)
    }

    @Test func aCancelledAuthorizationGetsNoToken() throws {
        let picker = try state(after: .configure(.usual, [0]), .authorize("news", isCheck: false))
        let answer = try #require(model.answer(to: .cancel, in: picker))
        #expect(answer.owed.map(\.sign) == [.cancelled])
        #expect(answer.forbidden.map(\.sign).contains(.token("news")))
    }

    @Test func aUserMayGoBackAndAskAgainInTheSameBreath() throws {
        let page = try state(after: .configure(.usual, [0]), .getAuthentication(isForced: false), .choose("A"))
        let answer = try #require(model.answer(to: .changeMind, in: page))
        #expect(answer.owed.map(\.sign) == [.cancelled, .picker(["A", "B"])])
        #expect(answer.next.flow == .picker(.authentication))
        // What a cancelled authorization owes besides is another matter.
        let authorization = try state(after: .configure(.usual, [0]), .authorize("news", isCheck: false))
        #expect(model.answer(to: .changeMind, in: authorization) == nil)
    }

    @Test func aPreauthorizationThatFailsIsAnsweredAndEmptiesNothing() throws {
        let loggedIn = try state(after: .configure(.usual, [0]), .signIn("A"))
        let failed = try #require(
            model.answer(to: .preauthorizeInVain(["news"], isCached: false, .serverError), in: loggedIn))
        #expect(failed.owed.map(\.sign) == [.preauthorization])
        let again = try #require(model.answer(to: .preauthorize(["news"], isCached: false), in: failed.next))
        #expect(again.owed.map(\.sign) == [.preauthorized(["news"])])
    }

    @Test func loginsLastOverARestartAndNothingIsConfiguredThen() throws {
        let restarted = try state(after: .configure(.usual, [0]), .signIn("A"), .restart(isKill: true))
        #expect(model.answer(to: .checkAuthentication, in: restarted) == nil)
        let again = try state(
            after: .configure(.usual, [0]), .signIn("A"), .restart(isKill: true), .configure(.usual, [0]))
        #expect(try #require(model.answer(to: .checkAuthentication, in: again)).owed.map(\.sign) == [.authenticated])
    }

    @Test func callsThatWaitMayBeServedWithTheListOfOneProvider() throws {
        for (mvpd, isCertain) in [("A", false), ("B", true)] {
            let stored = try state(after: .configure(.usual, [0, 1]), .signIn(mvpd), .restart(isKill: false))
            let answer = model.answer(to: .queue([.checkAuthentication], [0, 1]), in: stored)
            #expect(answer?.owed.map(\.sign) == (isCertain ? [.configured, .authenticated] : nil))
        }
    }

    @Test func callsThatLeadNowhereAreAnsweredTogetherAsOneAfterTheOther() throws {
        let loggedIn = try state(after: .configure(.usual, [0]), .signIn("A"))
        let calls: [Act] = [
            .checkAuthentication, .authorize("news", isCheck: true), .authorize("sports", isCheck: true),
        ]
        let answer = try #require(model.answer(to: .together(calls, held: nil), in: loggedIn))
        #expect(answer.owed.count == 3)
        #expect(answer.next.present.authorized == ["news"])
    }
}
