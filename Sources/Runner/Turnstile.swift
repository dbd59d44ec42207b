import Synchronization

/// Lets so many in at once; others wait, and enter in the order in which they came.
///
/// Safe from any thread.
package final class Turnstile: Sendable {
    private struct State {
        var room: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    package init(room: Int) { state = Mutex(State(room: room)) }

    package func enter() async {
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                guard state.room == 0 else {
                    state.room -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    package func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.room += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
