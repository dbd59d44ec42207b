package import Evidence

/// A failure that exploring found, as small as it could be made.
package struct Explored: Sendable {
    package var choices: Choices
    package var scenario: Scenario
    package var verdict: Verdict
    /// With what was seen; its content decides its id.
    package var contract: Exploration.Trial
}

/// Scenarios that nothing could be said of, for one reason.
package struct Undecided: Sendable {
    package internal(set) var count = 0
    /// The first of them, with what was seen.
    package let contract: Exploration.Trial
}

/// What a failure is of, so that the same is told once.
struct Cause: Sendable, Hashable {
    private let outcome: Outcome
    private let check: String?
    private let statements: [String]

    /// nil where the verdict is on nothing that the port did.
    init?(_ verdict: Verdict) {
        guard verdict.outcome == .fail || verdict.outcome == .crash else { return nil }
        let finding = verdict.findings.first { $0.standing == .violated }
        outcome = verdict.outcome
        check = finding?.check
        statements = finding?.statements ?? []
    }

    /// Whether it may be the same seen from another side: what is made smaller may show it sooner.
    func isLike(_ other: Cause) -> Bool {
        guard outcome == other.outcome else { return false }
        return check != nil && check == other.check || statements == other.statements
            || !Set(statements).isDisjoint(with: other.statements)
    }
}
