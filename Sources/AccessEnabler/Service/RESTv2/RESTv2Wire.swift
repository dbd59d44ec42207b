internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import XML

/// REST API v2 (service-protocol.md 7).
///
/// The service keeps logins, as profiles of the registered client on the device, and decides anew each time; the instance
/// remembers what it was told of both. All answers are JSON.
struct RESTv2Wire: ServiceWire {
    let keepsClients = true

    func headers(agent: String, system: String, deviceID: String) -> [NetworkRequest.Header] {
        [
            .init("User-Agent", agent), .init("Accept", "application/json"),
            .init("AP-Device-Identifier", "fingerprint \(Base64.encode(Array(deviceID.utf8)))"),
        ]
    }

    func renewals(askedForBy reply: NetworkReply) -> PendingRequest.Renewals? {
        switch reply.errorCode {
        case "invalid_access_token_client_application": .token
        case "invalid_access_token_service_provider": .client
        default: nil
        }
    }

    /// Below that of the requestor.
    func path(_ words: String..., of requestor: String) -> String {
        "/api/v2/" + ([requestor] + words).map(PercentEncoding.encode).joined(separator: "/")
    }

    /// An address that the service told: a whole one, or only its path.
    func address(_ told: String, at mvpd: BoundMVPD, for state: EnablerState) -> String {
        let whole = told.hasPrefix("/") ? mvpd.provider.url(told, []) : told
        let parameters = state.options.parameters
        guard !parameters.isEmpty else { return whole }
        return whole + (whole.contains("?") ? "&" : "?") + FormField.encode(parameters)
    }

    // MARK: - Configuration

    func configurationRequest(of requestor: String) -> ServiceRequest {
        .get(Wire.restV2.configurationPath(of: PercentEncoding.encode(requestor)))
    }

    func readConfiguration(
        _ body: [UInt8], leavingOut isLeftOut: (_ id: String) -> Bool
    ) throws -> ConfigurationDocument {
        try RESTv2Configuration.read(body, leavingOut: isLeftOut)
    }

    // MARK: - Logout

    /// The profile is gone with the answer; what is left to do is told there.
    func startLogout(of held: ValidAuthentication, for state: EnablerState) -> LogoutStart {
        var ask = ServiceRequest.get(path("logout", held.mvpd.id, of: state.requestor))
        ask.query = [FormField("redirectUrl", state.redirectURL(for: held.mvpd))]
        ask.headers = held.login.headers
        return .ask(ask)
    }

    func logoutPage(in reply: NetworkReply, of mvpd: BoundMVPD, for state: EnablerState) -> String? {
        guard let logout = reply.document?["logouts"]?[mvpd.id], logout["actionName"]?.string == "logout" else {
            return nil
        }
        return logout["url"]?.string.map { address($0, at: mvpd, for: state) }
    }
}

extension NetworkReply {
    /// The code of an enhanced error (service-protocol.md 7.5).
    var errorCode: String? {
        isSuccess || body.first != UInt8(ascii: "{") ? nil : (try? JSON.parse(body))?["code"]?.string
    }
}
