import AccessEnablerAPI
import Evidence

extension Invariant {
    /// A setRequestor is answered once (AE-REQ-010).
    static let requestorCompletesOnce = Invariant(
        id: "requestor-completes-once", title: "Each setRequestor is answered by at most one setRequestorComplete:",
        statements: ["AE-REQ-010"]
    ) { trace in
        trace.parts.flatMap { positions -> [Finding] in
            var unanswered = 0
            return positions.compactMap { position -> Finding? in
                switch trace.observations[position].event {
                case .call(_, let message) where message.selector.beginsConfiguration:
                    unanswered += 1
                    return nil
                case .callback(let callback) where callback.message.selector == .setRequestorComplete:
                    unanswered -= 1
                    guard unanswered < 0 else { return nil }
                    unanswered = 0
                    return trace.finding(
                        ["AE-REQ-010"], at: position,
                        "setRequestorComplete: came more often than setRequestor was called",
                        expected: "one setRequestorComplete: for each setRequestor")
                default:
                    return nil
                }
            }
        }
    }
}
