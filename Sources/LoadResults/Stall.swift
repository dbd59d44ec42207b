package import Measurement

/// A short time in which most of a run's slowest iterations ended.
package struct Stall: Sendable, Hashable {
    /// The first and the last of its seconds since the start.
    package var seconds: ClosedRange<Int>
    /// The share of the iterations beyond the 99th percentile that ended in it.
    package var share: Double
    /// The longest iteration of it, in nanoseconds.
    package var worst: Int64
    /// The longest that a thread which only sleeps was kept waiting then; nil where nobody measured.
    package var pause: Duration?

    /// Longer than that is no stall, but how the run was.
    private static let maxLength = 3
    /// In a shorter run a few seconds are a good part of it.
    private static let minRun = 6
    private static let minSlow = 5

    /// nil where the slowest iterations are spread over the run.
    ///
    /// - Parameters:
    ///   - seconds: the times of each second from the due time, the warm-up's empty.
    ///   - pauses: how long the machine kept a sleeping thread waiting in each second.
    package init?(_ seconds: [Histogram], pauses: [Duration?]) {
        var whole = Histogram()
        for second in seconds { whole.add(second) }
        let busy = seconds.count { !$0.isEmpty }
        guard busy >= Self.minRun else { return nil }
        let bound = whole.value(at: 99)
        let slow = seconds.map { $0.count - $0.count(upTo: bound) }
        let all = slow.reduce(0, +)
        guard all >= Self.minSlow else { return nil }
        // The shortest stretch that more than half of them ended in.
        for length in 1...min(Self.maxLength, busy / 3) {
            let sums = (0...(slow.count - length)).map { slow[$0..<($0 + length)].reduce(0, +) }
            guard let peak = sums.max(), 2 * peak > all, let start = sums.firstIndex(of: peak) else { continue }
            self.seconds = start...(start + length - 1)
            share = Double(peak) / Double(all)
            worst = seconds[self.seconds].map(\.max).max() ?? 0
            pause =
                pauses.indices.contains(start)
                ? pauses[start..<min(start + length, pauses.count)].compactMap(\.self).max() : nil
            return
        }
        return nil
    }
}

extension LoadReport {
    /// The stall that made the 99th percentile of completion what it is; nil where none did, or a queue.
    package var stall: Stall? {
        guard overload == nil else { return nil }
        let warmUp = warmUpSeconds
        let times = figures.seconds.enumerated().map { $0.offset < warmUp ? Histogram() : $0.element.completion }
        return Stall(times, pauses: uses.map(\.stall))
    }
}
