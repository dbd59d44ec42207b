internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import Tokens
internal import XML

/// Authorization, media token, preauthorization (contracts 5.4).
extension SDKWire {
    func authorizationRequest(
        _ flow: AuthorizationFlow, with held: ValidAuthentication, for state: EnablerState
    ) -> ServiceRequest {
        var form = [
            FormField("resource_id", flow.resource), FormField("requestor_id", state.requestor),
            FormField("authentication_token", held.stored.token), FormField("mso_id", held.mvpd.id),
            FormField("userMeta", "1"),
            FormField("device_id", state.client.deviceID),  // AE-DEV-003
        ]
        form += Value.genericData(flow.data).map { [FormField("generic_data", $0)] } ?? []
        let path = self.path("authorize", ofDevices: "authorizeDevice", for: state)
        return held.request(path, form + state.proofFields)
    }

    func authorization(
        in reply: NetworkReply, for resource: String, with held: ValidAuthentication, for state: EnablerState
    ) -> AuthorizationAnswer {
        let result = reply.isSuccess ? try? XMLReader.read(reply.body, limits: .token) : nil
        guard let result, let text = result.text(of: "authzToken"), state.isUsable(text, resource, held) else {
            return .refused(refusal(in: reply))
        }
        let metadata = result.text(of: "userMeta").flatMap { try? JSON.parse($0) }
        return .permitted(text: text, mediaToken: nil, metadata: metadata)
    }

    func readAuthorization(_ text: String) -> Authorization? {
        guard let token = try? AuthorizationToken(parsing: text) else { return nil }
        return Authorization(
            requestor: token.requestor, mvpd: token.mvpd, resource: token.resource, expires: token.expires)
    }

    func refusal(in reply: NetworkReply) -> Refusal {
        var refusal = Refusal(isLoggedOut: reply.text.contains("<pendingLogout"))
        if let answer = try? XMLReader.read(reply.body, limits: .token), answer.name == "error" {
            refusal.details = answer.text(of: "details") ?? ""
        }
        return refusal
    }

    /// The answer to an authorization has told it.
    func metadataRequest(of held: ValidAuthentication, for state: EnablerState) -> ServiceRequest? { nil }

    // MARK: - Media token

    func mediaTokenRequest(
        _ flow: AuthorizationFlow, with held: ValidAuthentication, authorization: String, for state: EnablerState
    ) -> ServiceRequest? {
        let form = [
            FormField("authz_token", authorization), FormField("requestor_id", state.requestor),
            FormField("session_guid", held.login.guid), FormField("hashed_guid", "false"),
            FormField("generic_data", Value.genericData(flow.data) ?? "{}"),
            FormField("mso_id", held.mvpd.id), FormField("device_id", state.client.deviceID),
        ]
        let path = self.path("shortAuthorize", ofDevices: "deviceShortAuthorize", for: state)
        return held.request(path, form + state.proofFields)
    }

    func mediaToken(in reply: NetworkReply) -> String? {
        reply.isSuccess && (try? MediaToken(parsing: reply.text)) != nil ? reply.text : nil
    }

    // MARK: - Preauthorization

    func preauthorizationRequest(
        of resources: [String], with held: ValidAuthentication, for state: EnablerState
    ) -> ServiceRequest {
        var form = [
            FormField("authentication_token", held.stored.token), FormField("requestor_id", state.requestor),
            FormField("mso_id", held.mvpd.id), FormField("device_id", state.client.deviceID),
        ]
        form += resources.map { FormField("resource_id", $0) }
        return held.request("/adobe-services/1.0/preauthorize", form)
    }

    func preauthorized(in reply: NetworkReply) -> Set<ExactText>? {
        guard reply.isSuccess, let answer = try? XMLReader.read(reply.body), answer.name == "resources" else {
            return nil
        }
        let authorized = answer.all("resource").filter { $0.text(of: "authorized")?.lowercased() == "true" }
        return Set(authorized.compactMap { $0.text(of: "id").map(ExactText.init) })
    }
}

extension ValidAuthentication {
    /// A request that presents the login.
    func request(_ path: String, _ form: [FormField]) -> ServiceRequest {
        var request = ServiceRequest.post(path, form)
        request.headers = login.headers
        return request
    }
}
