internal import Transport

/// Registration and access token at one service provider (AE-INIT-011).
///
///     resting ── request ──▶ registering ── 201 ──▶ obtaining ── 201 ──▶ resting, with a token
///                                │ 4xx: R400            │ else: R401      │ 401 access_denied: once more obtaining
///                                ▼                      ▼                 │ 403 invalid_client: once more registering
///                             resting                resting              ▼
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
        /// Tells it from those before and after it.
        var number: Int
        var text: String
        /// Milliseconds since 1970.
        var expires: Int64
    }

    var stage = Stage.resting
    var client: Client?
    var token: Token? { didSet { plainLines = nil } }
    /// The header lines of requests that have none of their own, with the token; nil before the first.
    var plainLines: RequestHeaders?
    /// Whether `client` was registered a moment ago and has obtained no token yet.
    var isClientFresh = false
    /// Requests that wait for an access token, in the order they were made.
    var waiting: [PendingRequest] = []

    /// The number of the token where it is valid, and the header lines of plain requests with it.
    ///
    /// Mutating, so that it is looked at in its place: a copy would count the references of all that is known.
    mutating func grant(at now: Int64) -> (number: Int, plainLines: RequestHeaders?)? {
        guard let token, token.expires > now else { return nil }
        return (token.number, plainLines)
    }

    func validToken(at now: Int64) -> String? {
        token.flatMap { $0.expires > now ? $0.text : nil }
    }
}

/// What is asked of one service provider, or of several.
///
/// An object, because it goes from hand to hand, and a copy of it would count half a dozen references.
final class Question: Sendable {
    let request: ServiceRequest

    init(_ request: ServiceRequest) {
        self.request = request
    }
}

/// A question to one service provider, with what is to be done with its reply.
struct PendingRequest: Sendable {
    let question: Question
    let provider: ServiceProvider
    let purpose: ReplyUse
    /// What was renewed for it already; each is tried once.
    var renewals: Renewals = []
    /// The answer, where only what belongs beside it is still being asked for.
    var answer: NetworkReply?

    struct Renewals: OptionSet, Sendable {
        let rawValue: UInt8

        static let client = Renewals(rawValue: 1)
        static let token = Renewals(rawValue: 2)
    }
}

/// Which flow a reply belongs to.
enum ReplyUse: Sendable, Hashable {
    case configuration
    case synchronisation
    case registrationCode
    case tempPass
    case session
    /// Of Apple SSO: the question to the MVPD, its answer for a login, and the token.
    case profileRequest, profileExchange, platformSession
    case authorization(AuthorizationID)
    case mediaToken(AuthorizationID)
    /// What the MVPD tells of the user, after an authorization that may have changed it.
    case metadata(AuthorizationID)
    case preauthorization(PreauthorizationID)
    case logout

    /// Whether the request belongs to the pending login, and ends with it.
    var isOfLogin: Bool {
        switch self {
        case .registrationCode, .tempPass, .session, .profileRequest, .profileExchange, .platformSession: true
        default: false
        }
    }
}
