import Evidence
import ServiceProtocol
import Timing

extension ClientRule {
    /// What arrives is HTTP, within the limits of the services.
    static let acceptableRequests = ClientRule(
        id: "acceptable-requests", title: "Every request is acceptable as HTTP"
    ) { exchanges in
        Judgement(
            wasExercised: !exchanges.all.isEmpty,
            findings: exchanges.refused.map { sequence, words in
                Finding(
                    message: "a request was refused before any service saw it",
                    expected: "HTTP/1.1 as RFC 9112 has it", seen: words, observations: [sequence])
            })
    }

    static let knownPaths = ClientRule(
        id: "known-paths", title: "Only documented paths are asked for, with the methods they have"
    ) { exchanges in
        Judgement(
            wasExercised: !exchanges.all.isEmpty,
            findings: exchanges.all.filter(isUnknown)
                .map { $0.finding("nothing answers this", expected: "a documented path and method") })
    }

    private static func isUnknown(_ exchange: ClientExchange) -> Bool {
        let path = exchange.request.path
        guard !exchange.isFaulty, !askedByBrowsers.contains(where: path.hasPrefix) else { return false }
        return exchange.status == 405 || exchange.status == 404 && exchange.request.purpose == .other
    }

    /// What browsers and their systems look for by themselves.
    private static let askedByBrowsers = ["/favicon.ico", "/apple-touch-icon", "/robots.txt", "/.well-known/"]

    /// What every HTTP client sends, and what tells nothing of a call.
    private static let usual: Set = [
        "accept", "accept-encoding", "accept-language", "connection", "content-length", "content-type", "host",
        "user-agent",
    ]

    static let completeRequests = ClientRule(
        id: "complete-requests", title: "Every call has its required parameters, well-formed"
    ) { exchanges in
        let calls = exchanges.all.filter(\.isServiceCall)
        return Judgement(
            wasExercised: !calls.isEmpty,
            findings: calls.indices.filter { calls[$0].status == 400 && !isUsual(calls[$0], after: calls[..<$0]) }.map {
                let call = calls[$0]
                let sent = call.request.fields.keys.filter { !usual.contains($0) }.sorted().joined(separator: ", ")
                return call.finding(
                    "a call was answered 400; it had " + (sent.isEmpty ? "no parameters" : sent),
                    expected: "the required parameters of this call")
            })
    }

    /// Whether it is a 400 that clients get who do everything right: their registration is forgotten, or a code has
    /// expired or was mistyped (service-protocol.md 2.3, 4.3, 7.3).
    private static func isUsual(_ call: ClientExchange, after former: ArraySlice<ClientExchange>) -> Bool {
        switch call.request.purpose {
        case .accessToken where call.reason.contains("invalid_client"):
            // Who is told so registers anew, and does not ask again.
            return !former.contains {
                $0.left.map { $0 < call.request.firstByte } ?? false
                    && $0.request.purpose == .accessToken && $0.reason.contains("invalid_client")
                    && $0.field("client_id") == call.field("client_id")
            }
        case .authenticate, .poll, .registrationCode, .session:
            let codes = ["registration code", "invalid_authentication_session", "invalid_parameter_code"]
            return codes.contains { call.reason.contains($0) } || call.request.path.hasPrefix("/api/v2/authenticate/")
        default: return false
        }
    }

    /// How long what a client has sent may take to come.
    private static let underWay = Duration.milliseconds(500)

