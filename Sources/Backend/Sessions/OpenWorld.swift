internal import Evidence
package import ServiceProtocol

/// What the backend offers clients that no scenario speaks of.
package struct OpenWorld: Sendable, Hashable {
    package var requestors: [RequestorScript]
    package var welcome: Welcome
    package var mvpds: [MVPDScript]
    /// By endpoint; an endpoint without one lists all MVPDs.
    package var providers: [Provider]
    package var users: [UserAccount]
    package var resources: [String: ResourceRule]
    package var otherResources: ResourceRule
    package var lifetimes = Lifetimes()
    package var preauthorizationLimit = 5
    /// What is switched on when the services start.
    package var degradations: [Degradation] = []
    /// Whether calls must carry what current clients send; otherwise all generations are served.
    package var isStrict = false
    /// The name of the machine at which the pages of MVPDs are; nil: that of the service provider.
    package var mvpdHost: String?
    /// Names at which logins are served, beside those that nobody else can make lead here.
    package var hosts: [String] = []

    /// What one service provider lists.
    package struct Provider: Sendable, Hashable {
        package var name: String
        package var mvpds: [MVPDScript]

        package init(name: String, mvpds: [MVPDScript]) {
            self.name = name
            self.mvpds = mvpds
        }
    }

    package init(
        requestors: [RequestorScript] = [],
        welcome: Welcome = Welcome(requestors: true, mvpds: true, olderClients: true),
        mvpds: [MVPDScript] = OpenWorld.sample.mvpds, providers: [Provider] = [],
        users: [UserAccount] = OpenWorld.sample.users, resources: [String: ResourceRule] = OpenWorld.sample.resources,
        otherResources: ResourceRule = .granted
    ) {
        self.requestors = requestors
        self.welcome = welcome
        self.mvpds = mvpds
        self.providers = providers
        self.users = users
        self.resources = resources
        self.otherResources = otherResources
    }

    func scenario(endpoints: Int) -> Scenario {
        var scenario = Scenario(
            session: .none, requestor: "", requestors: requestors, welcome: welcome, softwareStatement: "",
            providers: (0..<max(endpoints, 1)).map { index in
                let provider = index < providers.count ? providers[index] : nil
                return ProviderScript(
                    name: provider?.name ?? ProviderName.text(at: index), endpoint: index,
                    mvpds: provider?.mvpds ?? mvpds)
            },
            users: users, resources: resources, otherResources: otherResources, lifetimes: lifetimes,
            preauthorizationLimit: preauthorizationLimit, isStrict: isStrict)
        scenario.hosts = hosts + [mvpdHost].compactMap(\.self)
        scenario.mvpdHost = mvpdHost
        scenario.degradations = degradations
        return scenario
    }
}
