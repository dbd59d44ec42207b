internal import POSIX
internal import Synchronization

/// The one world, for all threads that change it, and for those that wait for a change.
///
/// Not generic, so that a change costs one uncontended lock and no search for where the state is.
final class SharedWorld: Sendable {
    private let world: Mutex<World>
    private let changes = ConditionVariable()

    init(_ world: World) {
        self.world = Mutex(world)
    }

    /// Changes the world and lets the waiting threads look again.
    func change<Result: Sendable>(_ body: (inout World) -> Result) -> Result {
        let result = world.withLock { body(&$0) }
        changes.ring()
        return result
    }

    /// Waits until `attempt` gives something, looking again after every change; blocks the thread.
    func wait<Result: Sendable>(for attempt: (inout World) -> Result?) -> Result {
        changes.wait { world.withLock { attempt(&$0) } }
    }
}
