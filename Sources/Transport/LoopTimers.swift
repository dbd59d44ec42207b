internal import POSIX
internal import Timing

/// What a loop does when its time has come, unless it is taken back before; most is.
///
/// Belongs to the loop's thread.
struct LoopTimers {
    private var order = TimerHeap<UInt64>()
    private var waiting: [UInt64: (time: MonotonicTime, work: @Sendable () -> Void)] = [:]
    /// How many in the order have been taken back.
    private var gone = 0

    /// When the next may be due.
    var earliest: MonotonicTime? { waiting.isEmpty ? nil : order.earliest }

    mutating func start(_ number: UInt64, at time: MonotonicTime, _ work: @escaping @Sendable () -> Void) {
        waiting[number] = (time, work)
        order.insert(number, at: time)
    }

    mutating func cancel(_ number: UInt64) {
        guard waiting.removeValue(forKey: number) != nil else { return }
        gone += 1
        // Those that are gone never outnumber the others by far.
        guard gone > waiting.count + 64 else { return }
        order = TimerHeap()
        for (number, timer) in waiting.sorted(by: { $0.key < $1.key }) { order.insert(number, at: timer.time) }
        gone = 0
    }

    /// The next whose time is not after `now`, removed.
    mutating func removeFirst(notAfter now: MonotonicTime) -> (@Sendable () -> Void)? {
        while let number = order.removeFirst(notAfter: now) {
            if let timer = waiting.removeValue(forKey: number) { return timer.work }
            gone -= 1
        }
        return nil
    }
}
