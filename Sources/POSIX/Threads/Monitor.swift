internal import Synchronization

/// A state shared by threads that may wait for it to change; for threads of ours only, because waiting blocks.
package final class Monitor<State: Sendable>: Sendable {
    private let state: Mutex<State>
    private let changes = ConditionVariable()

    package init(_ state: State) {
        self.state = Mutex(state)
    }

    /// Changes the state and lets the waiting threads look again.
    package func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let result = state.withLock { body(&$0) }
        changes.ring()
        return result
    }

    /// Waits until `attempt` gives something, looking again after every change.
    package func wait<Result: Sendable>(for attempt: (inout State) -> Result?) -> Result {
        changes.wait { state.withLock { attempt(&$0) } }
    }
}
