import Dispatch
package import Measurement
import POSIX
import Synchronization
import Timing

/// A thread that only sleeps, and notes how much longer than it meant to it was kept: what the machine adds by itself.
package final class HiccupMeter: Sendable {
    private struct State {
        var histogram = Histogram()
        /// Since it was last asked for.
        var worst = Duration.zero
        var isOver = false
    }

    private let state = Mutex(State())
    private let never = DispatchSemaphore(value: 0)
    /// Waking a thread is no small thing: every millisecond it took a fifteenth of a busy generator's processor time.
    private static let nap = 5

    package init() {
        startThread(for: "the meter of stalls") { [self] in
            while !state.withLock({ $0.isOver }) {
                let begin = MonotonicTime.now()
                _ = never.wait(timeout: .now() + .milliseconds(Self.nap))
                let extra = MonotonicTime.now() - begin - .milliseconds(Self.nap)
                state.withLock { state in
                    state.histogram.record(max(0, extra.wholeNanoseconds))
                    state.worst = max(state.worst, extra)
                }
            }
        }
    }

    /// The longest wait since the last call.
    package func takeWorst() -> Duration {
        state.withLock { exchange(&$0.worst, with: .zero) }
    }

    /// Ends it, and gives what it has noted.
    package func end() -> Histogram {
        state.withLock { state in
            state.isOver = true
            return state.histogram
        }
    }
}
