import AccessEnablerAPI
import Evidence

extension Invariant {
    /// A call returns, and takes its arguments without complaint.
    static let callsReturn = Invariant(
        id: "calls-return", title: "Every call returns, without an exception", statements: ["AE-Q-009", "AE-Q-001"]
    ) { trace in
        // What the port did before it died is not held against it here, nor a call that could not be made.
        guard trace.endOfPort == nil, trace.failure?.failure.kind != .unsupported else { return [] }
        return trace.parts.flatMap { positions -> [Finding] in
            var open: [Int: Int] = [:]
            var findings: [Finding] = []
            var isClosed = false
            for position in positions {
                switch trace.observations[position].event {
                case .call(let number, _): open[number] = position
                case .callReturned(let number): open[number] = nil
                case .callThrew(let number, let message):
                    guard let call = open.removeValue(forKey: number) else { continue }
                    findings.append(
                        trace.finding(
                            ["AE-Q-001"], at: call, "the call threw or was refused: \(message)",
                            expected: "the call is accepted and answered by callbacks"))
                case .sessionClosed: isClosed = true
                default: break
                }
            }
            guard isClosed else { return findings }
            return findings
                + open.values.sorted().map { call in
                    trace.finding(
                        ["AE-Q-009"], at: call, "the call did not return while the session was open",
                        expected: "a call returns without waiting for the network"
                    ).resting(on: .silence)
                }
        }
    }
}
