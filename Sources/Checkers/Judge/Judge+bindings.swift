package import Evidence
package import Specification

extension Judge {
    /// To which provider each MVPD went first after the last configuration phase, by the contract's names.
    package func bindings(
        in testCase: Case, observations: [Observation], header: RunHeader
    ) -> [String: String] {
        let testCase = testCase.fitted(to: header)
        let trace = CaseTrace(testCase, observations.inOrder, header, rules: rules)
        let firsts = Routes.all(in: trace).last?.firsts ?? []
        return Dictionary(firsts.map { (trace.named($0.mvpd), $0.provider) }) { first, _ in first }
    }
}
