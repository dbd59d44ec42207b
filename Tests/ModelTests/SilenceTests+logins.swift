import Testing

@testable import Model

/// What is promised of logins that fail, wait, are forced, or have run out.
extension SilenceTests {
    /// AE-AUTHN-017, AE-AUTHN-023, AE-URL-004; whether a login stays that another was to replace is not said.
    @Test func aLoginThatFailsEndsWithAnError() throws {
        let asked: [Act] = [.configure(.usual, [0]), .getAuthentication(isForced: false)]
        let given = try answer(.giveUp, after: asked[0], asked[1], .choose("A"))
        #expect(signs(given.owed) == [.loggedOut] && given.next.present.login == .none)
        for end in [.giveUp, .logInInVain(.refuse)] as [Act] {
            let other = try answer(end, after: .configure(.usual, [0]), .signIn("A"), forced, .choose("B"))
            #expect(signs(other.forbidden) == [.authenticated] && other.next.present.login == .unknown)
        }
    }

    /// AE-AUTHN-023; only a television's login has to begin with a code.
    @Test func aLoginWithoutItsCodeFailsOnATelevision() throws {
        #expect(model.answer(to: .askInVain([0], "A", .refuse), in: State()) == nil)
        let television = Model(World(providers: [["A", "B"]], on: Stage(isTelevision: true)))
        let configured = try #require(television.answer(to: .configure(.usual, [0]), in: State())).next
        #expect(television.answer(to: .askInVain([0], "A", .refuse), in: configured) == nil, "the code may be there")
        let vain = try #require(television.answer(to: .askInVain([0], "A", .refuse), in: State()))
        #expect(signs(vain.owed) == [.failed] && vain.next.flow == .none && signs(vain.forbidden) == [.authenticated])
        let again = try #require(television.answer(to: .getAuthentication(isForced: false), in: vain.next))
        #expect(signs(again.owed) == [.picker(["A", "B"])])
    }

    /// AE-AUTHN-003, AE-AUTHN-005.
    @Test func aLoginThatHasRunOutIsNone() throws {
        let acts: [Act] = [.configure(.usual, [0]), .signIn("A"), .expire]
        let begun = try #require(model.answer(to: .getAuthentication(isForced: false), in: state(after: acts)))
        #expect(signs(begun.owed) == [.anyUI] && signs(begun.forbidden) == [.authenticated])
    }

    /// AE-Q-003, AE-AUTHN-004, AE-DPD-007: what is stored is there when the phase has ended.
    @Test func whatWaitsForAPhaseIsServedByWhatIsStored() throws {
        let before: [Act] = [.configure(.usual, [0]), .signIn("B"), .restart(isKill: false)]
        let login = try #require(
            model.answer(to: .queue([.getAuthentication(isForced: false)], [0]), in: state(after: before)))
        #expect(signs(login.owed) == [.configured, .authenticated] && signs(login.forbidden).contains(.anyUI))
        let token = try #require(model.answer(to: .queue([news], [0]), in: state(after: before)))
        #expect(signs(token.owed) == [.configured, .token("news")] && signs(token.forbidden).contains(.anyUI))
        let picker = try answer(.queue([news], [0]))
        #expect(signs(picker.owed) == [.configured, .picker(["A", "B"])])
        #expect(picker.next.flow == .picker(.authorization("news")))
        // AE-STO-005: what one MVPD has granted may be of use with another that denies it.
        let other: [Act] = [.configure(.other, [0]), .signIn("B"), .restart(isKill: false)]
        let disputed = Act.authorize("series", isCheck: false)
        #expect(try model.answer(to: .queue([disputed], [0]), in: state(after: other)) == nil)
    }

    /// AE-PRE-006: a failure is no grant.
    @Test func whatIsDeniedIsNotPreauthorizedByAFailure() throws {
        let call = Act.preauthorizeInVain(["news", "sports"], isCached: false, .serverError)
        let failed = try answer(call, after: .configure(.usual, [0]), .signIn("A"))
        #expect(signs(failed.forbidden) == [.anyUI, .preauthorizedAmongOthers("sports")])
    }

    /// AE-GETZ-004, AE-SEL-005.
    @Test func aTempPassThatIsChosenForAnAuthorizationGivesItsToken() throws {
        var world = model.world
        world.traits = ["B": .tempPass]
        let asked = try state(after: [.configure(.usual, [0]), news])
        #expect(try signs(#require(Model(world).answer(to: .choose("B"), in: asked)).owed) == [.token("news")])
    }

    /// AE-AUTHN-014, AE-LOG-003, AE-LOG-004.
    @Test func aTelevisionIsForcedToALoginAndShowsNoPageOfALogout() throws {
        let television = Model(World(providers: [["A", "B"]], on: Stage(isTelevision: true)))
        let ready = try #require(television.answer(to: .configure(.usual, [0]), in: State())).next
        let out = try #require(television.answer(to: .logOut, in: ready))
        #expect(signs(out.owed) == [.loggedOut] && signs(out.forbidden).contains(.anyPage))
        let user = try #require(television.answer(to: .signIn("A"), in: ready)).next
        let begun = try #require(television.answer(to: forced, in: user))
        #expect(begun.owed.isEmpty && signs(begun.forbidden) == [.authenticated])
        let chosen = try #require(television.answer(to: .choose("B"), in: begun.next))
        #expect(signs(chosen.owed) == [.loginOffered])
    }
}
