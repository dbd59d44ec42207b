import Evidence
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
            findings: exchanges.all.filter { $0.status == 405 || $0.status == 404 && $0.request.purpose == .other }
                .map { $0.finding("nothing answers this", expected: "a documented path and method") })
    }

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
            findings: calls.filter { $0.status == 400 }.map { call in
                let sent = call.request.fields.keys.filter { !usual.contains($0) }.sorted().joined(separator: ", ")
                return call.finding(
                    "a call was answered 400; it had " + (sent.isEmpty ? "no parameters" : sent),
                    expected: "the required parameters of this call")
            })
    }

    /// A 401 is answered with a new access token, not with the old one again (service-protocol.md 2.4, 3).
    static let renewedAccessTokens = ClientRule(
        id: "renewed-access-tokens", title: "An access token that was refused is not sent again"
    ) { exchanges in
        // A session that is not there yet is 401, too, and is asked for again.
        let calls = exchanges.all.filter { $0.credentials != nil && ![.session, .poll].contains($0.request.purpose) }
        var refused: Set<String> = []
        var findings: [Finding] = []
        for call in calls {
            guard let credentials = call.credentials else { continue }
            if refused.contains(credentials) {
                findings.append(
                    call.finding(
                        "the access token had been answered with 401 before",
                        expected: "a new access token, or a registration anew, after 401"))
            }
            if call.status == 401 { refused.insert(credentials) }
        }
        return Judgement(wasExercised: !calls.isEmpty, findings: findings)
    }

    /// A client that was told 429 waits a second (service-protocol.md 0.5.4).
    static let patience = ClientRule(
        id: "patience", title: "After 429 a client waits a second before it asks again"
    ) { exchanges in
        var told: [String: MonotonicTime] = [:]
        var findings: [Finding] = []
        for call in exchanges.all where call.isServiceCall {
            let client = call.field("x-forwarded-for") ?? ""
            if let time = told[client], call.time - time < .seconds(1) {
                findings.append(
                    call.finding(
                        "asked \(Int((call.time - time).milliseconds)) ms after it had been told to slow down",
                        expected: "one second without a request after 429"))
            }
            if call.status == 429 { told[client] = call.time }
        }
        return Judgement(wasExercised: !told.isEmpty, findings: findings)
    }
}
