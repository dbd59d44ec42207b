import Synchronization

/// Waits out a duration; throws when the task is cancelled.
package typealias Sleep = @Sendable (Duration) async throws -> Void

/// Waits on the machine's clock.
package let sleepOnContinuousClock: Sleep = { duration in
    try await ContinuousClock().sleep(for: duration)
}

/// A result that is waited for and that several may give; the first given counts.
package final class FirstResult<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited([CheckedContinuation<Value, Never>])
        case given(Value)
    }

    private let state = Mutex(State.open)

    package init() {}

    /// False where a result had been given before.
    @discardableResult
    package func give(_ value: Value) -> Bool {
        let waiters = state.withLock { state -> [CheckedContinuation<Value, Never>]? in
            switch state {
            case .given:
                return nil
            case .open:
                state = .given(value)
                return []
            case .awaited(let waiters):
                state = .given(value)
                return waiters
            }
        }
        for waiter in waiters ?? [] { waiter.resume(returning: value) }
        return waiters != nil
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

    /// Waits for the first result.
    package func value() async -> Value {
        await withCheckedContinuation { continuation in
            let given = state.withLock { state -> Value? in
                switch state {
                case .given(let value):
                    return value
                case .open:
                    state = .awaited([continuation])
                case .awaited(let waiters):
                    state = .awaited(waiters + [continuation])
                }
                return nil
            }
            if let given { continuation.resume(returning: given) }
        }
    }
}
