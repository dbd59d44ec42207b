import Evidence

/// A rule too deep for patterns, which contracts call by name.
struct NamedCheck: Sendable {
    let name: String
    /// From the case's trace, the check's arguments, and the statements to cite where the rule has none of its own.
    let judge: @Sendable (CaseTrace, [String: [String]], [String]) -> Judgement

    static let all: [NamedCheck] = []

    static func named(_ name: String) -> NamedCheck? {
        all.first { $0.name == name }
    }
}
