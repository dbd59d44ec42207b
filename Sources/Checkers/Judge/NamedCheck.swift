import Evidence

/// A rule too deep for patterns, which contracts call by name.
struct NamedCheck: Sendable {
    let name: String
    /// From the case's trace, the check's arguments, and the statements to cite where the rule has none of its own.
    let judge: @Sendable (CaseTrace, [String: [String]], [String]) -> Judgement

    static let all: [NamedCheck] = [
        NamedCheck(name: "fastest-responder") { trace, _, _ in FastestResponder.judgement(of: trace) },
        NamedCheck(name: "routing") { trace, _, _ in
            Judgement(violations: Routes.all(in: trace).flatMap { $0.violations(in: trace) })
        },
    ]
}
