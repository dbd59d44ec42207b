import Testing

@testable import Model

/// What must not be kept of the programmer, the user, the login or the storage before.
@Suite struct KeptStateTests {
    private let model = Model(World(providers: [["A", "B"], ["A"]]))

    private func state(_ acts: Act..., in model: Model? = nil) throws -> State {
        try acts.reduce(State()) { try #require((model ?? self.model).answer(to: $1, in: $0)).next }
    }

    private func answer(_ act: Act, in state: State) throws -> Answer {
        try #require(model.answer(to: act, in: state))
    }

    @Test func aLateReplyEndsThePhaseOrFollowsItsEnd() throws {
        let late = try answer(.configureLate([0, 1], answers: [0, 1], choosing: "A"), in: State())
        #expect(late.owed.map(\.sign) == [.configurationEnded], "one that is silent may fail the phase (A-06)")
        #expect(
            late.forbidden.isEmpty, "a port that waits for all may ask each for a login before the phase ends (A-65)")
        let bound = late.forbiddenAfterwards
        #expect(bound.map(\.sign).starts(with: [.requestTo([1], .entitlement), .page("A", provider: 1)]))
        #expect(bound.allSatisfy { $0.excuse?.sign == .notConfigured }, "after a failure nothing is bound (A-06)")
        #expect(late.next.phase == .none && late.next.flow == .unknown)
        #expect(model.answer(to: .configureLate([0, 1], answers: [0], choosing: "A"), in: State()) == nil)
        #expect(
            try answer(.configureLate([0, 1], answers: [1, 0], choosing: "A"), in: State()).forbiddenAfterwards
                .map(\.sign) == [.page("A", provider: 0)],
            "whether a late reply extends the list is not said: B's provider may be asked")
        #expect(model.answer(to: .configureLate([0, 1], answers: [1, 0], choosing: "B"), in: State()) == nil)
    }

    /// AE-PRE-004: the answer is that programmer's own.
    @Test func anotherProgrammerIsNotAnsweredFromTheCache() throws {
        let question = Act.preauthorize(["news", "series", "kids"], isCached: true)
        let asked = try state(.configure(.usual, [0]), .signIn("A"), question)
        let other = try state(
            .configure(.usual, [0]), .signIn("A"), question, .configure(.other, [0]), .signIn("B"))
        #expect(try answer(question, in: other).owed.map(\.sign) == [.preauthorized(["news", "series"])])
        let visit = Act.visit([.signIn("B"), question])
        #expect(try answer(visit, in: asked).next.programmers[.other]?.login == .valid("B"))
        // One cache may be that of all programmers.
        let emptied = try state(.configure(.usual, [0]), .signIn("A"), question, .logOut, .signIn("A"))
        #expect(try answer(question, in: emptied).asked.map(\.sign) == [.request(.preauthorize)])
        #expect(try answer(question, in: answer(visit, in: emptied).next).asked == [])
    }

    /// AE-STO-005 has one authorization for a resource, whichever MVPD it is of, and A-72 has lists answered from those.
    @Test func whatOneMVPDHasAuthorizedMayBeOnTheListOfTheNext() throws {
        let authorized = try state(
            .configure(.usual, [0]), .signIn("A"), .authorize("kids", isCheck: true), .signIn("B", isForced: true))
        #expect(model.answer(to: .preauthorize(["news", "kids"], isCached: true), in: authorized) == nil)
        #expect(try !answer(.preauthorize(["news"], isCached: true), in: authorized).owed.isEmpty)
        let one = try state(.configure(.usual, [0]), .signIn("A"), .authorize("kids", isCheck: true))
        #expect(try !answer(.preauthorize(["kids"], isCached: true), in: one).owed.isEmpty)
    }

    /// a service that goes by the device alone answers for the login that was the last.
    @Test func whoseListItIsAfterALoginWasChosenAgainIsNotSaid() throws {
        let recalled = try state(
            .configure(.usual, [0]), .signIn("A"), .signIn("B", isForced: true), .recall("A"))
        #expect(model.answer(to: .preauthorize(["news", "kids"], isCached: false), in: recalled) == nil)
        #expect(try !answer(.preauthorize(["news"], isCached: false), in: recalled).owed.isEmpty)
    }

    /// AE-LOG-006; the service may have the login by then.
    @Test func aLogoutEndsTheLoginOnTheSecondScreen() throws {
        let television = Model(World(providers: [["A"]], on: Stage(isTelevision: true)))
        let page = try state(
            .configure(.usual, [0]), .getAuthentication(isForced: false), .choose("A"), in: television)
        let over = try #require(television.answer(to: .logOutLate, in: page))
        #expect(over.owed.map(\.sign) == [.loggedOut])
        #expect(over.forbiddenAfterwards.map(\.sign) == [.authenticated] && over.next.flow == .none)
        #expect(over.allowed == [.status], "the login that ends may be reported, too (AE-AUTHN-017)")
        let user = try #require(television.answer(to: .getMetadata(.user("userID")), in: over.next))
        #expect(
            !user.forbidden.map(\.sign).contains(.untrueMetadata(.user("userID"))),
            "the service may be asked (A-67), and need not have heard of the logout (A-69)")
        let check = try #require(television.answer(to: .checkAuthentication, in: over.next))
        #expect(check.owed.map(\.sign) == [.notAuthenticated])
        let again = try #require(television.answer(to: .configure(.usual, [0]), in: over.next)).next
        #expect(again.present.login == .unknown)
        let promise = try #require(television.answer(to: .checkAuthentication, in: again)).forbidden[0]
        #expect(promise.sign == .authenticated && promise.excuse == .init(sign: .request(.poll), start: .logout))
        let phone = try state(.configure(.usual, [0]), .getAuthentication(isForced: false), .choose("A"))
        #expect(model.answer(to: .logOutLate, in: phone) == nil, "a page of the logout may be shown")
    }

    /// AE-INIT-009.
    @Test func aCheckOfTheStorageLeavesNothingWhereOneValueIsDamaged() throws {
        var world = model.world
        (world.isDamaged, world.checksStorage) = (true, true)
        let checked = Model(world)
        let loggedIn = try state(.configure(.usual, [0]), .signIn("A"), in: checked)
        let check = Act.checkAuthentication
        func after(_ acts: Act..., in start: State) throws -> State {
            try acts.reduce(start) { try #require(checked.answer(to: $1, in: $0)).next }
        }
        let whole = try after(.restart(isKill: false), .configure(.usual, [0]), in: loggedIn)
        #expect(try #require(checked.answer(to: check, in: whole)).owed.map(\.sign) == [.authenticated])
        let authorized = try after(.authorize("news", isCheck: false), in: loggedIn)
        let cleared = try after(.restart(isKill: false), .configure(.usual, [0]), in: authorized)
        let answer = try #require(checked.answer(to: check, in: cleared))
        #expect(answer.owed.map(\.sign) == [.status] && answer.forbidden[0].cites == ["AE-INIT-009"])
        #expect(answer.forbidden[0].excuse?.sign == .request(.poll), "the service may have the login")
        #expect(checked.answer(to: .signIn("A"), in: cleared) == nil, "the core says nothing of it")
        let killed = try after(.restart(isKill: true), .configure(.usual, [0]), in: authorized)
        #expect(
            killed.present.login == .unknown && !killed.present.isCleared, "it may not have been stored yet")
        let expired = try after(
            .expireAuthorizations, .restart(isKill: false), .configure(.usual, [0]), in: authorized)
        #expect(expired.present.login == .unknown, "what has expired may still be stored")
    }

    /// AE-META-005.
    @Test func whatWasToldOfTheUserBeforeIsNotTheNextUsers() throws {
        let zip = Act.getMetadata(.user("zip"))
        let before = try state(.configure(.usual, [0]), .signIn("A"), .withholdMetadata)
        #expect(try !answer(zip, in: before).forbidden.contains { $0.sign == .untrueMetadata(.user("zip")) })
        #expect(model.answer(to: .withholdMetadata, in: before) == nil)
        let next = try answer(.signIn("B", isForced: true), in: before).next
        let told = try answer(zip, in: next)
        #expect(told.forbidden.contains { $0.sign == .untrueMetadata(.user("zip")) })
        #expect(told.owed.map(\.sign) == [.metadata(.user("zip"), hasValue: false)])
        let rating = Act.Question.user("maxRating")
        #expect(
            try !answer(.getMetadata(rating), in: next).forbidden.contains { $0.sign == .untrueMetadata(rating) },
            "it comes with an authorization, which may be kept")
        let back = try answer(.signIn("A", isForced: true), in: next).next
        #expect(
            try !answer(zip, in: back).forbidden.contains { $0.sign == .untrueMetadata(.user("zip")) },
            "what was told with A's first login may be kept with it (AE-STO-010), and is true of the same user")
        let anew = try [.logOut, .signIn("A")].reduce(before) { try answer($1, in: $0).next }
        #expect(
            try answer(zip, in: anew).forbidden.contains { $0.sign == .untrueMetadata(.user("zip")) },
            "a logout leaves nothing (AE-LOG-007)")
    }
}
