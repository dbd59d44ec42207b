import Glibc
import POSIX
import Synchronization

/// What happens when the user presses Ctrl-C, or the system asks the tool to end.
///
/// The first time whoever listens is told; the second time the process ends at once.
final class Interrupt: Sendable {
    private struct State {
        var arrivals = 0
        var listener: (@Sendable () -> Void)?
    }

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

    var hasCome: Bool { state.withLock { $0.arrivals > 0 } }

    /// Calls `listener` once an interrupt comes, at once if it has come already.
    func listen(_ listener: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.listener = state.arrivals == 0 ? listener : nil
            return state.arrivals > 0
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
        guard !hasCome else { _exit(128 + signal.number) }
        take()?()
    }

    /// Counts an arrival; whoever is to be told of it is told once.
    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.arrivals += 1
            defer { state.listener = nil }
            return state.listener
        }
    }
}
