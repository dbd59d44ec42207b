import Glibc
import POSIX
import Synchronization
import Timing

/// What happens when the user presses Ctrl-C or closes the terminal, or the system asks the tool to end.
///
/// The first time whoever listens is told; once more than it takes, the process ends at once.
final class Interrupt: Sendable {
    private struct State {
        var firstArrival: MonotonicTime?
        /// The last one that counts, and how many have.
        var lastArrival: MonotonicTime?
        var arrivals = 0
        var listener: (@Sendable () -> Void)?
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

    /// Calls `listener` once an interrupt comes, at once if it has come already.
    func listen(_ listener: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.listener = state.firstArrival == nil ? listener : nil
            return state.firstArrival != nil
        }
        if isLate { listener() }
    }

    /// Acts as if an interrupt had come.
    func requestStop() {
        state.withLock { $0.arrivals += 1 }
        take()?()
    }

    /// Waits for an interrupt.
    func wait() async {
        await withCheckedContinuation { continuation in
            listen { continuation.resume() }
        }
    }

    private func arrive(_ signal: Signal) {
        let now = MonotonicTime.now()
        let isEnough = state.withLock { state in
            if let last = state.lastArrival ?? state.firstArrival, now - last <= Self.echo { return false }
            state.lastArrival = now
            state.arrivals += 1
            return state.arrivals > tolerated
        }
        if isEnough {
            LivingGroups.shared.killAll()
            _exit(128 + signal.number)
        }
        take()?()
    }

    /// Notes an arrival; whoever is to be told of it is told once.
    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.firstArrival = state.firstArrival ?? .now()
            return exchange(&state.listener, with: nil)
        }
    }
}
