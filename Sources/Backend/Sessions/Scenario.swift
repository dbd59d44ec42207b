package import Evidence
package import ServiceProtocol

/// One session's slice of the backend: who may ask, and what the answers are.
///
/// Its requestor, software statement and MVPD identifiers are the session's alone, so that thousands of
/// sessions share the same endpoints and a request that mixes two of them is noticed.
package struct Scenario: Sendable {
    package var session: SessionID
    package var requestor: String
    /// Requestors beside ``requestor`` that the same application asks for.
    package var otherRequestors: [String]
    /// Further requestors, with what proves their applications.
    package var requestors: [RequestorScript]
    package var welcome: Welcome
    package var softwareStatement: String
    /// Other values that only this session sends, such as the fingerprint of its device.
    package var canaries: [String]
    package var providers: [ProviderScript]
    package var users: [UserAccount]
    package var resources: [String: ResourceRule]
    /// The rule for a resource that ``resources`` does not name.
    package var otherResources: ResourceRule
    package var lifetimes: Lifetimes
    /// How many resources one preauthorization may name (service-protocol.md 3.8: 5 unless agreed otherwise).
    package var preauthorizationLimit: Int
    /// Whether calls must carry what current clients send: the access token and the registration code.
    package var isStrict: Bool
    /// Whether calls with a token must carry the signed requestor identifier of clients before registration.
    package var requiresSignedRequestor = false
    /// What is switched on when the services start.
    package var degradations: [Degradation] = []
    /// See ``OpenWorld/mvpdHost``.
    package var mvpdHost: String?
    /// See ``OpenWorld/hosts``.
    package var hosts: [String] = []
    /// The offset from GMT in which tokens print their dates.
    package var tokenOffsetMinutes = 0
    /// Resources of which answers to preauthorizations say nothing.
    package var leftOut: Set<String> = []
    /// Whether replies say in which characters they are.
    package var tellsCharset = true
    /// Whether users are known by GUIDs of the form that tokens are printed with (AE-XML-008), which is no hash's.
    package var hasDashedGUIDs = false
    /// Decides every identifier and every random delay of the session.
    package var seed: UInt64

    package init(
        session: SessionID, requestor: String, otherRequestors: [String] = [], requestors: [RequestorScript] = [],
        welcome: Welcome = Welcome(), softwareStatement: String, canaries: [String] = [], providers: [ProviderScript],
        users: [UserAccount] = [],
        resources: [String: ResourceRule] = [:], otherResources: ResourceRule = .denied(""),
        lifetimes: Lifetimes = Lifetimes(), preauthorizationLimit: Int = 5, isStrict: Bool = true, seed: UInt64 = 0
    ) {
        self.session = session
        self.requestor = requestor
        self.otherRequestors = otherRequestors
        self.requestors = requestors
        self.welcome = welcome
        self.softwareStatement = softwareStatement
        self.canaries = canaries
        self.providers = providers
        self.users = users
        self.resources = resources
        self.otherResources = otherResources
        self.lifetimes = lifetimes
        self.preauthorizationLimit = preauthorizationLimit
        self.isStrict = isStrict
        self.seed = seed
    }
}

/// Who and what is served that a scenario does not name.
package struct Welcome: Sendable, Hashable {
    package var requestors: Bool
    package var mvpds: Bool
    /// Clients of before registration, whom a cookie or a signed requestor identifier proves, or nothing.
    package var olderClients: Bool

    package init(requestors: Bool = false, mvpds: Bool = false, olderClients: Bool = false) {
        self.requestors = requestors
        self.mvpds = mvpds
        self.olderClients = olderClients
    }
}

/// What one service provider says of the requestor.
package struct ProviderScript: Sendable, Hashable {
    /// What the case calls it, such as `sp1`.
    package var name: String
    /// The index of its listener in ``Backend/baseURLs``.
    package var endpoint: Int
    package var requestorName: String
    package var domains: [String]
    package var mvpds: [MVPDScript]

    package init(
        name: String, endpoint: Int, requestorName: String = "Reference requestor", domains: [String] = ["adobe.com"],
        mvpds: [MVPDScript]
    ) {
        self.name = name
        self.endpoint = endpoint
        self.requestorName = requestorName
        self.domains = domains
        self.mvpds = mvpds
    }
}

/// Somebody who can sign in on an MVPD's page.
package struct UserAccount: Sendable, Hashable {
    package var name: String
    package var password: String
    /// The only MVPD that knows the user; nil where all do.
    package var mvpd: String?
    /// What the MVPD tells of the user, such as `zip` (service-protocol.md 4.12).
    package var metadata: [String: MetadataValue]
    /// What the MVPD tells beside that with an authorization.
    package var authorizationMetadata: [String: MetadataValue] = [:]
    /// The names in ``metadata`` whose values are given as encrypted for the programmer.
    package var encryptedMetadata: [String]
    /// What goes, for this user, before the rules that are everybody's.
    package var resources: [String: ResourceRule]
    /// The rule for a resource that nothing else names; nil: everybody's.
    package var otherResources: ResourceRule?

    package init(
        name: String, password: String, mvpd: String? = nil, metadata: [String: MetadataValue] = [:],
        encryptedMetadata: [String] = [], resources: [String: ResourceRule] = [:],
        otherResources: ResourceRule? = nil
    ) {
        self.name = name
        self.password = password
        self.mvpd = mvpd
        self.metadata = metadata
        self.encryptedMetadata = encryptedMetadata
        self.resources = resources
        self.otherResources = otherResources
    }

    /// The same, where what the MVPD tells may say with which login it came.
    func ofLogin(_ number: Int) -> UserAccount {
        var user = self
        user.metadata = metadata.mapValues { $0.naming(String(number), for: "{login}") }
        user.authorizationMetadata = authorizationMetadata.mapValues { $0.naming(String(number), for: "{login}") }
        return user
    }

    /// The same user, of whom the MVPD tells nothing.
    var withoutMetadata: UserAccount {
        var user = self
        (user.metadata, user.authorizationMetadata, user.encryptedMetadata) = ([:], [:], [])
        return user
    }
}

/// How long what the backend issues is valid; what is not positive has expired when it is issued.
package struct Lifetimes: Sendable, Hashable {
    package var accessToken = Duration.seconds(21_600)
    package var registrationCode = Duration.seconds(1_800)
    package var authentication: Duration
    package var authorization: Duration
    package var media: Duration

    /// The defaults are those of service-protocol.md 2.3, 4.1, 5.2 and 5.3.
    package init(
        authentication: Duration = .seconds(30 * 86_400), authorization: Duration = .seconds(86_400),
        media: Duration = .seconds(420)
    ) {
        self.authentication = authentication
        self.authorization = authorization
        self.media = media
    }
}
