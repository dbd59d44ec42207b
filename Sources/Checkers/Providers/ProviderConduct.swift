package import Evidence

/// Judges service providers by what they answered, whoever asked.
///
/// Every rule gives one verdict; where nothing was answered that it speaks of, it is not applicable.
package enum ProviderConduct {
    /// What the verdicts belong to in reports.
    package static let area = "providers"

    /// Findings that a verdict tells, at the most.
    private static let maxFindings = 20

    package static func verdicts(on observations: [Observation]) -> [Verdict] {
        let answers = ProviderAnswer.all(in: observations)
        return ProviderRule.all.map { rule in
            var wasExercised = false
            var findings: [Finding] = []
            for answer in answers {
                guard let complaints = rule.review(answer) else { continue }
                wasExercised = true
                guard findings.count < maxFindings else { continue }
                findings += complaints.prefix(maxFindings).map { answer.finding($0, rule) }
            }
            return Verdict(
                caseID: "providers/\(rule.id)", contractID: "providers/\(rule.id)", title: rule.title, area: area,
                outcome: findings.isEmpty ? wasExercised ? .pass : .notApplicable : .fail, statements: rule.statements,
                findings: findings, sessions: [.none])
        }
    }

    /// How much was judged, and what could not be.
    package static func summary(of observations: [Observation]) -> String {
        let answers = ProviderAnswer.all(in: observations)
        let exchanges = ClientExchanges(observations).all
        let providers = Set(answers.map(\.provider)).sorted().joined(separator: ", ")
        let faulty = exchanges.count(where: \.isFaulty)
        var text = "\(answers.count) answers to documented calls were judged"
        if !providers.isEmpty { text += ", of \(providers)" }
        if faulty > 0 { text += "; \(faulty) that were broken on request were left out" }
        let unseen = answers.count { $0.content == nil }
        if unseen > 0 {
            text += "; of \(unseen) the trace has no body, so that only status and tokens were judged"
        }
        return text
    }
}
