import AccessEnablerAPI
import Evidence

extension Invariant {
    /// A media token is used once (AE-TOK-005); recorded as a digest, it can still be compared.
    ///
    /// What a service provider issued several times may be delivered as often: the port asked anew each time.
    static let freshMediaTokens = Invariant(
        id: "fresh-media-tokens", title: "No media token is delivered twice", statements: ["AE-TOK-005"]
    ) { trace in
        let issued = trace.issuedTokens
        var deliveries: [String: [Int]] = [:]
        return trace.callbacks.compactMap { position, event in
            guard event.message.selector == .setToken, let token = event.message["token"]?.stringValue, !token.isEmpty
            else { return nil }
            deliveries[token, default: []].append(position)
            let former = deliveries[token, default: []].dropLast()
            let times = trace.digestOfToken(deliveredAt: position).flatMap { issued[$0] } ?? 1
            guard let first = former.first, former.count >= times else { return nil }
            var finding = trace.finding(
                ["AE-TOK-005"], at: position, "a media token was delivered a second time",
                expected: "a token of its own, asked for anew, for each authorization")
            finding.observations.insert(trace.sequence(first), at: 0)
            return finding
        }
    }
}

extension CaseTrace {
    /// How often each token was issued, by digest.
    fileprivate var issuedTokens: [String: Int] {
        observations.reduce(into: [:]) { times, observation in
            guard case .tokenSeen(let token) = observation.event, token.place == .reply else { return }
            times[token.digest, default: 0] += 1
        }
    }

    /// The digest under which the token of that callback was seen, which is recorded right after it.
    fileprivate func digestOfToken(deliveredAt position: Int) -> String? {
        guard observations.indices.contains(position + 1),
            case .tokenSeen(let token) = observations[position + 1].event, token.place == .callback
        else { return nil }
        return token.digest
    }
}
