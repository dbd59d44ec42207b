internal import Evidence
internal import HTTPServer
internal import ServiceProtocol
internal import Timing

/// What the services know of one session; its requests can reach nothing else.
struct SessionState: Sendable {
    var scenario: Scenario
    /// Whether it serves clients that no scenario speaks of.
    let isOpen: Bool
    private let scripts: [String: RequestorScript]
    /// For identifiers.
    var random: SeededRandom
    /// For latencies, so that their sequence does not depend on what else is asked.
    var delayRandom: SeededRandom
    /// For what happens to some requests only.
    var chanceRandom: SeededRandom
    let signer: Signer
    /// How much later it is for this session than by the machine's clock.
    var ahead = Duration.zero

    /// By `client_id`.
    var clients: [String: Client] = [:]
    /// By their text.
    var accessTokens: [String: AccessToken] = [:]
    var codes: [String: RegistrationCode] = [:]
    /// Codes that the client has given back.
    var codesTakenBack: [String] = []
    /// The latest of each.
    var sessionCodes: [SessionOwner: String] = [:]
    /// Questions to MVPDs through the platform, by their ID.
    var profileRequests: [String: ProfileRequest] = [:]
    /// By RelayState.
    var transactions: [String: Transaction] = [:]
    var logins: [Login] = []
    /// By the text of the authentication token.
    var authentications: [String: Authentication] = [:]
    /// By the text of the authorization token.
    var authorizations: [String: Authorization] = [:]
    var mediaTokenTimes = IssueTimes()
    /// What devices may see that leave their tokens to the service.
    var grants: [Grant: WallTime] = [:]
    /// When devices began their temporary passes.
    var passes: [Pass: WallTime] = [:]
    /// Promotional passes that were begun.
    var promotions: [Promotion] = []
    /// In the order in which they were switched on.
    var degradations: [Degradation]
    /// What MVPDs decide otherwise than they did when the session began.
    var laterRules: [String: ResourceRule] = [:]
    /// Whether MVPDs tell nothing of users who log in.
    var withholdsMetadata = false
    /// By RelayState.
    var logouts: [String: PendingLogout] = [:]
    /// Of signed requests, until they are too old to be sent again.
    var nonces: [String: WallTime] = [:]
    /// Values handed out that only this session can have, until ``World`` has taken note of them.
    var freshCanaries: [String] = []

    var gates = Gates<Outgoing>()
    var faults = Rules<Fault>()
    /// Whether the tokens of the reply under way are those of another device (``Fault/foreignDevice``).
    var isBindingToAnotherDevice = false
    var latencies = Rules<Latency>()
    var configurations = ConfigurationReplies()
    /// Requests that have come and are not answered.
    var unanswered = 0
    /// No less than what the requests said that something is kept of.
    private var keptBytes = 0
    /// Replies let go so far.
    var releases = 0

