internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import Timing
internal import XML

/// How an instance and its service providers talk: what the flows ask, as requests, and what they are told, out of replies.
///
/// The flows know purposes and nothing of paths and documents; a conformer knows one generation of the protocol, and
/// changes nothing: it is given the state to look things up in.
protocol ServiceWire: Sendable {
    /// What every request says of the instance, beside `X-Device-Info`.
    func headers(agent: String, system: String, deviceID: String) -> [NetworkRequest.Header]

    /// Whether logins belong to the registered client: it stays the same over restarts, and other applications have others.
    var keepsClients: Bool { get }

    /// What has to be renewed before the request may be repeated; nil where the reply asks for nothing.
    func renewals(askedForBy reply: NetworkReply) -> PendingRequest.Renewals?

    /// What is to be asked before the flow hears of a reply; nil where the reply says all.
    func continuation(after reply: NetworkReply, to ask: ServiceRequest, for state: EnablerState) -> Continuation?
    /// The answer, with what was told beside it.
    func adding(_ reply: NetworkReply, to answer: NetworkReply) -> NetworkReply

    // MARK: - Configuration

    func configurationRequest(of requestor: String) -> ServiceRequest

    /// Throws where the bytes are no configuration.
    func readConfiguration(
        _ body: [UInt8], leavingOut isLeftOut: (_ id: String) -> Bool
    ) throws -> ConfigurationDocument

    // MARK: - Login

    func startLogin(at mvpd: BoundMVPD, for state: EnablerState) -> LoginStart
    /// nil where the reply says nothing of the kind.
    func loginOffer(in reply: NetworkReply, at mvpd: BoundMVPD, for state: EnablerState) -> LoginOffer?

    /// nil where a temporary pass needs no request of its own before ``loginRequest(at:code:for:)``.
    func tempPassRequest(of mvpd: BoundMVPD, for state: EnablerState) -> ServiceRequest?

    /// Asks for what has come of a login.
    ///
    /// - Parameter code: of the login; nil where the service knows it by the device.
    func loginRequest(at mvpd: BoundMVPD, code: String?, for state: EnablerState) -> ServiceRequest
    /// The login that the reply brings, good or bad; nil where it brings none.
    func login(
        in reply: NetworkReply, at mvpd: BoundMVPD, code: String?, for state: EnablerState
    ) -> StoredAuthentication?
    /// What a login says; nil where it cannot be read.
    func read(_ stored: StoredAuthentication) -> Login?
    /// Whether the service says that nobody is logged in, or not any more.
    func saysNobody(_ reply: NetworkReply) -> Bool
    /// Whether the answer to ``loginRequest(at:code:for:)`` says that a temporary pass is over.
    func saysPassIsOver(_ reply: NetworkReply) -> Bool

    /// Asks whether a login in storage still stands; nil where nothing is to be asked.
    func synchronisationRequest(of held: ValidAuthentication, for state: EnablerState) -> ServiceRequest?

    // MARK: - Apple SSO

    func profileRequest(of mvpd: BoundMVPD, for state: EnablerState) -> ServiceRequest
    /// What the platform is to have the MVPD answer; nil where the service asks nothing.
    func profileQuestion(in reply: NetworkReply) -> String?
    func profileExchange(of mvpd: BoundMVPD, response: String, for state: EnablerState) -> ServiceRequest

    // MARK: - Decisions

    func authorizationRequest(
        _ flow: AuthorizationFlow, with held: ValidAuthentication, for state: EnablerState
    ) -> ServiceRequest
    func authorization(
        in reply: NetworkReply, for resource: String, with held: ValidAuthentication, for state: EnablerState
    ) -> AuthorizationAnswer
    /// What an authorization in storage says; nil where it cannot be read.
    func readAuthorization(_ text: String) -> Authorization?

    /// nil where a media token comes with an authorization only.
    func mediaTokenRequest(
        _ flow: AuthorizationFlow, with held: ValidAuthentication, authorization: String, for state: EnablerState
    ) -> ServiceRequest?
    /// nil where the reply is none.
    func mediaToken(in reply: NetworkReply) -> String?
    func refusal(in reply: NetworkReply) -> Refusal

    /// Asks what an MVPD tells of the user since an authorization; nil where the authorization's answer has told it.
    func metadataRequest(of held: ValidAuthentication, for state: EnablerState) -> ServiceRequest?

    func preauthorizationRequest(
        of resources: [String], with held: ValidAuthentication, for state: EnablerState
    ) -> ServiceRequest
    /// Which resources may be seen; nil where the reply does not say.
    func preauthorized(in reply: NetworkReply) -> Set<ExactText>?

    // MARK: - Logout

    func startLogout(of held: ValidAuthentication, for state: EnablerState) -> LogoutStart
    /// The page on which the user logs out of the MVPD; nil where there is none.
    func logoutPage(in reply: NetworkReply, of mvpd: BoundMVPD, for state: EnablerState) -> String?
}

extension Wire {
    var made: any ServiceWire {
        switch self {
        case .sdk: SDKWire()
        case .restV1: RESTv1Wire()
        case .restV2: RESTv2Wire()
        }
    }
}

/// What a generation asks in several requests, where a flow has one question.
enum Continuation: Sendable {
    /// The reply is no answer yet: the one to this is.
    case instead(ServiceRequest)
    /// The reply is the answer, with something beside it that is told elsewhere, and may be missing.
    case beside(ServiceRequest)
}

/// How a login begins.
enum LoginStart: Sendable {
    /// With a page to open, of which no service has to be asked.
    case page(String)
    case ask(ServiceRequest)
}

/// What the service answers to the beginning of a login.
enum LoginOffer: Sendable {
    /// A login page for this device, or a code for another one; `until` is the end of the code's life.
    case login(code: String, url: String, until: Int64)
    /// Nobody has to log in: the service has a login already.
    case held
}

/// What a login says, whatever form it is kept in.
struct Login: Sendable, Hashable {
    var requestor: String
    var mvpd: String
    var expires: WallTime
    /// What the media token has as the session's.
    var guid: String
    /// Of the device, in lower case; empty where the login is bound to none.
    var fingerprint: String
    /// What goes back to the service with every request that presents the login.
    var headers: [NetworkRequest.Header] = []

    /// A login without a fingerprint is bound to no device.
    func isBound(to client: ClientIdentity) -> Bool {
        fingerprint.isEmpty || fingerprint == client.fingerprint
    }
}

/// What an authorization says, whatever form it is kept in.
struct Authorization: Sendable, Hashable {
    var requestor: String
    var mvpd: String
    var resource: String
    var expires: WallTime
}

enum AuthorizationAnswer: Sendable {
    /// - Parameters:
    ///   - text: the authorization as it is kept.
    ///   - mediaToken: where it comes with the authorization.
    ///   - metadata: what the MVPD told of the user with it: `data` and `encrypted`.
    case permitted(text: String, mediaToken: String?, metadata: JSON?)
    case refused(Refusal)
}

/// Why something may not be seen.
struct Refusal: Sendable {
    /// The MVPD's text for the user, unchanged (AE-FAIL-005); empty where there is none (AE-FAIL-004).
    var details = ""
    /// The service does not know the login any more.
    var isLoggedOut = false
}

/// How a logout begins at the service.
enum LogoutStart: Sendable {
    /// With a page to open, which does all of it.
    case page(String)
    case ask(ServiceRequest)
}