    /// A 401 is answered with a new access token, not with the old one again (service-protocol.md 2.4, 3).
    static let renewedAccessTokens = ClientRule(
        id: "renewed-access-tokens", title: "An access token that was refused is not sent again"
    ) { exchanges in
        // Before REST API v2 a session that is not there yet is 401, too, and is asked for again.
        let calls = exchanges.all.filter { call in
            call.credentials != nil && !call.isFaulty
                && (![.session, .poll].contains(call.request.purpose) || call.request.path.hasPrefix("/api/v2/"))
        }
        // By the token: when the first answer left, and when those to each request did.
        var refused: [String: (first: MonotonicTime, byRequest: [String: [MonotonicTime]])] = [:]
        var findings: [Finding] = []
        for call in calls {
            guard let credentials = call.credentials else { continue }
            let resource = call.field("resource") ?? call.field("resource_id") ?? ""
            let request = "\(call.request.path) \(resource)"
            let arrival = call.request.firstByte
            // What was under way when an answer left could not know of it. The same request is hardly under way three times.
            if let told = refused[credentials],
                told.first + underWay < arrival || (told.byRequest[request] ?? []).count(where: { $0 < arrival }) > 1
            {
                findings.append(
                    call.finding(
                        "the access token had been answered with 401 before",
                        expected: "a new access token, or a registration anew, after 401"))
            }
            if call.status == 401, let left = call.left {
                let first = min(left, refused[credentials]?.first ?? left)
                refused[credentials, default: (first, [:])].first = first
                refused[credentials]?.byRequest[request, default: []].append(left)
            }
        }
        return Judgement(wasExercised: !calls.isEmpty, findings: findings)
    }

    /// A client that was told 429 waits a second (service-protocol.md 0.5.4).
    static let pauseAfter429 = ClientRule(
        id: "pause-after-429", title: "After 429 a client waits a second before it asks again"
    ) { exchanges in
        // By the address that the service tells clients apart by: when it was told so first, and when it could know.
        var told: [String: (asked: MonotonicTime, left: MonotonicTime)] = [:]
        var findings: [Finding] = []
        for call in exchanges.all where call.isServiceCall {
            let address = call.field("x-forwarded-for").map { String($0.prefix { $0 != "," }) }
            let client = address ?? call.field("peer") ?? ""
            let former = told[client]
            if let former, call.time - former.asked < .seconds(1) {
                // What was under way already could not be held back.
                guard call.time - former.left > underWay else { continue }
                findings.append(
                    call.finding(
                        "asked \(Int((call.time - former.left).milliseconds)) ms after it had been told to slow down",
                        expected: "one second without a request after 429"))
            } else if call.status == 429 {
                told[client] = (call.time, call.left ?? call.time)
            }
        }
        return Judgement(wasExercised: !told.isEmpty, findings: findings)
    }

    /// A login is asked for every three to five seconds (service-protocol.md 7.4).
    static let unhurriedPolling = ClientRule(
        id: "unhurried-polling", title: "Whether somebody has signed in is asked every three to five seconds"
    ) { exchanges in
        // The first look, and one when the browser is back, come when they come.
        let maxInARow = 3
        var last: [String: (time: MonotonicTime, hurried: Int)] = [:]
        var findings: [Finding] = []
        for call in exchanges.all where call.isServiceCall && call.request.path.contains("/profiles/code/") {
            let key = call.request.path + " " + (call.credentials ?? "")
            let former = last[key]
            let isHurried = former.map { call.time - $0.time < .milliseconds(2_500) } ?? false
            let hurried = isHurried ? (former?.hurried ?? 0) + 1 : 0
            last[key] = (call.time, hurried)
            if hurried == maxInARow {
                findings.append(
                    call.finding(
                        "asked \(maxInARow + 1) times in a row without waiting 2.5 seconds",
                        expected: "three to five seconds from one time to the next"))
            }
        }
        return Judgement(wasExercised: !last.isEmpty, findings: findings)
    }

    /// A code that is over stays so (service-protocol.md 7.3).
    static let livingCodes = ClientRule(
        id: "living-codes", title: "A device stops asking for the login of a code that has expired or was used"
    ) { exchanges in
        var over: [String: MonotonicTime] = [:]
        var findings: [Finding] = []
        var wasExercised = false
        for call in exchanges.all where call.isServiceCall && call.request.path.contains("/profiles/code/") {
            wasExercised = true
            if let told = over[call.request.path], told < call.request.firstByte {
                findings.append(
                    call.finding(
                        "an earlier answer said that the code was no longer valid",
                        expected: "a new session, with a new code"))
            }
            if call.reason.contains("invalid_authentication_session"), let left = call.left {
                over[call.request.path] = min(left, over[call.request.path] ?? left)
            }
        }
        return Judgement(wasExercised: wasExercised, findings: findings)
    }
}
