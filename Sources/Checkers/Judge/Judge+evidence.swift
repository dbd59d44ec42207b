import AccessEnablerAPI
package import Evidence
package import Specification

extension Judge {
    /// Whether round trips told the truth in a session, where the session shows it.
    ///
    /// A port that reports that it is complete after the last reply has taken that reply in. Had the round trips come
    /// back before the report, they would have said so too early. That is asked of the order in which the two came, and
    /// not of clocks; a report that tarries counts against the evidence, never against the port. nil where the port has a
    /// tap, or the session has no such last reply.
    package func isEvidenceSound(in testCase: Case, observations: [Observation], header: RunHeader) -> Bool? {
        guard !header.features.contains(.httpTap) else { return nil }
        let testCase = testCase.fitted(to: header)
        let trace = CaseTrace(testCase, observations.inOrder, header, rules: rules)
        guard trace.gatesConfiguration, trace.failure == nil else { return nil }
        for routes in Routes.all(in: trace) where !routes.phase.overlaps {
            let answered = routes.phase.exchanges.compactMap { exchange in
                exchange.reply.map { (exchange, $0.lastByte) }
            }
            guard let (last, left) = answered.max(by: { $0.1 < $1.1 }),
                let completion = routes.phase.completions.first, trace.observations[completion].time > left,
                let bound = TakenBounds(trace, routes).roundTrips(of: last)
            else { continue }
            return trace.sequence(completion) < bound.observation
        }
        return nil
    }
}
