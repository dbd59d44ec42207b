/// Registration and access token at one service provider (AE-INIT-011).
///
///     unknown ── request ──▶ registering ── 201 ──▶ obtaining ── 201 ──▶ open
///                                │ 4xx: R400            │ else: R401      │ 401 access_denied: once more obtaining
///                                ▼                      ▼                 │ 403 invalid_client: once more registering
///                             unknown                unknown              ▼
///
/// The chains of the providers know nothing of each other, so none waits for another (AE-SP-002).
struct ServiceAccess: Sendable {
    enum Stage: Sendable, Hashable {
        /// Nothing is under way; what is known is in `client` and `token`.
        case resting
        case registering(ExchangeID)
        case obtaining(ExchangeID)
    }

    struct Client: Sendable, Hashable {
        var id: String
        var secret: String
    }

    struct Token: Sendable, Hashable {
        var text: String
        /// Milliseconds since 1970.
        var expires: Int64
    }

    var stage = Stage.resting
    var client: Client?
    var token: Token?
    /// Whether `client` was registered a moment ago and has obtained no token yet.
    var isClientFresh = false
    /// Requests that wait for an access token, in the order they were made.
    var waiting: [PendingRequest] = []

    func validToken(at now: Int64) -> String? {
        token.flatMap { $0.expires > now ? $0.text : nil }
    }
}

/// A service request with what is to be done with its reply.
struct PendingRequest: Sendable {
    var request: ServiceRequest
    var provider: ServiceProvider
    var purpose: Purpose
    /// What was renewed for it already; each is tried once.
    var renewals: Set<Renewal> = []

    enum Renewal: Sendable, Hashable {
        case client
        case token
    }
}

/// Which flow a reply belongs to.
enum Purpose: Sendable, Hashable {
    case configuration
    case synchronisation
    case registrationCode
    case tempPass
    case session
    /// Of Apple SSO: the question to the MVPD, its answer for a login, and the token.
    case profileRequest, profileExchange, platformSession
    case authorization(AuthorizationID)
    case mediaToken(AuthorizationID)
    case preauthorization(PreauthorizationID)

    /// Whether the request belongs to the pending login, and ends with it.
    var isOfLogin: Bool {
        switch self {
        case .registrationCode, .tempPass, .session, .profileRequest, .profileExchange, .platformSession: true
        default: false
        }
    }
}
