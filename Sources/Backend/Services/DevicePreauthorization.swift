internal import Documents
internal import HTTPServer
internal import ServiceProtocol

/// What a device may see of several resources (service-protocol.md 4.9).
extension SessionState {
    /// Answers `/api/v1/preauthorize` and `/api/v1/preauthorize/{code}`, with the resources separated by commas.
    mutating func preauthorizeDevice(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        let format = incoming.format
        let resources = incoming.all("resource").joined(separator: ",").split(separator: ",").map(String.init)
        guard !resources.isEmpty else { return Self.missing("resource", format) }
        guard resources.count <= scenario.preauthorizationLimit else {
            return .status(403, "Too many resources", format: format)
        }
        guard let index = standingLogin(of: incoming) else {
            return .status(412, "User not authenticated", format: format)
        }
        let trace = random.uuid()
        let decisions = resources.reversed().filter { !scenario.leftOut.contains($0) }.map {
            ResourceDecision(id: $0, rule: rule(for: $0, logins[index]), trace: trace)
        }
        var reply: ServerReply
        switch format {
        case .json: reply = .json(["resources": .array(decisions.map(\.json))])
        case .xml:
            var list: Markup = "<resources>"
            for decision in decisions { list += decision.element }
            reply = .xml(list + "</resources>")
        }
        reply.headers += [("Adobe-Request-Id", trace), ("Adobe-Response-Confidence", "full")]
        return reply
    }
}

/// What a device may see of one resource, with the reason when it is nothing.
private struct ResourceDecision {
    var id: String
    var rule: ResourceRule
    var trace: String

    /// The members of the error in the order of the documents.
    private var error: [(name: String, value: String)] {
        guard case .denied(let message) = rule else { return [] }
        return [
            ("code", "authorization_denied_by_mvpd"), ("message", "User not authorized"), ("details", message),
            ("helpUrl", EnhancedError.help), ("trace", trace), ("action", "none"),
        ]
    }

    var json: JSON {
        guard rule != .granted else { return ["id": .string(id), "authorized": true] }
        var members: JSONObject = ["status": 403]
        for (name, value) in error { members[name] = .string(value) }
        return ["id": .string(id), "authorized": false, "error": .object(members)]
    }

    var element: Markup {
        guard rule != .granted else { return "<resource><id>\(id)</id><authorized>true</authorized></resource>" }
        var members: Markup = "<status>403</status>"
        for (name, value) in error { members += .element(name, value) }
        return "<resource><id>\(id)</id><authorized>false</authorized><error>\(members)</error></resource>"
    }
}
