import POSIX
import Synchronization
import Timing

/// Says when it is time for each arrival of a schedule, on a thread that does nothing else.
///
/// The kernel wakes it to the microsecond; arrivals that were due meanwhile come at once, each with the time at which it
/// was due, so that a generator that falls behind is seen and not forgiven.
final class Pacer: Sendable {
    private struct State {
        var hasEnded = false
        var isStopped = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let waker: Waker

    /// - Parameters:
    ///   - arrive: called on the pacer's thread with the arrival's number in the whole run and the time it was due; false ends it.
    init(
        _ schedule: SharedSchedule, from start: MonotonicTime, until end: MonotonicTime?,
        arrive: @escaping @Sendable (Int, MonotonicTime) -> Bool
    ) throws(SystemError) {
        let loop = try EventLoop()
        waker = loop.waker
        startThread(for: "the arrivals") { [self] in
            preferPromptTurns()
            var schedule = schedule
            func next() {
                guard !state.withLock({ $0.isStopped }), let arrival = schedule.next() else { return loop.stop() }
                let due = start + arrival.offset
                if let end, due >= end { return loop.stop() }
                loop.schedule(at: due) {
                    guard arrive(arrival.number, due) else { return loop.stop() }
                    next()
                }
            }
            next()
            loop.run(woken: { if self.state.withLock({ $0.isStopped }) { loop.stop() } })
            self.end()
        }
    }

    /// Returns after the last arrival.
    func run() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiter = continuation }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        waker.wake()
    }

    private func end() {
        let waiter = state.withLock { state in
            state.hasEnded = true
            return exchange(&state.waiter, with: nil)
        }
        waiter?.resume()
    }
}
