internal import AccessEnablerAPI
package import Cryptography
internal import Documents
package import Evidence
internal import HTTPServer
internal import Timing
internal import Tokens

/// Validates the tokens that pass by and says what was seen; the tokens themselves are not kept.
///
/// Safe from any thread.
package struct TokenWitness: Sendable {
    private let key: PublicKey?
    private let validators = TokenValidatorPool()

    /// Without the issuer's key, signatures are not checked.
    package init(key: PublicKey?) {
        self.key = key
    }

    /// What there is to say of an event that delivers a token; nil of any other.
    package func sighting(in event: Event) -> Event? {
        guard case .callback(let callback) = event, callback.message.selector == .setToken,
            let token = callback.message["token"]?.stringValue, !token.isEmpty
        else { return nil }
        return .tokenSeen(examine(Array(token.utf8), at: .callback, as: .media, time: .now()))
    }

    /// The tokens that a request carries.
    func sightings(in incoming: Incoming) -> [TokenSighting] {
        // They are long, so they come in bodies.
        guard !incoming.request.body.isEmpty else { return [] }
        let parameters: [(String, TokenKind)] = [
            ("authentication_token", .authentication), ("authz_token", .authorization),
        ]
        return parameters.compactMap { name, kind in
            guard let token = incoming[name], !token.isEmpty else { return nil }
            var sighting = examine(
                Array(token.utf8), at: .request, as: kind, time: incoming.now, device: incoming.device)
            sighting.exchange = incoming.request.exchange
            return sighting
        }
    }

    /// The token that a reply with this body hands out, if it does.
    func sighting(
        inReply body: [UInt8], to incoming: Incoming, purpose: RequestEvent.Purpose, isSpoiled: Bool
    ) -> TokenSighting? {
        let kind: TokenKind
        switch purpose {
        case .session: kind = .authentication
        case .authorize: kind = .authorization
        case .mediaToken: kind = .media
        default: return nil
        }
        var text = body
        if body.first == UInt8(ascii: "{") {
            guard let serialized = (try? JSON.parse(body))?["serializedToken"]?.string else { return nil }
            text = Array(serialized.utf8)
        } else {
            guard body.firstRange(of: "signatureInfo".utf8) != nil || body.firstRange(of: "serializedToken".utf8) != nil
            else { return nil }
        }
        var sighting = examine(text, at: .reply, as: kind, time: incoming.now, device: incoming.device)
        sighting.exchange = incoming.request.exchange
        sighting.isSpoiled = isSpoiled
        return sighting
    }

    /// - Parameter device: what the request names, in clear.
    private func examine(
        _ bytes: [UInt8], at place: TokenSighting.Place, as kind: TokenKind, time: WallTime, device: String? = nil
    ) -> TokenSighting {
        // The token's own text, so that it is known again wherever it was wrapped.
        let text = (try? TokenEnvelope(parsing: bytes))?.text ?? bytes
        var expectations = TokenExpectations()
        expectations.kind = kind
        let report = validators.withValidator { $0.validate(text, key: key, expecting: expectations) }
        var sighting = TokenSighting(
            place, digest: Redaction.digest(of: String(decoding: text, as: UTF8.self)),
            kind: report.kind.flatMap { TokenSighting.Kind(rawValue: $0.rawValue) }, result: report.result.rawValue,
            remarks: report.findings.map(TokenSighting.Remark.init), requestor: report.requestor,
            resource: report.resource, mvpd: report.mvpd, guid: report.guid.map(Redaction.digest),
            remaining: report.expires().map { $0.milliseconds - time.milliseconds })
        if sighting.kind == nil { sighting.kind = Self.look(text) }
        if let device, !device.isEmpty, let fingerprint = report.fingerprint {
            sighting.isOfDevice = fingerprint.lowercased() == SessionState.fingerprint(of: device)
        }
        return sighting
    }
}

extension TokenWitness {
    /// The kind that a text which is no token looks like.
    private static func look(_ text: [UInt8]) -> TokenSighting.Kind? {
        let kind = TokenKind.allCases.first { $0.roots.contains { text.firstRange(of: "<\($0)".utf8) != nil } }
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
