import AccessEnablerAPI
import Encodings
import Evidence
import ServiceProtocol

/// What the tokens that were seen in a trace say of the port, and of the service providers.
///
/// A token is opaque to a port, so whatever a service provider issued may be handed on as it is, good or bad; what
/// nobody issued, what has expired and what is of another kind may not. Elements that nobody documents say nothing.
struct TokenReview {
    private let trace: CaseTrace
    private let sightings: [(position: Int, token: TokenSighting)]
    /// The digests of what service providers issued.
    private let issued: Set<String>
    /// The digests of what they issued, by mistake or on purpose, for another device than the one that asked.
    private let foreign: Set<String>
    /// The MVPDs and the sessions of the logins that they issued.
    private let logins: (mvpds: Set<String>, sessions: Set<String>)
    private let requests: [UInt64: RequestEvent]

    /// Expiry is written to the second, and a token takes its time from the port's hands to where it is seen.
    private static let tolerance: Int64 = -2_000

    init(_ trace: CaseTrace) {
        self.trace = trace
        var sightings: [(position: Int, token: TokenSighting)] = []
        var requests: [UInt64: RequestEvent] = [:]
        for (position, observation) in trace.observations.enumerated() {
            switch observation.event {
            case .tokenSeen(let token): sightings.append((position, token))
            case .request(let request): requests[request.exchange] = request
            default: break
            }
        }
        self.sightings = sightings
        self.requests = requests
        let replies = sightings.map(\.token).filter { $0.place == .reply }
        issued = Set(replies.map(\.digest))
        foreign = Set(replies.filter { $0.isOfDevice == false }.map(\.digest))
        let logins = replies.filter { $0.kind == .authentication }
        self.logins = (Set(logins.compactMap(\.mvpd)), Set(logins.compactMap(\.guid)))
    }

    /// What a correct port cannot have done.
    var violations: [Finding] {
        sightings.flatMap { position, token -> [Finding] in
            switch token.place {
            case .callback: mistakes(delivering: token, at: position)
            case .request: mistakes(sending: token, at: position)
            case .reply: []
            }
        }
    }

    /// What somebody other than the port may have done.
    var undecided: [Finding] {
        sightings.flatMap { position, token -> [Finding] in
            switch token.place {
            case .callback:
                isObserved
                    ? []
                    : findings(
                        token.errors, at: position, "the delivered token, whose issue was not seen, is not valid")
            case .request: []
            case .reply: token.isFaulty ? [] : mistakes(issuing: token, at: position)
            }
        }
    }

    /// Whether it was seen what the service providers issued.
    private var isObserved: Bool { trace.header.seesRequests }

    // MARK: - Of the port

    private func mistakes(delivering token: TokenSighting, at position: Int) -> [Finding] {
        if let kind = token.kind, kind != .media {
            return [
                trace.finding(
                    ["AE-XML-021", "AE-TOK-001"], at: position,
                    "an \(kind.rawValue) token was delivered to the application",
                    expected: "the media token, and no other token")
            ]
        }
        var findings: [Finding] = []
        if isObserved, !issued.contains(token.digest) {
            findings = self.findings(token.errors, at: position, "the token delivered is not good", "AE-TOK-001")
            if token.errors.isEmpty {
                findings.append(
                    trace.finding(
                        ["AE-TOK-001"], at: position, "the token delivered is not one that was issued in this session",
                        expected: "the media token as the service provider issued it, to the byte"))
            }
        }
        if let remaining = token.remaining, remaining < Self.tolerance {
            findings.append(
                trace.finding(
                    ["AE-XML-019", "AE-STO-008"], at: position, "an expired media token was delivered",
                    expected: "a token that was asked for anew"))
        }
        if let resource = token.resource, let delivered = deliveredResource(before: position),
            !resource.trimmed.isExactly(delivered.trimmed)
        {
            findings.append(
                trace.finding(
                    ["AE-XML-013", "AE-TOK-002"], at: position,
                    "the token for '\(trace.named(resource))' was delivered for '\(trace.named(delivered))'",
                    expected: "the token is for the resource that it is delivered for"))
        }
        return findings
    }

