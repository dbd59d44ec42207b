package import Evidence

/// A failure that exploring found, as small as it could be made.
package struct Explored: Sendable {
    package var choices: Choices
    package var scenario: Scenario
    package var verdict: Verdict
    /// With what was seen; its content decides its id.
    package var contract: Exploration.Trial

    /// Whether the documents forbid what was seen; otherwise they advise against it.
    package var isFailure: Bool { verdict.outcome != .warn }
}

/// Scenarios that nothing could be said of, for one reason.
package struct Undecided: Sendable {
    package internal(set) var count = 0
    /// The first of them, with what was seen.
    package let contract: Exploration.Trial
}

/// What a failure is of, so that the same is told once.
struct Cause: Sendable, Hashable {
    let outcome: Outcome
    private let check: String?
    private let statements: [String]
    /// The call after which it was seen, and whether it is that something did not come.
    private let call: String?
    private let isSilence: Bool

    /// nil where the verdict is on nothing that the port did, or on what it should do and nobody asks for that.
    init?(_ verdict: Verdict, isAdvised: Bool) {
        switch verdict.outcome {
        case .fail, .crash: break
        case .warn: guard isAdvised else { return nil }
        default: return nil
        }
        // What fails is told apart by what must not be, whatever is advised against beside it.
        let violated = verdict.findings.filter { $0.standing == .violated }
        let finding = violated.first { verdict.outcome == .warn || $0.weight?.level != .should } ?? violated.first
        outcome = verdict.outcome
        check = finding?.check
        statements = finding?.statements ?? []
        call = finding?.symptom?.call
        isSilence = finding?.symptom?.kind == .missing
    }

    /// Whether it may be the same seen from another side: what is made smaller may show it sooner.
    ///
    /// That two runs differ is never the same as what one of them shows.
    func isLike(_ other: Cause) -> Bool {
        guard outcome == other.outcome, (check == Finding.alike) == (other.check == Finding.alike) else { return false }
        return check != nil && check == other.check && check != Finding.alike || statements == other.statements
            || !Set(statements).isDisjoint(with: other.statements)
    }

    /// Whether it is told once: one bug has many faces, but another call or that something is missing makes it another.
    func isSame(as other: Cause) -> Bool { isLike(other) && call == other.call && isSilence == other.isSilence }
}
