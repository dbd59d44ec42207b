package import Runner
import Synchronization

/// Gates before service providers of somebody else's: each instance has gates of its own, and waits until there is room for
/// one more session.
///
/// Safe from any thread.
package final class LoadGates: Sendable {
    private struct State {
        var room: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let gated: GatedProviders
    private let state: Mutex<State>

    /// - Parameter sessions: how many there may be at once.
    package init(_ gated: GatedProviders, sessions: Int) {
        self.gated = gated
        state = Mutex(State(room: sessions))
    }

    func enter() async -> ProviderPlace {
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
        return gated.enter()
    }

    func leave(_ place: ProviderPlace) {
        gated.leave(place)
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