    init(_ scenario: Scenario, signer: Signer, isOpen: Bool = false) {
        self.scenario = scenario
        self.isOpen = isOpen
        self.signer = signer
        degradations = scenario.degradations
        random = SeededRandom(seed: scenario.seed, name: scenario.requestor)
        delayRandom = SeededRandom(seed: scenario.seed &+ 1, name: scenario.requestor)
        chanceRandom = SeededRandom(seed: scenario.seed &+ 2, name: scenario.requestor)
        scripts = Dictionary(scenario.requestors.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Takes over what the services know of a session that goes on under another name, as after a restart.
    mutating func continueFrom(_ former: SessionState) {
        takeMemory(of: former)
        laterRules = former.laterRules
        withholdsMetadata = former.withholdsMetadata
        random = former.random
    }

    /// Knows the clients, codes, logins and tokens of another state, and no others.
    private mutating func takeMemory(of former: SessionState) {
        clients = former.clients
        accessTokens = former.accessTokens
        codes = former.codes
        codesTakenBack = former.codesTakenBack
        sessionCodes = former.sessionCodes
        profileRequests = former.profileRequests
        transactions = former.transactions
        logins = former.logins
        authentications = former.authentications
        authorizations = former.authorizations
        mediaTokenTimes = former.mediaTokenTimes
        grants = former.grants
        passes = former.passes
        promotions = former.promotions
        logouts = former.logouts
    }

    /// Starts anew when an open world has served for very long, so that it does not grow for ever; clients register
    /// again when they are told that they are unknown.
    mutating func forgetIfFull(_ incoming: Incoming) {
        guard isOpen else { return }
        // What is kept of a request is never more than the request.
        if incoming.destination.route != nil, !incoming.destination.has(.keepsNothing) {
            keptBytes += incoming.request.headers.byteCount + incoming.request.body.count
            if keptBytes > Self.maxKeptBytes { forget() }
        }
        let known =
            clients.count + accessTokens.count + codes.count + codesTakenBack.count + transactions.count
            + profileRequests.count + logins.count
        let used = authentications.count + authorizations.count + grants.count + passes.count + promotions.count
        guard known + used > 200_000 else { return }
        forget()
    }

    private static let maxKeptBytes = 256 << 20

    /// Forgets every client, code, login and token.
    mutating func forget() {
        keptBytes = 0
        takeMemory(of: SessionState(scenario, signer: signer))
    }

    func script(of requestor: String) -> RequestorScript? { scripts[requestor] }

    func accepts(requestor: String?) -> Bool {
        guard let requestor, !requestor.isEmpty else { return false }
        return scenario.welcome.requestors || requestor == scenario.requestor || scripts[requestor] != nil
            || scenario.otherRequestors.contains(requestor)
    }

    /// The fingerprint of the device that the tokens of a reply are bound to.
    func fingerprint(for incoming: Incoming, of login: Login) -> String {
        Self.fingerprint(of: isBindingToAnotherDevice ? "another device" : incoming.device ?? login.device)
    }

    func provider(at endpoint: Int) -> ProviderScript? {
        place(of: endpoint).map { scenario.providers[$0] }
    }

    /// Where the script of the endpoint's provider stands; as a rule the first endpoint has the first script.
    private func place(of endpoint: Int) -> Int? {
        let providers = scenario.providers
        if providers.indices.contains(endpoint), providers[endpoint].endpoint == endpoint { return endpoint }
        return providers.firstIndex { $0.endpoint == endpoint }
    }

    /// What a request's listener is called in the session.
    func providerName(at endpoint: Int) -> String {
        // Not by a copy of the script, because this is asked for every request.
        place(of: endpoint).map { scenario.providers[$0].name } ?? "endpoint\(endpoint)"
    }

    /// The MVPD that the provider at the endpoint offers the requestor under this identifier.
    func mvpd(_ id: String, of requestor: String, at endpoint: Int) -> MVPDScript? {
        if let integrated = scripts[requestor]?.mvpds, !integrated.contains(id) { return nil }
        if let mvpd = provider(at: endpoint)?.mvpds.first(where: { $0.id == id }) { return mvpd }
        return scenario.welcome.mvpds ? MVPDScript(id: id, displayName: id, logoURL: "") : nil
    }

    /// What the provider at the endpoint offers the requestor.
    func mvpds(of requestor: String, at endpoint: Int) -> [MVPDScript] {
        let listed = provider(at: endpoint)?.mvpds ?? []
        guard let integrated = scripts[requestor]?.mvpds else { return listed }
        return listed.filter { integrated.contains($0.id) }
    }
}

struct Client: Sendable {
    var secret: String
    /// Where redirect flows may end; nil where the application gave nothing.
    var redirectURI: String?
    /// The requestors that its software statement is for; nil: any.
    var requestors: [String]?
    var scopes = [SessionState.scopeOfV2]
}

struct AccessToken: Sendable {
    var clientID: String
    var expires: WallTime
}

struct RegistrationCode: Sendable {
    var id: String
    var requestor: String
    var device: String
    var mvpd: String?
    var generated: WallTime
    var expires: WallTime
    var deviceInfo: String?
    var userAgent: String?
    /// What the client told of itself, by name.
    var info: [String: String] = [:]
    /// Nil in the older generations.
    var session: AuthenticationSession?
    /// The address of the service provider that issued it; empty where that is not known any more.
    var base = ""
}

/// A login on its way through the MVPD's pages.
struct Transaction: Sendable {
    var requestor: String
    var mvpd: MVPDScript
    var domain: String
    var redirectURL: String
    /// Where the browser reached the service provider.
    var base = ""
    /// What the client will present to collect the outcome: a registration code or a cookie.
    var key: LoginKey
    /// See ``Login/browser``.
    var browser: String?
    /// The identifier of the request to the MVPD.
    var request = ""
    /// Who has given the right password, and is asked for consent.
    var candidate: UserAccount?
    /// The one assertion or authorization code that will be accepted, once the MVPD's page has made it, and for whom.
    var assertion: (text: String, user: UserAccount?)?
}

/// One device's temporary pass at one MVPD.
struct Pass: Sendable, Hashable {
    var requestor: String
    var mvpd: String
    var device: String
}

/// A logout on its way through the MVPD.
struct PendingLogout: Sendable {
    /// Where the browser reached the service provider.
    var base: String
    /// Where it ends; nil: on a page.
    var redirectURL: String?
}

/// By what a client collects a login.
enum LoginKey: Sendable, Hashable {
    case code(String)
    case cookie(String)
    case device(String)
}

/// A login that came back from an MVPD, or was granted without one.
struct Login: Sendable {
    enum Standing: String, Sendable {
        case active
        /// The MVPD sent the user back without one.
        case refused
        case loggedOut
        /// By the user or the MVPD, and not by the application.
        case endedElsewhere
    }

    var requestor: String
    var mvpd: String
    var proxyMVPD: String?
    /// Whether it is a temporary pass.
    var isPass = false
    /// Whether the platform vouched for the user.
    var isFromPlatform = false
    var domain: String
    var key: LoginKey
    var device: String
    var user: UserAccount?
    var guid: String
    var nameID: String
    var sessionIndex: String
    var notBefore: WallTime
    var expires: WallTime
    var standing = Standing.active
    /// The cookie of the browser that it was made in, where it has one.
    var browser: String?
    /// The `client_id` of the application whose profile it is; nil in the older generations, to which it is not shown.
    var application: String?
    /// See ``AuthenticationSession/identities``.
    var identities: [String] = []
    var hasAuthorized = false
    /// Set once it was asked for.
    var token: String?
}

extension Login {
    /// Who has it: a device or, where none is known, what it is collected by.
    var caller: LoginKey { device.isEmpty ? key : .device(device) }
}

/// What an authentication token proves.
struct Authentication: Sendable {
    /// The place in ``SessionState/logins``.
    var login: Int
    /// Of the device that the token is bound to; empty where it is bound to none.
    var fingerprint: String
}

/// An authorization of the clientless calls; it maps to when it expires.
struct Grant: Sendable, Hashable {
    /// The place in ``SessionState/logins``.
    var login: Int
    var resource: String
}

struct Authorization: Sendable {
    /// The place in ``SessionState/logins``.
    var login: Int
    var resource: String
    var expires: WallTime
}
