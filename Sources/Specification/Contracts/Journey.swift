import AccessEnablerAPI
import Evidence
import ServiceProtocol

/// A way through the API that many users take: what load is made of beside contracts.
package enum Journey: String, Sendable, Hashable, CaseIterable {
    /// One `setRequestor` to its end.
    case configure
    /// One `setRequestor`, then a picker, in which each MVPD shows whose it became, then a cancellation.
    case fanOut = "fan-out"
    /// A login on the MVPD's page.
    case signIn = "sign-in"
    /// A login, an authorization, and a second media token for the same resource.
    case watch

    /// Whether it is a configuration phase and leaves an instance as it found it.
    package var isFanOut: Bool { self == .configure || self == .fanOut }

    /// The journey as a case: its steps, and that the fastest responder wins.
    ///
    /// - Parameter file: what asked for it, for messages.
    package func testCase(in fixture: Fixture, file: String) -> Case {
        var fixture = fixture
        if self != .watch { fixture.resources = [:] }
        let count = fixture.providers.count
        return Case(
            id: "\(rawValue)[providers=\(count)]", contractID: rawValue,
            title: "\(rawValue) with \(count) service providers", area: "load", level: .must,
            cites: ["AE-SP-001", "AE-SP-007"], platforms: isFanOut ? [.iOS, .tvOS] : [.iOS], versions: .all,
            fixture: fixture, steps: steps(fixture),
            expectations: [Expectation(kind: .check("fastest-responder", arguments: [:]))], file: file, line: 1)
    }

    private func steps(_ fixture: Fixture) -> [Step] {
        let macros = Macros(idiom: .usual)
        let configure = macros.configure(fixture.providers.map(\.name), as: "requestor")
        // One that several providers list, where there is any.
        let mvpd = fixture.mvpds.first ?? ""
        switch self {
        case .configure: return configure
        case .fanOut: return configure + macros.look
        case .signIn: return configure + macros.signIn(mvpd)
        case .watch: return configure + macros.signIn(mvpd) + macros.authorize + macros.authorize
        }
    }
}

extension Macros {
    /// The picker shows for each MVPD whose attributes it was given; then the user has second thoughts (AE-SP-006).
    fileprivate var look: [Step] {
        [
            call(.getAuthentication, text: "look"),
            wait(for: .displayProviderDialog, cites: ["AE-AUTHN-008"]),
            choose(nil, text: "cancel"),
            wait(for: .setAuthenticationStatus, ("status", .symbol("ERROR")), cites: ["AE-SEL-008"]),
        ]
    }

    fileprivate var authorize: [Step] {
        let resource = Template("$\(Fixture.journeyResource)")
        return [
            call(.getAuthorization, ("resource", resource), text: "authorize"),
            wait(for: .setToken, ("resource", .equals(resource)), cites: ["AE-TOK-005", "AE-GETZ-007"]),
        ]
    }
}

extension Fixture {
    /// What journeys ask an authorization for; it is granted.
    static let journeyResource = "film"

    /// So many service providers with `each` MVPDs in their lists, of which all have the first `shared`.
    package static func journeys(providers: Int, each: Int, shared: Int) -> Fixture {
        let common = (0..<shared).map { "S\($0 + 1)" }
        var fixture = Fixture(
            providers: (0..<providers).map { index in
                let own = (shared..<max(shared, each)).map { "P\(index + 1)x\($0 + 1)" }
                return Provider(
                    name: ProviderName.text(at: index), mvpds: (common + own).map { Listing(name: $0, properties: [:]) }
                )
            })
        fixture.resources = [journeyResource: .granted]
        return fixture
    }
}
