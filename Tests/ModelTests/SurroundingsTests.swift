import Testing

@testable import Model

/// What worlds have beside plain MVPDs: Apple's dialog, Safari, TempPass, a default provider.
@Suite struct SurroundingsTests {
    private func world(_ traits: [String: MVPDKind]) -> World {
        var world = World(providers: [["A", "B", "C"]])
        world.traits = traits
        return world
    }

    private func state(_ world: World, after acts: Act...) throws -> State {
        let model = Model(world)
        return try acts.reduce(State()) { state, act in try #require(model.answer(to: act, in: state)).next }
    }

    private var account: World {
        var world = world(["A": .supported, "B": .picker])
        world.hasAccount = true
        return world
    }

    @Test func applesDialogOffersWhatSupportsItAndTheFilterNamesInItsOrder() throws {
        let ready = try state(account, after: .configure(.usual, [0]))
        let plain = try #require(Model(account).answer(to: .getAuthentication(isForced: false), in: ready))
        #expect(plain.owed.map(\.sign) == [.dialog])
        #expect(plain.asked.map(\.sign) == [.offered(["A", "B"])])
        let filter = Filter(mvpds: ["C", "B", "A"], featured: ["B", "C"])
        let filtered = try #require(
            Model(account).answer(to: .getAuthentication(isForced: false, filter: filter), in: ready))
        #expect(filtered.asked.map(\.sign) == [.offered(["B", "A"]), .offeredInOrder(["B", "A"]), .featured(["B"])])
        let nobody = Filter(mvpds: ["C"], featured: [])
        #expect(Model(account).answer(to: .getAuthentication(isForced: false, filter: nobody), in: ready) == nil)
    }

    @Test func thePlatformLogsInAndALogoutSaysSo() throws {
        let dialog = try state(account, after: .configure(.usual, [0]), .getAuthentication(isForced: false))
        let login = try #require(Model(account).answer(to: .pick("A"), in: dialog))
        #expect(login.owed.map(\.sign) == [.dialogGone, .authenticated])
        #expect(login.forbidden.map(\.sign) == [.loginOffered])
        let logout = try #require(Model(account).answer(to: .logOut, in: login.next))
        // Nobody says that the report comes before a page has ended, and a television has none.
        #expect(logout.owed == [] && logout.allowed.contains(.status))
        var television = account
        television.stage.isTelevision = true
        let ended = try #require(Model(television).answer(to: .logOut, in: login.next))
        #expect(ended.owed.map(\.sign) == [.reported("VSA203")])
        // Nobody says whether the account brings the login back.
        #expect(logout.next.present.login == .unknown)
        #expect(Model(account).answer(to: .pick("C"), in: dialog) == nil)
    }

    /// in which of two ways the login ends is for the port to say, so that it is ended in either.
    @Test func aDialogThatIsClosedIsTakenAway() throws {
        let model = Model(account)
        let dialog = try state(account, after: .configure(.usual, [0]), .getAuthentication(isForced: false))
        let closed = try #require(model.answer(to: .closeDialog, in: dialog))
        #expect(closed.owed.map(\.sign) == [.dialogGone])
        #expect(Set(closed.allowed).isSuperset(of: [.status, .picker(["A", "B", "C"])]))
        #expect(closed.forbidden.map(\.sign) == [.authenticated])
        // AE-AUTHN-006 has the application's own picker next, and AE-SSO-002 Apple's.
        #expect(model.answer(to: .getAuthentication(isForced: false), in: closed.next) == nil)
        let page = try #require(model.answer(to: .pick("B"), in: dialog)).next
        #expect(model.answer(to: .closeDialog, in: page) == nil)
    }

    /// AE-REQ-007, AE-REQ-025: the phase ends also where the account cannot be exchanged for a login.
    @Test func aPhaseEndsWhateverBecomesOfTheAccount() throws {
        let user = try state(
            account, after: .configure(.usual, [0]), .getAuthentication(isForced: false), .pick("A"), .expire)
        let phase = try #require(Model(account).answer(to: .configureInTrouble([0], .serverError), in: user))
        #expect(phase.owed.map(\.sign) == [.configurationEnded] && phase.next.phase == .none)
        #expect(phase.next.present.login == .none && phase.next.programmers[.usual]?.login == .unknown)
    }

    @Test func adobeLogsInWhereTheDialogOnlyOffers() throws {
        let dialog = try state(account, after: .configure(.usual, [0]), .getAuthentication(isForced: false))
        let page = try #require(Model(account).answer(to: .pick("B"), in: dialog))
        #expect(page.owed.map(\.sign) == [.dialogGone, .page("B", provider: 0)])
    }

