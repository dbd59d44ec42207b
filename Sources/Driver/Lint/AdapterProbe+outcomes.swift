internal import AdapterProtocol
internal import Documents

extension AdapterProbe.Outcome {
    /// Kept if the answer is a result.
    static func result(_ answer: JSON?) -> Self {
        guard let answer else { return .broken("no answer") }
        return answer["result"] == nil ? .broken(text(of: answer)) : .kept
    }

    /// Kept if the answer is one of those errors.
    static func error(_ answer: JSON?, _ codes: ErrorNumber...) -> Self {
        guard let answer else { return .broken("no answer") }
        let code = answer["error"]?["code"]
        return codes.contains { .int($0.rawValue) == code } ? .kept : .broken(text(of: answer))
    }

    /// The first that is not kept; kept where all are.
    static func all(_ outcomes: Self...) -> Self {
        outcomes.first { $0 != .kept } ?? .kept
    }

    static func isTrue(_ condition: Bool, otherwise seen: @autoclosure () -> String) -> Self {
        condition ? .kept : .broken(seen())
    }

    static func text(of message: JSON) -> String { Conversation.quote(message.compact) }
}

extension LintRig {
    /// Whether the adapter goes on after what the probe did to it.
    func goesOn(within limit: Duration? = nil) async -> AdapterProbe.Outcome {
        await ask("ping", within: limit)?["result"] != nil ? .kept : .broken("a ping afterwards was not answered")
    }

    /// The first answer that has no id.
    func answerWithoutID() async -> JSON? {
        await find { messages in messages.first { $0["method"] == nil && ($0["id"]?.isNull ?? true) } }
    }

    /// The first callback of the session, at or after the message at `start`.
    func callback(of session: String, from start: Int = 0) async -> JSON? {
        await find { messages in
            messages.dropFirst(start).first {
                $0["method"]?.string == "session/event" && $0["params"]?["session"]?.string == session
            }
        }
    }
}
