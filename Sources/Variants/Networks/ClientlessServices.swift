internal import AccessEnabler
internal import Documents
internal import Encodings
internal import PortWrapping
internal import Timing
internal import Tokens

/// Makes the calls of clientless devices in place of the native ones, and tells the reference what it would have heard.
///
/// The service keeps the tokens of such devices; what the reference keeps in their place is made up here.
struct ClientlessServices: Sendable {
    enum Part: Sendable, Hashable {
        case authorization, preauthorization
        /// Fetches the authorization after it was granted, by a call of its own.
        case decisions
    }

    private let parts: Set<Part>

    init(_ parts: Set<Part>) {
        self.parts = parts
    }

    @Sendable
    func exchange(
        _ request: NetworkRequest, _ base: any Network, _ completion: @escaping NetworkCompletion
    ) -> Cancellation {
        guard request.header("Authorization")?.hasPrefix("Bearer ") ?? false else {
            return base.send(request, completion: completion)
        }
        let form = FormText(request.body)
        let chain = RequestChain()
        switch request.path.split(separator: "/").last {
        case "authorize" where parts.contains(.authorization):
            authorize(request, form, chain, base, completion)
        case "shortAuthorize" where parts.contains(.authorization):
            let token = form["authz_token"].flatMap { try? AuthorizationToken(parsing: $0) }
            let question = ask("mediatoken", for: token?.resource, request, form)
            chain.send(question, over: base) { completion(Self.answer($0, Self.mediaToken)) }
        case "preauthorize" where parts.contains(.preauthorization):
            let resources = form.fields.filter { $0.name == "resource_id" }.map(\.value)
            guard !resources.contains(where: { $0.contains(",") }) else {
                return base.send(request, completion: completion)
            }
            let question = ask("preauthorize", for: resources.joined(separator: ","), request, form)
            chain.send(question, over: base) { completion(Self.answer($0, Self.decisions)) }
        default:
            return base.send(request, completion: completion)
        }
        return chain.cancellation
    }

    private func authorize(
        _ request: NetworkRequest, _ form: FormText, _ chain: RequestChain, _ base: any Network,
        _ completion: @escaping NetworkCompletion
    ) {
        @Sendable func told(_ outcome: Mutation.Outcome) {
            guard case .success(let reply) = outcome, reply.status == 200 else {
                return completion(Self.answer(outcome) { _ in nil })
            }
            // What the MVPD tells with an authorization is in none of these answers.
            chain.send(ask("tokens/usermetadata", for: nil, request, form), over: base) { metadata in
                completion(Self.answer(outcome) { Self.authorization($0, metadata) })
            }
        }
        let question = ask("authorize", for: form["resource_id"], request, form)
        chain.send(question, over: base) { [self] outcome in
            guard parts.contains(.decisions), case .success(let reply) = outcome, reply.status == 200 else {
                return told(outcome)
            }
            chain.send(ask("tokens/authz", for: form["resource_id"], request, form), over: base, told)
        }
    }

    /// What the native request says, in the words of the clientless calls.
    private func ask(_ call: String, for resource: String?, _ request: NetworkRequest, _ form: FormText)
        -> NetworkRequest
    {
        let names = ["requestor_id": "requestor", "device_id": "deviceId", "mso_id": "mvpd"]
        let left = ["resource_id", "authz_token", "userMeta", "session_guid", "hashed_guid"]
        var query = FormText()
        query.add("resource", resource)
        for (name, value) in form.fields where !left.contains(name) { query.add(names[name] ?? name, value) }
        var question = request.asking("/api/v1/\(call)", query.fields)
        _ = question.removeHeader("Accept")
        question.headers.append(.init("Accept", "application/json"))
        return question
    }

    // MARK: - Answers

    private static func answer(
        _ outcome: Mutation.Outcome, _ read: (JSON) -> String?
    ) -> Mutation.Outcome {
        guard case .success(let reply) = outcome, let document = try? JSON.parse(reply.body) else { return outcome }
        // The service wants other proof, and says so as everywhere.
        if document["error"] != nil { return outcome }
        if reply.status == 200, let text = read(document) {
            return .success(NetworkReply(status: 200, body: Array(text.utf8)))
        }
        guard reply.status < 500 else { return outcome }
        let isLoggedOut = document["message"]?.string?.lowercased().hasSuffix("not authenticated") ?? false
        let details = document["details"]?.string ?? ""
        let text =
            isLoggedOut ? "<pendingLogout/>" : "<error><notAuthorized/><details>\(details.xmlEscaped)</details></error>"
        return .success(NetworkReply(status: 200, body: Array(text.utf8)))
    }

    private static func authorization(_ document: JSON, _ metadata: Mutation.Outcome) -> String? {
        guard let expires = document["expires"]?.string.flatMap({ ForeignInteger($0)?.date }) else { return nil }
        let token = AuthorizationToken(
            requestor: document["requestor"]?.string ?? "", resource: document["resource"]?.string ?? "",
            expires: expires, mvpd: document["mvpd"]?.string ?? "", fingerprint: "")
        let text = "<signatureInfo>\(Base64.encode(Array("kept by the service".utf8)))</signatureInfo>\(token.payload)"
        var user = ""
        if case .success(let reply) = metadata, reply.status == 200 {
            user = "<userMeta>\(String(decoding: reply.body, as: UTF8.self).xmlEscaped)</userMeta>"
        }
        return "<result><authzToken>\(text.xmlEscaped)</authzToken>\(user)</result>"
    }

    private static func mediaToken(_ document: JSON) -> String? {
        document["serializedToken"]?.string.flatMap { Base64.decode($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func decisions(_ document: JSON) -> String? {
        document["resources"]?.array.map { resources in
            let list = resources.map { resource in
                let (id, isAuthorized) = (resource["id"]?.string ?? "", resource["authorized"]?.bool ?? false)
                return "<resource><id>\(id.xmlEscaped)</id><authorized>\(isAuthorized)</authorized></resource>"
            }
            return "<resources>\(list.joined())</resources>"
        }
    }
}
