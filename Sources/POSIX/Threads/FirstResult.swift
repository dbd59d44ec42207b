internal import Synchronization

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

    /// What has been given so far.
    package var given: Value? {
        if case .given(let value) = state.withLock({ $0 }) { value } else { nil }
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
