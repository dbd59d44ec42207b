import Synchronization

/// Waits out a duration; throws when the task is cancelled.
package typealias Sleep = @Sendable (Duration) async throws -> Void

/// Waits on the machine's clock.
package let sleepOnContinuousClock: Sleep = { duration in
    try await ContinuousClock().sleep(for: duration)
}

/// A result that one waits for and several may give; the first given counts.
final class FirstResult<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case given(Value)
    }

    private let state = Mutex(State.open)

    /// False where a result had been given before.
    @discardableResult
    func give(_ value: Value) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
            switch state {
            case .given:
                return (false, nil)
            case .open:
                state = .given(value)
                return (true, nil)
            case .awaited(let waiter):
                state = .given(value)
                return (true, waiter)
            }
        }
        waiter?.resume(returning: value)
        return isFirst
    }

    /// The first result; `fallback` where none was given within the deadline, which then is the result.
    func value(within deadline: Duration, otherwise fallback: Value, sleep: @escaping Sleep) async -> Value {
        if case .given(let value) = state.withLock({ $0 }) { return value }
        let timer = Task { [self] in
            do { try await sleep(deadline) } catch { return }
            give(fallback)
        }
        defer { timer.cancel() }
        return await value()
    }

    /// Waits for the first result; at most one may wait.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let given = state.withLock { state -> Value? in
                switch state {
                case .given(let value):
                    return value
                case .open:
                    state = .awaited(continuation)
                    return nil
                case .awaited:
                    preconditionFailure("two wait for one result")
                }
            }
            if let given { continuation.resume(returning: given) }
        }
    }
}
