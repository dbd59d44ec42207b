import AccessEnablerAPI
import Evidence

extension Invariant {
    /// A media token is used once (AE-TOK-005); recorded as a digest, it can still be compared.
    static let freshMediaTokens = Invariant(
        id: "fresh-media-tokens", title: "No media token is delivered twice", statements: ["AE-TOK-005"]
    ) { trace in
        var firsts: [String: Int] = [:]
        return trace.callbacks.compactMap { position, event in
            guard event.message.selector == .setToken, let token = event.message["token"]?.stringValue, !token.isEmpty
            else { return nil }
            guard let first = firsts.updateValue(position, forKey: token) else { return nil }
            var finding = trace.finding(
                ["AE-TOK-005"], at: position, "a media token was delivered a second time",
                expected: "a token of its own, asked for anew, for each authorization")
            finding.observations.insert(trace.sequence(first), at: 0)
            return finding
        }
    }
}
