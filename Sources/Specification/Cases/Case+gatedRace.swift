internal import Evidence
package import AccessEnablerAPI
import ServiceProtocol

extension Case {
    /// A race between exactly these service providers: all replies are held, and let go in this order.
    ///
    /// No contract has as many providers as load asks for; what was seen there is seen again here, where the order is known.
    package static func gatedRace(
        _ providers: [Fixture.Provider], order: [String], id: String, cites: [String], on platform: Platform,
        _ version: SDKVersion
    ) -> Case {
        let names = providers.map(\.name)
        let fixture = Fixture(providers: providers)
        let macros = Macros(idiom: Idiom(platform, version))
        var listers: [String: Int] = [:]
        for listing in providers.flatMap(\.mvpds) { listers[listing.name, default: 0] += 1 }
        let contested = fixture.mvpds.filter { listers[$0, default: 0] > 1 }
        let complete = macros.wait(for: .setRequestorComplete, ("status", .symbol("SUCCESS")), cites: ["AE-REQ-008"])
        let race = [
            macros.step(.hold(.configuration, providers: names), "hold configuration"),
            macros.startConfiguration(names, as: "requestor"),
            macros.step(
                .awaitHeld(.configuration, providers: names, due: .atOnce), "await-held configuration",
                cites: ["AE-SP-001", "AE-SP-002"]),
            macros.step(.release(.configuration, providers: order), "release \(order.joined(separator: ", "))"),
            complete,
        ]
        let probed = contested.isEmpty ? fixture.mvpds : contested
        return Case(
            id: id, contractID: "gated-race", title: "What load has shown, with the order of the replies known",
            area: "service-providers", level: .must, cites: cites, platforms: Set(Platform.allCases), versions: .all,
            fixture: fixture, steps: race + macros.probeBindings(Array(probed.prefix(probes))),
            expectations: [Expectation(kind: .check("fastest-responder", arguments: [:]), cites: cites)],
            file: "", line: 1)
    }

    /// Each asks for a login, and so many say enough.
    private static var probes: Int { 8 }
}
