internal import Evidence

/// What the backend offers clients that no scenario speaks of: any requestor and any MVPD identifier are welcome.
package struct OpenWorld: Sendable {
    /// Listed in every configuration.
    package var mvpds: [MVPDScript]
    package var users: [UserAccount]
    package var resources: [String: ResourceRule]
    package var otherResources: ResourceRule
    package var lifetimes: Lifetimes

    package init(
        mvpds: [MVPDScript] = OpenWorld.sampleMVPDs, users: [UserAccount] = OpenWorld.sampleUsers,
        resources: [String: ResourceRule] = [:], otherResources: ResourceRule = .granted,
        lifetimes: Lifetimes = Lifetimes()
    ) {
        self.mvpds = mvpds
        self.users = users
        self.resources = resources
        self.otherResources = otherResources
        self.lifetimes = lifetimes
    }

    package static let sampleMVPDs = [
        MVPDScript(id: "Cablevision", displayName: "Cable Example", logoURL: "https://cdn.example.test/cable.png"),
        MVPDScript(id: "Satellite", displayName: "Satellite Example", logoURL: "https://cdn.example.test/sat.png"),
        MVPDScript(
            id: "TempPass", displayName: "Temp Pass", logoURL: "https://cdn.example.test/none.png",
            properties: ["isTempPass": "true"]),
    ]

    package static let sampleUsers = [
        UserAccount(
            name: "user", password: "password",
            metadata: ["zip": .list(["12345"]), "maxRating": .table(["MPAA": "PG-13"])])
    ]

    func scenario(endpoints: Int) -> Scenario {
        Scenario(
            session: .none, requestor: "", softwareStatement: "",
            providers: (0..<endpoints).map { ProviderScript(name: "endpoint\($0)", endpoint: $0, mvpds: mvpds) },
            users: users, resources: resources, otherResources: otherResources, lifetimes: lifetimes, isStrict: false)
    }
}
