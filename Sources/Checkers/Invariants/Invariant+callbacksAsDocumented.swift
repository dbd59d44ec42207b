import AccessEnablerAPI
import Evidence
import Specification

extension Invariant {
    /// Each callback, by itself, is as the tables of the API have it.
    ///
    /// It is documented, has its parameters with their types and values, follows from a call that leads to it, has a code
    /// that goes with its status, and lays out its array or dictionary as documented.
    static let callbacksAsDocumented = Invariant(
        id: "callbacks-as-documented",
        title: "Every callback is documented, can follow from what was called, and has its documented content",
        statements: [
            "AE-STAT-001", "AE-STAT-002", "AE-STAT-004", "AE-STAT-005", "AE-STAT-008", "AE-TOK-001", "AE-TOK-003",
            "AE-TOK-004", "AE-FAIL-001", "AE-FAIL-004", "AE-FAIL-006", "AE-DPD-001", "AE-DPD-003", "AE-DPD-004",
            "AE-MVPD-001", "AE-MVPD-002", "AE-TRK-001", "AE-TRK-003", "AE-TRK-007", "AE-TRK-008", "AE-TRK-009",
            "AE-TRK-010", "AE-TRK-011", "AE-TRK-012", "AE-TRK-014", "AE-TRK-016", "AE-TRK-017", "AE-EST-002",
            "AE-EST-003",
        ]
    ) { trace in
        let judge = APIJudge(trace.api, platform: trace.header.platform, version: trace.header.version)
        return trace.parts.flatMap { positions -> [Finding] in
            var operations: Set<String> = ["init"]
            return positions.flatMap { position -> [Finding] in
                switch trace.observations[position].event {
                case .call(_, let message):
                    if let operation = trace.api.operation(of: message.selector) { operations.insert(operation.name) }
                    return []
                case .callback(let callback):
                    let documented = trace.api.callback(callback.message.selector)
                    return judge.mistakes(in: callback.message, after: operations).map { mistake in
                        var finding = trace.finding(
                            trace.rules.weights.carrying(mistake.statements), at: position, mistake.message,
                            expected: documented.map { "what the documents say of \($0.selector.rawValue)" }
                                ?? "a callback of EntitlementDelegate or EntitlementStatus")
                        if mistake.basis != .seed { finding.weight = mistake.basis.weight }
                        return finding
                    }
                default:
                    return []
                }
            }
        }
    }
}
