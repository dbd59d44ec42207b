internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import Timing
internal import Tokens

/// Authorization, media token, preauthorization (service-protocol.md 4.7 to 4.9).
extension RESTv1Wire {
    func authorizationRequest(
        _ flow: AuthorizationFlow, with held: ValidAuthentication, for state: EnablerState
    ) -> ServiceRequest {
        var fields = [FormField("resource", flow.resource)]
        fields += Value.genericData(flow.data).map { [FormField("generic_data", $0)] } ?? []
        return question("authorize", fields, for: state)
    }

    func authorization(
        in reply: NetworkReply, for resource: String, with held: ValidAuthentication, for state: EnablerState
    ) -> AuthorizationAnswer {
        guard let answer = reply.document, let requestor = answer["requestor"]?.string,
            let mvpd = answer["mvpd"]?.string, let named = answer["resource"]?.string, let expires = answer.end
        else { return .refused(refusal(in: reply)) }
        let text = JSON.object(
            Authorization(requestor: requestor, mvpd: mvpd, resource: named, expires: expires).record
        ).text
        guard state.isUsable(text, resource, held) else { return .refused(Refusal()) }
        return .permitted(text: text, mediaToken: nil, metadata: answer["metadata"])
    }

    func refusal(in reply: NetworkReply) -> Refusal {
        let error = try? JSON.parse(reply.body)
        let isLoggedOut = error?["message"]?.string?.lowercased().hasSuffix("not authenticated") ?? false
        return Refusal(details: error?["details"]?.string ?? "", isLoggedOut: isLoggedOut)
    }

    /// The answers to logins and authorizations have it beside them.
    func metadataRequest(of held: ValidAuthentication, for state: EnablerState) -> ServiceRequest? { nil }

    func mediaTokenRequest(
        _ flow: AuthorizationFlow, with held: ValidAuthentication, authorization: String, for state: EnablerState
    ) -> ServiceRequest? {
        question("mediatoken", [FormField("resource", flow.resource)], for: state)
    }

    func mediaToken(in reply: NetworkReply) -> String? {
        guard let token = reply.document?["serializedToken"]?.string, (try? MediaToken(parsing: token)) != nil else {
            return nil
        }
        return token
    }

    func preauthorizationRequest(
        of resources: [String], with held: ValidAuthentication, for state: EnablerState
    ) -> ServiceRequest {
        question("preauthorize", [FormField("resource", resources.joined(separator: ","))], for: state)
    }

    func preauthorized(in reply: NetworkReply) -> Set<ExactText>? {
        guard let resources = reply.document?["resources"]?.array else { return nil }
        let authorized = resources.filter { $0["authorized"]?.bool == true }
        return Set(authorized.compactMap { $0["id"]?.string.map(ExactText.init) })
    }
}
