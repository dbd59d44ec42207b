internal import AccessEnablerAPI
package import Cryptography
internal import Documents
internal import Encodings
package import Evidence
internal import HTTPServer
internal import ServiceProtocol
internal import Synchronization
internal import Timing
internal import Tokens

/// Validates the tokens that pass by and says what was seen; the tokens themselves are not kept.
///
/// Safe from any thread.
package final class TokenObserver: Sendable {
    private let key: PublicKey?
    /// Of one request; no client sends so many, and each one is validated.
    private static let maxTokens = 16
    private let validator = Mutex(TokenValidator())
    /// Learns the tokens.
    private let redactor: Redactor?

    /// Without the issuer's key, signatures are not checked.
    package init(key: PublicKey?, redactor: Redactor? = nil) {
        self.key = key
        self.redactor = redactor
    }

    /// What there is to say of an event that delivers a token; nil of any other.
    ///
    /// The token of `setToken` is looked at whatever it looks like, any other value of a callback when it looks like
    /// a token.
    package func sighting(in event: Event) -> Event? {
        guard case .callback(let callback) = event else { return nil }
        let message = callback.message
        guard message.selector == .setToken else {
            // No token is shorter, and lists of MVPDs have many short texts.
            let token = message.arguments.flatMap(\.value.texts).first {
                $0.utf8.count >= 100 && Self.isTokenLike($0.utf8)
            }
            return token.map { .tokenSeen(examine(Array($0.utf8), at: .callback, as: nil, time: .now())) }
        }
        guard let token = message["token"]?.stringValue, !token.isEmpty else { return nil }
        return .tokenSeen(examine(Array(token.utf8), at: .callback, as: .media, time: .now()))
    }

    /// The tokens that a request carries, in the parameters made for them and in any other.
    func sightings(in incoming: Incoming) -> [TokenSighting] {
        // They are long, so a request without a body and with a short target has none.
        guard !incoming.request.body.isEmpty || incoming.request.target.utf8.count > 200 else { return [] }
        let kinds: [String: TokenKind] = ["authentication_token": .authentication, "authz_token": .authorization]
        let tokens = incoming.parameters.lazy.filter { name, value in
            kinds[name] != nil ? !value.isEmpty : Self.isTokenLike(value.utf8)
        }
        return tokens.prefix(Self.maxTokens).map { name, value in
            let kind = kinds[name]
            var sighting = examine(
                Array(value.utf8), at: .request, as: kind, time: incoming.now, device: incoming.device)
            sighting.exchange = incoming.request.exchange
            return sighting
        }
    }

    /// The tokens that a reply with this body hands out.
    func sightings(
        inReply body: [UInt8], to incoming: Incoming, purpose: Purpose, isFaulty: Bool
    ) -> [TokenSighting] {
        var kind: TokenKind?
        switch purpose {
        case .session: kind = .authentication
        case .authorize, .authorizationToken: kind = .authorization
        case .mediaToken: kind = .media
        // Large, and without room for a token.
        case .configuration, .page: return []
        default: kind = nil
        }
        var texts = [body]
        if body.first == UInt8(ascii: "{") {
            let document = try? JSON.parse(body)
            let serialized = document?["serializedToken"]?.string
            // Decisions of REST API v2 have media tokens, and no authorization token.
            let decided = (document?["decisions"]?.array ?? []).compactMap { $0["token"]?["serializedToken"]?.string }
            if serialized == nil { kind = .media }
            texts = (serialized.map { [$0] } ?? decided).map { Array($0.utf8) }
        } else {
            guard Self.isTokenLike(body) || body.containsBytes("serializedToken") else { return [] }
        }
        return texts.map { text in
            var sighting = examine(text, at: .reply, as: kind, time: incoming.now, device: incoming.device)
            sighting.exchange = incoming.request.exchange
            sighting.isFaulty = isFaulty
            return sighting
        }
    }

    /// Whether the first tag of a token is in the text, as it is or in base64.
    private static func isTokenLike(_ text: some Collection<UInt8>) -> Bool {
        text.containsBytes("signatureInfo") || text.starts(with: "PHNpZ25hdHVyZUluZm8+".utf8)
    }

    /// - Parameter device: what the request names, in clear.
    private func examine(
        _ bytes: [UInt8], at place: TokenSighting.Place, as kind: TokenKind?, time: WallTime, device: String? = nil
    ) -> TokenSighting {
        // The token's own text, so that it is known again wherever it was wrapped.
        let text = (try? TokenEnvelope(parsing: bytes))?.text ?? bytes
        if let redactor, Self.isTokenLike(text) { redactor.learn([String(decoding: text, as: UTF8.self)]) }
        var expectations = TokenExpectations()
        expectations.kind = kind
        let report = validator.withLock { $0.validate(text, key: key, expecting: expectations) }
        var sighting = TokenSighting(
            place, digest: Redactor.digest(of: String(decoding: text, as: UTF8.self)),
            kind: report.kind.flatMap { TokenSighting.Kind(rawValue: $0.rawValue) }, result: report.result.rawValue,
            remarks: report.findings.map(TokenSighting.Remark.init), requestor: report.requestor,
            resource: report.resource, mvpd: report.mvpd, guid: report.guid.map(Redactor.digest),
            remaining: report.expires().map { ($0 - time).wholeMilliseconds })
        if sighting.kind == nil { sighting.kind = Self.look(text) }
        if let device, !device.isEmpty, let fingerprint = report.fingerprint {
            sighting.isOfDevice = fingerprint.lowercased() == SessionState.fingerprint(of: device)
        }
        return sighting
    }
}

extension TokenObserver {
    /// The kind that a text which is no token looks like.
    private static func look(_ text: [UInt8]) -> TokenSighting.Kind? {
        let kind = TokenKind.allCases.first { $0.roots.contains { text.containsBytes("<\($0)") } }
        return kind.flatMap { TokenSighting.Kind(rawValue: $0.rawValue) }
    }
}

extension TokenSighting.Remark {
    fileprivate init(_ finding: TokenFinding) {
        let severity: Severity =
            switch finding.severity {
            case .error: .error
            case .warning: .warning
            case .extension: .extension
            case .note: .note
            }
        self.init(severity, statement: finding.statement, path: finding.path, message: finding.message)
    }
}
