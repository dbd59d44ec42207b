package import Evidence
import ServiceProtocol

/// Judges the clients of the services by the exchange alone, where no contract was asked of anybody.
///
/// Every rule gives one verdict; where nothing happened that it speaks of, it is not applicable.
package enum ClientConduct {
    /// What the verdicts belong to in reports.
    package static let area = "clients"

    package static func verdicts(on observations: [Observation]) -> [Verdict] {
        let exchanges = ClientExchanges(observations)
        return ClientRule.all.map { rule in
            let judgement = rule.judge(exchanges)
            let outcome: Outcome =
                judgement.findings.isEmpty ? judgement.wasExercised ? .pass : .notApplicable : .fail
            return Verdict(
                caseID: "clients/\(rule.id)", contractID: "clients/\(rule.id)", title: rule.title, area: area,
                outcome: outcome, statements: [], findings: Array(judgement.findings.prefix(20)), sessions: [.none])
        }
    }

    /// How much was judged.
    package static func summary(of observations: [Observation]) -> String {
        let exchanges = ClientExchanges(observations)
        let calls = exchanges.all.count { $0.request.purpose.isService }
        let faulty = exchanges.all.count(where: \.isFaulty)
        let broken = faulty == 0 ? "" : "; \(faulty) that the service broke on request were left out"
        return "\(exchanges.all.count) requests were judged, of them \(calls) calls of the services\(broken)"
    }
}

extension Verdict {
    /// The observations that its findings speak of.
    package func record(in observations: [Observation]) -> [Observation] {
        let places = Set(findings.flatMap(\.observations))
        return observations.filter { places.contains($0.sequence) }
    }
}

/// A rule that clients of the services keep (service-protocol.md).
struct ClientRule: Sendable {
    struct Judgement: Sendable {
        /// Whether anything happened that the rule speaks of.
        var wasExercised: Bool
        var findings: [Finding]
    }

    let id: String
    let title: String
    let judge: @Sendable (ClientExchanges) -> Judgement

    static let all: [ClientRule] = [
        acceptableRequests, knownPaths, completeRequests, renewedAccessTokens, soundTokens, ownTokens,
        authorizedMediaTokens, overAfterLogout, pauseAfter429, unhurriedPolling, livingCodes, completedLogouts,
    ]
}
