import Glibc
import POSIX
import Synchronization
import Timing

/// What happens when the user presses Ctrl-C, or the system asks the tool to end.
///
/// The first time whoever listens is told; a second time, later, the process ends at once.
final class Interrupt: Sendable {
    private struct State {
        var firstArrival: MonotonicTime?
        var listener: (@Sendable () -> Void)?
    }

    /// Whoever starts us may pass on a signal that the terminal has given us already: that is one interrupt.
    private static let echo = Duration.seconds(1)

    private let state = Mutex(State())

    init() throws(ToolError) {
        do throws(SystemError) {
            for signal in [Signal.interrupt, .terminate] {
                try SignalTrap.handle(signal) { [self] in arrive(signal) }
            }
        } catch {
            throw .broken("\(error)")
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
        take()?()
    }

    /// Waits for an interrupt.
    func wait() async {
        await withCheckedContinuation { continuation in
            listen { continuation.resume() }
        }
    }

    private func arrive(_ signal: Signal) {
        if let first = state.withLock({ $0.firstArrival }), MonotonicTime.now() - first > Self.echo {
            _exit(128 + signal.number)
        }
        take()?()
    }

    /// Notes an arrival; whoever is to be told of it is told once.
    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.firstArrival = state.firstArrival ?? .now()
            defer { state.listener = nil }
            return state.listener
        }
    }
}
