import Mutants
import Driver
import Evidence
import Specification
import Synchronization
import Testing

@testable import Checkers

extension WholeRunsThatWait {
    /// The rules that every trace is held against, and mutants that break them.
    @Suite struct RuleMutantTests {
        /// Each rule that every trace is held against is broken by a mutant, whatever the case's own contract says of it.
        @Test(arguments: [
            ("callbacks-as-documented", "tracking-success-is-text", "check-tracking"),
            ("provider-not-selected", "not-selected-without-cancel", "check-authentication-without-token"),
            ("requestor-completes-once", "completes-twice", "configuration-success"),
            ("preauthorize-answers-once", "preauthorize-both", "preauthorize-decisions"),
            ("nothing-before-configuration", "sends-before-configuration", "calls-before-configuration"),
            ("routing", "binding-not-sticky", "sticky-login"),
            ("one-navigation", "both-navigations", "login-url"),
            ("resource-echo", "token-for-another-resource", "authorization-granted"),
            ("fresh-media-tokens", "media-token-is-cached", "authorization-cached"),
            ("sound-tokens", "authorization-token-exposed", "authorization-granted"),
            ("sound-tokens", "another-device-authorizes", "device-is-sent"),
            ("calls-return", "blocks-the-caller", "calls-do-not-block"),
            // Of many sessions at once.
            ("no-crosstalk", "requestor-is-shared", "selection"),
            ("silence-after-close", "talks-after-the-end", "selection"),
        ])
        func aRuleOnEveryTraceIsBrokenByItsMutant(rule: String, id: String, cases name: String) async throws {
            let bench = try Workbench()
            let mutant = try #require(Mutant.named(id))
            let cases = bench.cases { $0.contractID == name || $0.area == name }
            try #require(!cases.isEmpty)
            // Which of many sessions overlap is chance.
            var statements: Set<String>?
            for _ in 0..<4 where statements == nil {
                statements = try await broken(rule, by: mutant, cases, bench)
            }
            let found = try #require(statements, "the rule is not broken")
            #expect(mutant.checks.contains(rule) || mutant.cites.contains { found.contains($0) }, "\(found)")
        }

        /// What the findings cite, where the rule is broken in any of the cases.
        private func broken(
            _ rule: String, by mutant: Mutant, _ cases: [Case], _ bench: Workbench
        ) async throws -> Set<String>? {
            let seen = Mutex<[Observation]>([])
            _ = try await bench.run(
                cases, deadline: .seconds(1), callDeadline: .milliseconds(300), looks: 0,
                observe: { observation in seen.withLock { $0.append(observation) } }
            ) { recorder in
                InProcessImplementation(port: try mutant.port(), recorder: recorder)
            }
            let trace = Trace(seen.withLock { $0 })
            let header = try #require(trace.header)
            let observations = trace.cases
            var statements: Set<String>?
            for testCase in cases {
                let broken = bench.judge.broken(in: observations[testCase.id] ?? [], of: testCase, header: header)
                if let found = broken[rule] { statements = (statements ?? []).union(found) }
            }
            return statements
        }
    }
}

extension Judge {
    /// Which of the rules for every trace a case's trace breaks, and the statements that the findings cite.
    fileprivate func broken(
        in observations: [Observation], of testCase: Case, header: RunHeader
    ) -> [String: Set<String>] {
        let trace = CaseTrace(testCase, observations, header, rules: rules)
        return Invariant.all(for: header).reduce(into: [:]) { broken, invariant in
            let findings = invariant.findings(trace)
            if !findings.isEmpty { broken[invariant.id] = Set(findings.flatMap(\.statements)) }
        }
    }
}
