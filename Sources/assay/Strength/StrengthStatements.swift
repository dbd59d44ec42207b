import Evidence
import Specification

/// The statements that bind a port as any of what it is run as (MUST).
struct StrengthStatements {
    /// Those that something can decide.
    let testable: [String]
    /// The others, with the reason why nothing can.
    let untestable: [String: String]

    init(_ register: Register) {
        let binding = register.statements.filter { statement in
            statement.level == .must && statement.subject == .sdk && statement.strictness != .info
                && StrengthLegs.all.contains { statement.applies(to: $0.platform, $0.version) }
        }.map(\.id)
        var reasons: [String: String] = [:]
        for entry in register.untestable {
            for id in entry.statements where binding.contains(id) { reasons[id] = entry.reason }
        }
        untestable = reasons
        testable = binding.filter { reasons[$0] == nil }
    }
}
