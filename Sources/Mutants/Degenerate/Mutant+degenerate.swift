internal import AccessEnablerAPI

/// Ports that pass no case of a suite that tests anything.
extension Mutant {
    static let degenerate: [Mutant] = [
        port("silent", "answers no call") { _ in [] },
        port("always-error", "answers every call with its failure", answer: CallAnswers.failure),
        port("always-success", "answers every call with its success", answer: CallAnswers.success),
        port("echo", "answers every call with all it could be answered with") {
            CallAnswers.success($0) + CallAnswers.failure($0)
        },
        Mutant(id: "crash-on-call", title: "ends its process at the first call", cites: [], kind: .crashing) { _, _ in
            DegeneratePort("crash-on-call") { call in
                preconditionFailure("\(call.selector) was called")
            }
        },
    ]

    private static func port(
        _ id: String, _ title: String, answer: @escaping @Sendable (Message) -> [Message]
    ) -> Mutant {
        Mutant(id: id, title: title, cites: [], kind: .degenerate) { _, _ in DegeneratePort(id, answer: answer) }
    }
}
