import AccessEnablerAPI
import Testing

@testable import Model

/// What the other protocols of the service providers leave open, or do not have.
@Suite struct ProtocolTests {
    private let login: [Act] = [.configure(.usual, [0]), .signIn("A")]
    private let news = Act.authorize("news", isCheck: true)

    private func model(_ wire: Wire, isTelevision: Bool = false) -> Model {
        Model(World(providers: [["A", "B"]], on: Stage(isTelevision: isTelevision, wire: wire)))
    }

    private func state(_ model: Model, after acts: [Act]) throws -> State {
        try acts.reduce(State()) { state, act in try #require(model.answer(to: act, in: state)).next }
    }

    private func answer(_ act: Act, after acts: [Act], over wire: Wire) throws -> Answer? {
        let model = model(wire)
        return try model.answer(to: act, in: state(model, after: acts))
    }

    @Test func anAuthorizationIsNotSaidToBeKeptWhereTheServiceDecides() throws {
        let again = { wire in try #require(try answer(news, after: login + [news], over: wire)) }
        #expect(try again(.sdk).forbidden.contains { $0.sign == .request(.authorize) })
        #expect(try !again(.restV2).forbidden.contains { $0.sign == .request(.authorize) })
        #expect(try again(.restV2).owed.map(\.sign) == [.token("news")])
        // Nor is it said to be asked for again: a decision may be kept until its end.
        #expect(try !again(.restV2).asked.contains { $0.sign == .request(.authorize) })
    }

    @Test func dataGoWithAnAuthorizationThatIsAskedFor() throws {
        let more = Act.authorize("news", isCheck: true, data: Pairs(1))
        let isSent = { (answer: Answer) in
            answer.asked.contains { if case .sent(.entitlement, _) = $0.sign { true } else { false } }
        }
        for wire in Wire.allCases {
            #expect(isSent(try #require(try answer(more, after: login, over: wire))))
            #expect(isSent(try #require(try answer(more, after: login + [news], over: wire))) == (wire == .sdk))
        }
    }

    /// Where the client keeps no token the service that is asked knows the login, or does not.
    @Test func aLoginIsOfItsProviderWhereTheServiceKeepsIt() throws {
        for (wire, login) in [(Wire.sdk, State.Login.valid("A")), (.restV1, .unknown), (.restV2, .unknown)] {
            let model = Model(World(providers: [["A"], ["A"]], on: Stage(wire: wire)))
            let acts: [Act] = [.configure(.usual, [0]), .signIn("A"), .configure(.usual, [0, 1])]
            #expect(try state(model, after: acts).present.login == login)
        }
    }

    @Test func aMediaTokenComesWithTheAuthorizationOverV2() throws {
        for (wire, isAskedFor) in [(Wire.sdk, true), (.restV1, true), (.restV2, false)] {
            let first = try #require(try answer(news, after: login, over: wire))
            #expect(first.asked.contains { $0.sign == .request(.mediaToken) } == isAskedFor)
            let vain = Act.authorizeInVain("news", isCheck: true, .mediaToken, .serverError)
            #expect(try (answer(vain, after: login, over: wire) != nil) == isAskedFor)
        }
    }

    @Test func aLogoutLeadsToAPageWhereTheProtocolHasOne() throws {
        for (wire, hasPage) in [(Wire.sdk, true), (.restV1, false), (.restV2, true)] {
            let end = try #require(try answer(.logOut, after: login, over: wire))
            #expect(end.asked.isEmpty != hasPage)
            #expect(end.owed.map(\.sign) == [.loggedOut])
        }
    }

    /// The configuration of v2 does not say that a login is one programmer's own, nor that an MVPD's page is not shown at once.
    @Test func whatNoConfigurationSaysIsLeftOpen() throws {
        let visitor = login + [.configure(.other, [0])]
        #expect(try state(model(.sdk), after: visitor).present.login == .none)
        #expect(try state(model(.restV2), after: visitor).present.login == .unknown)
        let ask = Act.getAuthentication(isForced: false)
        let again = try #require(try answer(ask, after: login + [.logOut], over: .restV2))
        #expect(again.owed.map(\.sign) == [.anyUI] && again.allowed.contains(.picker(["A", "B"])))
        let model = model(.restV2)
        let picker = try state(model, after: login + [.logOut, ask])
        #expect(model.answer(to: .choose("A"), in: picker) == nil, "its page may be there")
        #expect(model.answer(to: .choose("B"), in: picker) != nil)
        let first = try #require(try answer(ask, after: [.configure(.usual, [0])], over: .restV2))
        #expect(first.owed.map(\.sign) == [.picker(["A", "B"])])
    }

    @Test func overV1TheServiceKnowsOneLoginOnly() throws {
        let twice = login + [.signIn("B", isForced: true)]
        #expect(try state(model(.restV2), after: twice).present.others == ["A"])
        #expect(try state(model(.restV1), after: twice).present.others == [])
        let joined = Act.preauthorizeJoined("news", "movies")
        #expect(try answer(joined, after: login, over: .restV1) == nil)
        #expect(try answer(joined, after: login, over: .restV2) != nil)
    }
}
