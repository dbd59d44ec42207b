import Evidence
import Specification

/// The lists that the authors of a port keep of it: what is known to fail, and what it does not have.
struct PortLists: Sendable {
    var expected: ExpectedFailures?
    var capabilities: Capabilities?
    private let cases: [String: Case]

    init(of cases: [Case] = []) {
        self.cases = Dictionary(cases.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The verdict as who knows the lists takes it.
    func applied(to verdict: Verdict, _ header: RunHeader) -> Verdict {
        let verdict = expected?.applied(to: verdict) ?? verdict
        return capabilities?.applied(to: verdict, of: cases[verdict.caseID], header) ?? verdict
    }
}
