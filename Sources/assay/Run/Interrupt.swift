import Glibc
import POSIX
import Synchronization
import Timing

/// What happens when the user presses Ctrl-C or closes the terminal, or the system asks the tool to end.
///
/// The first time all who listen are told; once more than it takes, the process ends at once.
final class Interrupt: Sendable {
    private struct State {
        var firstArrival: MonotonicTime?
        /// The last one that counts, and how many have.
        var lastArrival: MonotonicTime?
        var arrivals = 0
        /// By their numbers; each is told once.
        var listeners: [Int: @Sendable () -> Void] = [:]
        var nextListener = 0
    }

    /// Whoever starts us may pass on a signal that the terminal has given us already: that is one interrupt.
    private static let echo = Duration.seconds(1)

    private let state = Mutex(State())
    private let tolerated: Int

    /// - Parameter tolerated: how many interrupts a run may take to end in good order.
    init(tolerated: Int = 1) throws(ToolError) {
        self.tolerated = tolerated
        try saying {
            for signal in [Signal.interrupt, .terminate, .hangup] where !SignalTrap.isIgnored(signal) {
                try SignalTrap.handle(signal) { [self] in arrive(signal) }
            }
        }
    }

    var hasCome: Bool { state.withLock { $0.firstArrival != nil } }

    /// Calls `listener` once an interrupt comes, at once if it has come already; gives the number to `forget` it by.
    @discardableResult
    func listen(_ listener: @escaping @Sendable () -> Void) -> Int {
        let (number, isLate) = state.withLock { state in
            state.nextListener += 1
            if state.firstArrival == nil { state.listeners[state.nextListener] = listener }
            return (state.nextListener, state.firstArrival != nil)
        }
        if isLate { listener() }
        return number
    }

    func forget(_ listener: Int) { state.withLock { $0.listeners[listener] = nil } }

    /// What the work comes to, in a task that an interrupt cancels.
    func cancelling<Value: Sendable>(_ work: sending @escaping @isolated(any) () async -> Value) async -> Value {
        let task = Task(operation: work)
        let listener = listen { task.cancel() }
        defer { forget(listener) }
        return await task.value
    }

    /// Acts as if an interrupt had come; one that has come already is not followed by another.
    func requestStop() { tell(counting: true) }

    func wait() async {
        await withCheckedContinuation { continuation in
            listen { continuation.resume() }
        }
    }

    private func arrive(_ signal: Signal) {
        if isTooMuch(at: .now()) {
            LivingGroups.shared.killAll()
            _exit(128 + signal.number)
        }
        tell()
    }

    /// Counts an interrupt; whether it is one more than a run may take.
    func isTooMuch(at now: MonotonicTime) -> Bool {
        state.withLock { state in
            if let last = state.lastArrival ?? state.firstArrival, now - last <= Self.echo { return false }
            state.lastArrival = now
            state.arrivals += 1
            return state.arrivals > tolerated
        }
    }

    /// Notes that one has come, and tells all who have not been told.
    private func tell(counting: Bool = false) {
        let listeners = state.withLock { state in
            if counting, state.firstArrival == nil { state.arrivals += 1 }
            state.firstArrival = state.firstArrival ?? .now()
            return exchange(&state.listeners, with: [:])
        }
        for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) { listener() }
    }
}