    /// The resource of the callback that the token was seen in, which is recorded right before it.
    private func deliveredResource(before position: Int) -> String? {
        guard position > 0, case .callback(let callback) = trace.observations[position - 1].event else { return nil }
        return callback.message["resource"]?.stringValue
    }

    private func mistakes(sending token: TokenSighting, at position: Int) -> [Finding] {
        guard isObserved else { return [] }
        var findings: [Finding] = []
        // What was issued may be bad, but not be of another kind than the parameter it is sent in.
        if !issued.contains(token.digest) || token.result == "INVALID_TOKEN_KIND" {
            findings = self.findings(token.errors, at: position, "the token sent is not good", "AE-STO-001")
        }
        if let remaining = token.remaining, remaining < Self.tolerance, needsValidToken(token) {
            let own = token.kind == .authorization ? ["AE-STO-026"] : []
            findings.append(
                trace.finding(
                    ["AE-STO-001", "AE-XML-019"] + own, at: position,
                    "an expired \(token.kind?.rawValue ?? "") token was sent",
                    expected: "no expired token is sent"))
        }
        if token.isOfDevice == false, !foreign.contains(token.digest) {
            findings.append(
                trace.finding(
                    ["AE-DEV-003", "AE-DEV-008"], at: position,
                    "the token sent is bound to another device than the one the request names",
                    expected: "a token of this device"))
        }
        return findings + strangers(sending: token, at: position)
    }

    /// A token is of one MVPD, and of no use for others (AE-STO-010).
    ///
    /// That of another programmer may be used: the documents' own example has a user who is not authenticated for a second
    /// programmer because that one is not integrated with the MVPD.
    private func strangers(sending token: TokenSighting, at position: Int) -> [Finding] {
        guard let request = token.exchange.flatMap({ requests[$0] }),
            let asked = request[.mvpd], let owner = token.mvpd, !asked.isEmpty, !owner.isEmpty, !asked.isExactly(owner)
        else { return [] }
        return [
            trace.finding(
                ["AE-STO-010"], at: position,
                "the token sent is of the MVPD '\(trace.named(owner))', and the request is about '\(trace.named(asked))'",
                expected: "a token of the MVPD that the request names")
        ]
    }

    private func needsValidToken(_ token: TokenSighting) -> Bool {
        switch token.exchange.flatMap({ requests[$0]?.purpose }) {
        case .authorize, .mediaToken, .preauthorize: true
        default: false
        }
    }

    // MARK: - Of the service providers

    private func mistakes(issuing token: TokenSighting, at position: Int) -> [Finding] {
        var findings = self.findings(token.errors, at: position, "a service provider issued a token that is not good")
        func object(_ statement: String, _ element: String, _ actual: String?, _ expected: Set<String>) {
            guard let actual, !expected.isEmpty, !expected.contains(actual) else { return }
            findings.append(
                trace.finding(
                    [statement], at: position, "a service provider issued a token with the wrong \(element)",
                    expected: "the token is of this session"))
        }
        let isMedia = token.kind == .media
        let requestors = Set([trace.bindings["requestor"], trace.bindings["other-requestor"]].compactMap(\.self))
        object(isMedia ? "AE-XML-012" : "AE-XML-017", "requestor", token.requestor, requestors)
        object(isMedia ? "AE-XML-014" : "AE-XML-018", "MVPD", token.mvpd, logins.mvpds)
        if isMedia { object("AE-XML-006", "session", token.guid, logins.sessions) }
        if token.isOfDevice == false {
            findings.append(
                trace.finding(
                    ["AE-DEV-004", "AE-DEV-007"], at: position,
                    "a service provider issued a token for another device than the one that asked",
                    expected: "the fingerprint of the device that asked"))
        }
        return findings
    }

    private func findings(
        _ errors: [TokenSighting.Remark], at position: Int, _ message: String, _ statement: String? = nil
    ) -> [Finding] {
        errors.map { error in
            var statements = [error.statement, statement].compactMap(\.self)
            if statements.count == 2, statements[0] == statements[1] { statements.removeLast() }
            return trace.finding(
                statements, at: position, "\(message): \(error.path): \(error.message)",
                expected: "a token that the service provider's verifier would call VALID_TOKEN")
        }
    }
}

extension String {
    /// White space around a value does not count.
    fileprivate var trimmed: Substring {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
