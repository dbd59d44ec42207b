internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import Timing
internal import XML

/// What the SDK's protocol and REST API v1 ask alike: registration codes, temporary passes, Apple SSO, access tokens.
extension ServiceWire {
    func renewals(askedForBy reply: NetworkReply) -> PendingRequest.Renewals? {
        switch reply.errorName {
        case "access_denied": .token
        case "invalid_client": .client
        default: nil
        }
    }

    func continuation(
        after reply: NetworkReply, to ask: ServiceRequest, for state: EnablerState
    ) -> Continuation? { nil }

    func adding(_ reply: NetworkReply, to answer: NetworkReply) -> NetworkReply { answer }

    /// As XML, which is what comes unasked.
    func readConfiguration(
        _ body: [UInt8], leavingOut isLeftOut: (_ id: String) -> Bool
    ) throws -> ConfigurationDocument {
        try ConfigurationDocument.read(body, leavingOut: isLeftOut)
    }

    /// Whoever is asked without a page is not answered with one.
    func logoutPage(in reply: NetworkReply, of mvpd: BoundMVPD, for state: EnablerState) -> String? { nil }

    // MARK: - Registration codes

    func registrationCodeRequest(at mvpd: BoundMVPD, for state: EnablerState) -> ServiceRequest {
        var form = [FormField("deviceId", state.client.deviceID), FormField("mvpd", mvpd.id)]
        // There is no page of the instance's own that could carry them (AE-AUTHN-016).
        if state.settings.platform == .tvOS {
            form += Value.genericData(state.authentication.data).map { [FormField("generic_data", $0)] } ?? []
        }
        var ask = ServiceRequest.post("/reggie/v1/\(PercentEncoding.encode(state.requestor))/regcode", form)
        ask.headers = [.init("Accept", "application/json")]
        return ask
    }

    /// The code, and the end of its life; nil where the reply brings none.
    func registrationCode(in reply: NetworkReply) -> (code: String, until: Int64)? {
        guard let record = reply.document, let code = record["code"]?.string, !code.isEmpty else { return nil }
        return (code, record["expires"]?.int?.date.milliseconds ?? .max)
    }

    // MARK: - Temporary passes

    func tempPassRequest(of mvpd: BoundMVPD, for state: EnablerState) -> ServiceRequest? {
        var form = [
            FormField("requestor_id", state.requestor), FormField("deviceId", state.client.deviceID),
            FormField("mso_id", mvpd.id), FormField("domain_name", "adobe.com"),
        ]
        form += Value.genericData(state.authentication.data).map { [FormField("generic_data", $0)] } ?? []
        return .post("/api/v1/authenticate/freepreview", form)
    }

    // MARK: - Apple SSO

    func profileRequest(of mvpd: BoundMVPD, for state: EnablerState) -> ServiceRequest {
        let path = "\(PercentEncoding.encode(state.requestor))/profile-requests/\(PercentEncoding.encode(mvpd.id))"
        var ask = ServiceRequest.get("/api/v1/\(path)")
        ask.query = [FormField("deviceType", state.client.system)]
        return ask
    }

    func profileQuestion(in reply: NetworkReply) -> String? {
        reply.isSuccess && !reply.body.isEmpty ? reply.text : nil
    }

    func profileExchange(of mvpd: BoundMVPD, response: String, for state: EnablerState) -> ServiceRequest {
        var form = [
            FormField("requestor", state.requestor), FormField("deviceId", state.client.deviceID),
            FormField("mvpd", mvpd.id), FormField("deviceType", state.client.system),
            FormField("SAMLResponse", response),
        ]
        // No place is documented for it (AE-AUTHN-016).
        form += Value.genericData(state.authentication.data).map { [FormField("generic_data", $0)] } ?? []
        return .post("/api/v1/tokens/authn", form)
    }
}
