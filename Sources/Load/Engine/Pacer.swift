import POSIX
import Synchronization
import Timing

/// Says when it is time for each arrival of a schedule, on a thread that does nothing else.
///
/// The kernel wakes it to the microsecond; arrivals that were due meanwhile come at once, each with the time at which it
/// was due, so that a generator that falls behind is seen and not forgiven.
final class Pacer: Sendable {
    private let isStopped = Mutex(false)
    private let ended = FirstResult<Void>()
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
                guard !isStopped.withLock({ $0 }), let arrival = schedule.next() else { return loop.stop() }
                let due = start + arrival.offset
                if let end, due >= end { return loop.stop() }
                loop.schedule(at: due) {
                    guard arrive(arrival.number, due) else { return loop.stop() }
                    next()
                }
            }
            next()
            loop.run(woken: { if self.isStopped.withLock({ $0 }) { loop.stop() } })
            ended.give(())
        }
    }

    /// Returns after the last arrival.
    func run() async { await ended.value() }

    func stop() {
        isStopped.withLock { $0 = true }
        waker.wake()
    }
}
