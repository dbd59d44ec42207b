internal import AccessEnablerAPI
internal import Documents
internal import Encodings

/// REST API v1 (service-protocol.md 4).
///
/// The service keeps a device's login and its authorizations; the instance remembers what it was told of both. It tells in
/// several answers what the SDK's protocol tells in one.
struct RESTv1Wire: ServiceWire {
    let keepsClients = false

    func headers(agent: String, system: String, deviceID: String) -> [NetworkRequest.Header] {
        [.init("User-Agent", agent)]
    }

    /// A question below `/api/v1` about the user of this device.
    func question(_ call: String, _ fields: [FormField] = [], for state: EnablerState) -> ServiceRequest {
        var ask = ServiceRequest.get("/api/v1/" + call)
        ask.query =
            [FormField("requestor", state.requestor), FormField("deviceId", state.client.deviceID)] + fields
        ask.headers = [Self.acceptsJSON]
        return ask
    }

    static let acceptsJSON = NetworkRequest.Header("Accept", "application/json")

    // MARK: - Answers in parts

    func continuation(
        after reply: NetworkReply, to ask: ServiceRequest, for state: EnablerState
    ) -> Continuation? {
        guard reply.isSuccess, ask.method == .get else { return nil }
        return switch ask.path {
        case Self.loginPath, Self.authorizationPath: .beside(question("tokens/usermetadata", for: state))
        // Who is done with the login page is told only that.
        case let path where path.hasPrefix(Self.checkPath): .instead(question("tokens/authn", for: state))
        default: nil
        }
    }

    func adding(_ reply: NetworkReply, to answer: NetworkReply) -> NetworkReply {
        guard let metadata = reply.document, var members = answer.document?.object else { return answer }
        members["metadata"] = metadata
        var answer = answer
        answer.body = JSON.object(members).compact
        return answer
    }

    static let checkPath = "/api/v1/checkauthn/"
    private static let loginPath = "/api/v1/tokens/authn"
    private static let authorizationPath = "/api/v1/authorize"

    // MARK: - Configuration

    func configurationRequest(of requestor: String) -> ServiceRequest {
        .get(Wire.restV1.configurationPath(of: PercentEncoding.encode(requestor)))
    }

    // MARK: - Logout

    /// The MVPD is not told, so there is no page.
    func startLogout(of held: ValidAuthentication, for state: EnablerState) -> LogoutStart {
        var ask = question("logout", for: state)
        ask.method = .delete
        return .ask(ask)
    }
}
