import AccessEnablerAPI
import Evidence
import Specification

/// Answers that are told once more, word for word, although no call is left that they could answer.
///
/// That a port tells them again may break a statement; but a second answer is not the answer to the next call, and who
/// waits for that passes it over. Where it is not sure that no call is left, an answer is none of these; so it is with calls
/// under way at once, of which one may have been answered twice and another not yet.
struct RepeatedAnswers {
    /// The sequence numbers of their callbacks.
    private(set) var passed: Set<Int> = []

    /// What a session has heard by one selector, and what it still has a right to hear.
    private struct Heard {
        var last: Message?
        var due = 0
        /// Whether several calls were under way at once since nothing was due.
        var overlaps = false
        /// The calls since the last answer.
        var calls: Set<Selector> = []
    }

    init(in observations: some Sequence<Observation>, _ api: APITable) {
        var heard: [Selector: Heard] = [:]
        for observation in observations {
            switch observation.event {
            case .sessionOpened: heard = [:]
            case .call(_, let call):
                guard let operation = api.operation(of: call.selector) else { continue }
                for trigger in operation.callbacks {
                    var answer = heard[trigger.callback, default: Heard()]
                    let isFurther = answer.due == 0 || answer.calls.contains(call.selector)
                    if answer.due == 0 { answer.overlaps = false }
                    if !operation.continuesFlows || isFurther { answer.due += 1 }
                    if answer.due > 1 { answer.overlaps = true }
                    answer.calls.insert(call.selector)
                    heard[trigger.callback] = answer
                }
            case .callback(let callback):
                let selector = callback.message.selector
                guard api.isAnswer(selector) else { continue }
                let answer = heard[selector, default: Heard()]
                if answer.due == 0, !answer.overlaps, answer.last == callback.message {
                    passed.insert(observation.sequence)
                }
                heard[selector] = Heard(
                    last: callback.message, due: max(0, answer.due - 1), overlaps: answer.overlaps)
            default: continue
            }
        }
    }
}

extension APITable {
    /// Whether a statement says of a callback that it comes but once for a call.
    fileprivate func isAnswer(_ callback: Selector) -> Bool {
        operations.contains { $0.callbacks.contains { $0.callback == callback && !$0.once.isEmpty } }
    }
}

extension APIOperation {
    /// Whether its answer is that of the call which began the flow.
    fileprivate var continuesFlows: Bool {
        ["setSelectedProvider", "handleExternalURL", "getAuthenticationToken"].contains(name)
    }
}
