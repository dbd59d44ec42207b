internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import Timing
internal import Tokens

/// Decisions, which have the media token in them (service-protocol.md 7.6).
extension RESTv2Wire {
    func authorizationRequest(
        _ flow: AuthorizationFlow, with held: ValidAuthentication, for state: EnablerState
    ) -> ServiceRequest {
        var ask = decisionRequest("authorize", of: [flow.resource], with: held, for: state)
        // No place is documented for it (AE-CHKZ-002).
        ask.query = Value.genericData(flow.data).map { [FormField("generic_data", $0)] } ?? []
        return ask
    }

    func authorization(
        in reply: NetworkReply, for resource: String, with held: ValidAuthentication, for state: EnablerState
    ) -> AuthorizationAnswer {
        guard let decision = reply.document?["decisions"]?.array?.first,
            decision["authorized"]?.bool == true, decision["resource"]?.string == resource,
            decision["serviceProvider"]?.string == state.requestor, decision["mvpd"]?.string == held.mvpd.id,
            let token = decision["token"], let mediaToken = token["serializedToken"]?.string,
            (try? MediaToken(parsing: mediaToken)) != nil,
            let expires = (decision["notAfter"]?.int ?? token["notAfter"]?.int)?.date
        else { return .refused(refusal(in: reply)) }
        let permit = Authorization(
            requestor: state.requestor, mvpd: held.mvpd.id, resource: resource,
            expires: expires)
        return .permitted(text: JSON.object(permit.record).text, mediaToken: mediaToken, metadata: nil)
    }

    func refusal(in reply: NetworkReply) -> Refusal {
        guard let error = reply.document?["decisions"]?.array?.first?["error"] else { return Refusal() }
        return Refusal(details: error["details"]?.string ?? "", isLoggedOut: error.saysLoggedOut)
    }

    /// An MVPD may tell more once it has authorized somebody, and only the profile has it.
    func metadataRequest(of held: ValidAuthentication, for state: EnablerState) -> ServiceRequest? {
        loginRequest(presenting: held, for: state)
    }

    /// It comes with the authorization, which is asked for each time.
    func mediaTokenRequest(
        _ flow: AuthorizationFlow, with held: ValidAuthentication, authorization: String, for state: EnablerState
    ) -> ServiceRequest? { nil }

    func mediaToken(in reply: NetworkReply) -> String? { nil }

    // MARK: - Preauthorization

    func preauthorizationRequest(
        of resources: [String], with held: ValidAuthentication, for state: EnablerState
    ) -> ServiceRequest {
        decisionRequest("preauthorize", of: resources, with: held, for: state)
    }

    /// What is wrong with the user or with the question is told of each resource, and is no decision.
    func preauthorized(in reply: NetworkReply) -> Set<ExactText>? {
        guard let decisions = reply.document?["decisions"]?.array else { return nil }
        let isUndecided = decisions.contains { decision in
            guard let error = decision["error"] else { return false }
            return error.saysLoggedOut || error["code"]?.string == "too_many_resources"
        }
        if isUndecided { return nil }
        let authorized = decisions.filter { $0["authorized"]?.bool == true }
        return Set(authorized.compactMap { $0["resource"]?.string.map(ExactText.init) })
    }

    private func decisionRequest(
        _ name: String, of resources: [String], with held: ValidAuthentication, for state: EnablerState
    ) -> ServiceRequest {
        var ask = ServiceRequest.post(
            path("decisions", name, held.mvpd.id, of: state.requestor),
            json: ["resources": .strings(resources)])
        ask.headers = held.login.headers
        return ask
    }
}

extension JSON {
    /// Of an error: the service has no valid profile of the user.
    fileprivate var saysLoggedOut: Bool {
        self["code"]?.string?.hasPrefix("authenticated_profile_") ?? false
    }
}
