import Evidence

/// A rule that every trace of every case must keep.
struct Invariant: Sendable {
    let id: String
    let title: String
    /// The statements the rule stands for.
    let statements: [String]
    let findings: @Sendable (CaseTrace) -> [Finding]

    /// In the order of reports.
    static let all: [Invariant] = []
}
