import AccessEnablerAPI
import Evidence

extension Invariant {
    /// A setRequestor is answered once (AE-REQ-010).
    static let requestorCompletesOnce = answeredOnce(
        id: "requestor-completes-once", title: "Each setRequestor is answered by at most one setRequestorComplete:",
        statement: "AE-REQ-010", calls: \.beginsConfiguration, answers: [.setRequestorComplete],
        "setRequestorComplete: came more often than setRequestor was called",
        expected: "one setRequestorComplete: for each setRequestor")

    /// So is a preauthorize, in one of two ways (AE-PRE-018).
    static let preauthorizeAnswersOnce = answeredOnce(
        id: "preauthorize-answers-once", title: "Each preauthorize is answered by onResponse or by onFailure, once",
        statement: "AE-PRE-018", calls: { $0 == .preauthorize }, answers: [.onResponse, .onFailure],
        "preauthorize was answered more often than it was called",
        expected: "one onResponse: or one onFailure: for each preauthorize")

    private static func answeredOnce(
        id: String, title: String, statement: String, calls isCall: @escaping @Sendable (Selector) -> Bool,
        answers: Set<Selector>, _ message: String, expected: String
    ) -> Invariant {
        Invariant(id: id, title: title, statements: [statement]) { trace in
            trace.findings(from: 0) { unanswered, position, event in
                switch event {
                case .call(_, let message) where isCall(message.selector): unanswered += 1
                case .callback(let callback) where answers.contains(callback.message.selector): unanswered -= 1
                default: break
                }
                guard unanswered < 0 else { return nil }
                unanswered = 0
                return trace.finding([statement], at: position, message, expected: expected)
            }
        }
    }
}