    @Test func aFilterIsNothingToWhoHasNoAccount() throws {
        let world = world(["A": .supported])
        let ready = try state(world, after: .configure(.usual, [0]))
        let filter = Filter(mvpds: ["A"], featured: [])
        let answer = try #require(
            Model(world).answer(to: .getAuthentication(isForced: false, filter: filter), in: ready))
        #expect(answer.owed.map(\.sign) == [.picker(["A", "B", "C"])])
    }

    @Test func whoShowsSafariIsSaidBeforeTheLogin() throws {
        let world = world(["A": .safari])
        var options = Options(number: 1)
        func page(_ handles: Bool?, isRestarted: Bool = false) throws -> Answer? {
            options.handlesSafari = handles
            var picker = try state(world, after: .setOptions(options))
            if isRestarted { picker = try #require(Model(world).answer(to: .restart(isKill: false), in: picker)).next }
            for act in [Act.configure(.usual, [0]), .getAuthentication(isForced: false)] {
                picker = try #require(Model(world).answer(to: act, in: picker)).next
            }
            return Model(world).answer(to: .choose("A"), in: picker)
        }
        #expect(try #require(try page(true)).owed.map(\.sign) == [.safariPage("A")])
        #expect(try #require(try page(false)).owed.map(\.sign) == [.safari])
        #expect(try #require(try page(nil)).owed.map(\.sign) == [.safari])
        // Whether options last is not said.
        #expect(try page(true, isRestarted: true) == nil)
    }

    @Test func whatBecomesOfALoginThatNobodyCanShowIsNotSaid() throws {
        var world = world(["A": .safari])
        world.omitsSafari = true
        var options = Options(number: 1)
        options.handlesSafari = true
        let picker = try state(
            world, after: .setOptions(options), .configure(.usual, [0]), .getAuthentication(isForced: false))
        let answer = try #require(Model(world).answer(to: .choose("A"), in: picker))
        #expect(answer.owed.isEmpty && answer.allowed.contains(.status))
        #expect(Model(world).answer(to: .choose("B"), in: answer.next) == nil)
    }

    @Test func aTempPassIsThereWhenItIsChosen() throws {
        let world = world(["A": .tempPass])
        let ready = try state(world, after: .configure(.usual, [0]))
        let answer = try #require(Model(world).answer(to: .choose("A"), in: ready))
        #expect(answer.owed.map(\.sign) == [.authenticated])
        #expect(answer.next.present.login == .valid("A"))
        // What it is denied is the service's affair.
        #expect(Model(world).answer(to: .authorize("sports", isCheck: true), in: answer.next) == nil)
    }

    /// AE-SEL-005 has the outcome of a choice reported, whether somebody asked for a login or not.
    @Test func whatBecomesOfATempPassInTroubleIsTold() throws {
        var world = world(["A": .tempPass])
        let ready = try state(world, after: .configure(.usual, [0]))
        let picker = try state(world, after: .configure(.usual, [0]), .getAuthentication(isForced: false))
        for before in [ready, picker] {
            let answer = try #require(Model(world).answer(to: .passInVain("A", .serverError), in: before))
            #expect(answer.owed.map(\.sign) == [.status] && answer.next.flow == .none)
            // Where a pass needs no request it is there all the same.
            #expect(answer.next.present.login == .unknown && answer.forbidden.isEmpty)
        }
        #expect(Model(world).answer(to: .passInVain("B", .serverError), in: picker) == nil)
        world.stage.isTelevision = true
        #expect(Model(world).answer(to: .passInVain("A", .serverError), in: picker) == nil, "it may poll")
    }

    @Test func theDefaultProviderIsAskedWhereNoOtherIsAndOnlyThere() throws {
        var world = World(providers: [["A"], ["A"]])
        world.defaultProvider = 1
        let own = try #require(Model(world).answer(to: .configureDefault, in: State()))
        #expect(own.asked.map(\.sign) == [.requestTo([1], .configuration)])
        #expect(own.forbidden.map(\.sign).contains(.requestTo([0], .configuration)))
        let other = try #require(Model(world).answer(to: .configure(.usual, [0]), in: State()))
        #expect(other.forbidden.map(\.sign).contains(.requestTo([1], .configuration)))
    }

    @Test func everyRequestAfterSetOptionsCarriesThem() throws {
        let world = world([:])
        let set = try state(world, after: .setOptions(Options(number: 4)))
        let answer = try #require(Model(world).answer(to: .configure(.usual, [0]), in: set))
        #expect(answer.forbidden.map(\.sign).contains(.unsent(.any, Options(number: 4).visitor)))
        let restarted = try state(world, after: .setOptions(Options(number: 4)), .restart(isKill: false))
        let again = try #require(Model(world).answer(to: .configure(.usual, [0]), in: restarted))
        #expect(!again.forbidden.map(\.sign).contains(.unsent(.any, Options(number: 4).visitor)))
    }

    /// AE-REQ-014: the service may know the device.
    @Test func anotherApplicationOfATelevisionMayFetchTheLogin() throws {
        let world = World(providers: [["A"]], on: Stage(isTelevision: true))
        let other = try state(
            world, after: .configure(.usual, [0]), .signIn("A"), .launchOther, .configure(.usual, [0]))
        #expect(other.present.login == .unknown)
        let back = try #require(Model(world).answer(to: .launchOther, in: other)).next
        let again = try #require(Model(world).answer(to: .configure(.usual, [0]), in: back)).next
        #expect(again.present.login == .valid("A"))
    }

    @Test func aQuestionThatIsAskedAgainAtOnceIsAnsweredFromTheCache() throws {
        let world = world([:])
        let first = try state(
            world, after: .configure(.usual, [0]), .signIn("A"), .preauthorize(["news"], isCached: true))
        let again = try #require(Model(world).answer(to: .preauthorize(["news"], isCached: true), in: first))
        #expect(again.forbidden.map(\.sign).contains(.request(.preauthorize)))
        let other = try #require(Model(world).answer(to: .preauthorize(["kids"], isCached: true), in: first))
        #expect(!other.forbidden.map(\.sign).contains(.request(.preauthorize)))
    }

    @Test func twoUsersAreNotTrackedAsOne() throws {
        let world = world([:])
        let one = try state(world, after: .configure(.usual, [0]), .signIn("A"), .checkTwice, .logOut, .signIn("B"))
        let answer = try #require(Model(world).answer(to: .checkTwice, in: one))
        #expect(answer.asked.map(\.sign) == [.userTrackedAgain(2, "B")])
        #expect(answer.forbidden.map(\.sign).contains(.userTrackedAs(1, "B")))
    }
}
