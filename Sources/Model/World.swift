package import AccessEnablerAPI

/// What a scenario takes place in: which service provider lists which MVPDs, and what the user may watch.
package struct World: Sendable, Hashable {
    /// The names of the MVPDs by provider; the first provider is `sp1`.
    package var providers: [[String]]
    /// How many more MVPDs every provider lists.
    package var furtherMVPDs = 0
    /// Whether ids have capitals, spaces, signs and letters of other scripts in them.
    package var hasOddNames = false
    /// Whether replies arrive a few bytes at a time.
    package var comesInPieces = false
    /// Whether resources are fragments of media RSS, with the name as the title of the channel.
    package var hasMediaRSS = false
    /// What tokens print as the offset of their dates from GMT, in minutes.
    package var tokenOffset = 0
    package var stage: Stage
    /// What MVPDs are like that are not plain.
    package var traits: [String: MVPDKind] = [:]
    /// Whether the device has an account of a TV provider that the application may use, with nobody signed in.
    package var hasAccount = false
    /// The provider that says more of its MVPDs than the others do, of no consequence without a boarding status.
    package var fullerProvider: Int?
    /// The provider that is asked where the application names none.
    package var defaultProvider: Int?
    /// Whether the application leaves out the callbacks that it may: that for tracking, and that for Safari.
    package var omitsTracking = false
    package var omitsSafari = false
    /// Whether the application is updated with its first restart.
    package var isUpdated = false
    /// Whether authorizations that are stored cannot be read any more after a restart.
    package var isDamaged = false
    /// Whether the application has all that is stored checked when it starts.
    package var checksStorage = false
    /// Whether what the documents only advise (SHOULD) is looked for, too.
    package var hasAdvice = false

    package init(providers: [[String]], on stage: Stage = Stage()) {
        self.providers = providers
        self.stage = stage
    }

    /// Whether logins end on a second screen.
    package var isTelevision: Bool { stage.isTelevision }

    /// Whether the protocol of the service providers has it.
    package func has(_ trait: ProtocolTrait) -> Bool { stage.wire.traits.contains(trait) }

    private static let long = String(repeating: ", nor for anybody else of your package", count: 8)

    /// What is granted, and what is denied with which message: by all MVPDs, or by these where others grant it.
    ///
    /// Two names differ in case alone, and one message is long and needs to be escaped.
    package static let resources: [(name: String, denial: String?, deniers: [String])] = [
        ("news", nil, []),
        ("sports", "no sports & <games> &amp; &#60;b> for you, Zo\u{EB} \u{65B0}\u{805E} \u{1F3C8}" + long, []),
        ("News", nil, []),
        ("movies", nil, []), ("shows", "", []), ("series", "", ["A", "C"]), ("kids", "", ["B", "D"]),
    ]

    /// More of what is granted than a port may think that anybody asks for.
    package static let crowd = Array(multitude.prefix(12))

    /// More than a port may think that anybody asks about.
    package static let multitude = (1...105).map { "item\($0)" }

    /// What a user of the MVPD is told; nil where the resource is granted.
    package static func denial(of resource: String, by mvpd: String) -> String? {
        guard let known = resources.first(where: { $0.name == resource }),
            known.deniers.isEmpty || known.deniers.contains(mvpd)
        else { return nil }
        return known.denial
    }

    /// What users are told of a resource that was not denied from the beginning.
    package static let laterDenial = "not any more"

    /// Whether some MVPD grants what another denies.
    package static func isDisputed(_ resource: String) -> Bool {
        resources.contains { $0.name == resource && !$0.deniers.isEmpty }
    }

    package func trait(_ mvpd: String) -> MVPDKind { traits[mvpd] ?? .plain }

    /// What Apple's dialog can offer: nothing where the device has no account.
    package func offered(by providers: [Int]) -> [String] {
        hasAccount ? mvpds(of: providers).filter { trait($0).isInApplesDialog } : []
    }

    /// Every MVPD that one of these providers lists, each once.
    package func mvpds(of providers: [Int]) -> [String] {
        var names: [String] = []
        for name in providers.flatMap({ self.providers[$0] }) where !names.contains(name) { names.append(name) }
        return names
    }

    package static func name(ofProvider index: Int) -> String { "sp\(index + 1)" }
}
