/// How often each duration was seen, to three significant digits: a High Dynamic Range histogram.
///
/// Values are nanoseconds. Recording takes a few nanoseconds and no lock; a histogram belongs to one thread, and those
/// of several threads are added up afterwards, without any loss. It grows with the highest value it has seen, up to
/// 270 KB at an hour. Two histograms are equal when every value was seen equally often.
package struct Histogram: Sendable, Hashable {
    /// How often each class of values that are equal to three digits was seen; as long as the highest one asks for.
    private(set) var counts: [Int64] = []
    /// How many values were recorded.
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// Counts a duration in nanoseconds; one below zero counts as zero.
    package mutating func record(_ nanoseconds: Int64) {
        record(nanoseconds, count: 1)
    }

    /// Counts a duration in nanoseconds as if it had come so often.
    package mutating func record(_ nanoseconds: Int64, count times: Int) {
        let slot = Slot(of: Swift.max(0, nanoseconds))
        if slot.index >= counts.count { grow(toHold: slot) }
        counts[slot.index] += Int64(times)
        count += times
    }

    /// Adds what another histogram has seen.
    package mutating func add(_ other: Histogram) {
        if other.counts.count > counts.count {
            counts += Array(repeating: 0, count: other.counts.count - counts.count)
        }
        for index in other.counts.indices { counts[index] += other.counts[index] }
        count += other.count
    }

    /// What was recorded after `earlier`, a former state of this histogram.
    package func subtracting(_ earlier: Histogram) -> Histogram {
        var rest = Histogram()
        for (index, times) in counts.enumerated() {
            let left = times - (index < earlier.counts.count ? earlier.counts[index] : 0)
            if left > 0 { rest.record(Slot(index: index).lowest, count: Int(left)) }
        }
        return rest
    }

    private mutating func grow(toHold slot: Slot) {
        counts += Array(repeating: 0, count: slot.lengthOfItsBucket - counts.count)
    }
}
