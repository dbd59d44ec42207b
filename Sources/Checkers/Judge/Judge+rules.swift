package import Evidence
package import Specification

extension Judge {
    /// The ids of the rules that every trace is held against, by the statements they stand for.
    package static var rulesByStatement: [String: [String]] {
        Invariant.all.reduce(into: [:]) { rules, invariant in
            for statement in invariant.statements { rules[statement, default: []].append(invariant.id) }
        }
    }

    /// The ids of the rules that every trace is held against.
    package static var ruleIDs: [String] { Invariant.all.map(\.id) }

    /// Which of these rules a case's trace breaks, and the statements that the findings cite.
    package func brokenRules(
        in observations: [Observation], of testCase: Case, header: RunHeader
    ) -> [String: Set<String>] {
        let trace = CaseTrace(testCase, observations, header, rules: rules)
        return Invariant.all(for: header).reduce(into: [:]) { broken, invariant in
            let findings = invariant.findings(trace)
            if !findings.isEmpty { broken[invariant.id] = Set(findings.flatMap(\.statements)) }
        }
    }
}
