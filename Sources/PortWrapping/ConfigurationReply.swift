package import AccessEnabler
package import XML

/// A reply to a configuration request, as a mutant holds it back.
package struct ConfigurationReply: Sendable {
    package var url: String
    package var outcome: Mutation.Outcome
    package let completion: NetworkCompletion

    package init(url: String, outcome: Mutation.Outcome, completion: @escaping NetworkCompletion) {
        self.url = url
        self.outcome = outcome
        self.completion = completion
    }

    /// nil where the reply is no valid configuration.
    package var document: ConfigurationDocument? {
        guard case .success(let reply) = outcome, (200..<300).contains(reply.status) else { return nil }
        return try? reply.configuration
    }

    /// The same reply with other MVPDs.
    package func listing(_ mvpds: [ConfigurationMVPD]) -> ConfigurationReply {
        guard case .success(let reply) = outcome, var document else { return self }
        document.mvpds = mvpds
        var changed = self
        changed.outcome = .success(reply.telling(document))
        return changed
    }
}

extension NetworkRequest {
    package var isConfiguration: Bool { names("/adobe-services/config/") }

    /// Without scheme, host and query; what REST API v2 asks goes by the name that the same has in the SDK's protocol, and
    /// so do configurations of REST API v1.
    package var path: String {
        let rest = url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
        let path = String(rest.prefix { $0 != "?" })
        let words = path.split(separator: "/")
        guard words.count > 3, words[0] == "api" else { return path }
        if words[1] == "v1", words[2] == "config" { return "/adobe-services/config/\(words[3])" }
        guard words[1] == "v2" else { return path }
        return switch words[3] {
        case "configuration": "/adobe-services/config/\(words[2])"
        case "sessions": words.count > 4 ? path : "/reggie/v1/\(words[2])/regcode"
        case "profiles": words.count > 5 && words[4] == "sso" ? path : "/adobe-services/session"
        case "decisions": words.contains("authorize") ? "/adobe-services/authorize" : "/adobe-services/1.0/preauthorize"
        case "logout": "/adobe-services/logout"
        default: path
        }
    }

    /// Whether a profile of REST API v2 is looked for without a login, as that of a temporary pass is.
    package var looksForProfile: Bool {
        let words = url.split(separator: "/")
        return words.count > 2 && words[words.count - 2] == "profiles"
    }

    /// Whether the part is in the URL, or in ``path``.
    package func names(_ part: String) -> Bool { url.contains(part) || path.contains(part) }
}
