/// How often each duration was seen, to three digits, where few were: a ``Histogram`` that keeps only what it has.
package struct Tally: Sendable, Hashable {
    private(set) var counts: [Int: Int] = [:]
    package private(set) var count = 0

    package init() {}

    /// Counts a duration in nanoseconds; one below zero counts as zero.
    package mutating func record(_ nanoseconds: Int64) {
        counts[Slot(of: max(0, nanoseconds)).index, default: 0] += 1
        count += 1
    }

    package mutating func add(_ other: Tally) {
        counts.merge(other.counts) { $0 + $1 }
        count += other.count
    }

    /// Each duration that was seen, in nanoseconds, from the shortest, and how often.
    package var values: [(value: Int64, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { (Slot(index: $0.key).highest, $0.value) }
    }

    /// Which share of all is longer, to three digits; nil without any.
    package func share(above nanoseconds: Int64) -> Double? {
        let last = Slot(of: max(0, nanoseconds)).index
        return count > 0 ? Double(counts.reduce(0) { $0 + ($1.key > last ? $1.value : 0) }) / Double(count) : nil
    }

    /// As numbers: how far each class lies from the one before, and how often it was seen.
    package var numbers: [Int] {
        var last = 0
        return counts.sorted { $0.key < $1.key }.flatMap { index, count in
            defer { last = index }
            return [index - last, count]
        }
    }

    /// Reads ``numbers``; nil for anything else.
    package init?(numbers: [Int]) {
        guard numbers.count.isMultiple(of: 2) else { return nil }
        var index = 0
        for place in stride(from: 0, to: numbers.count, by: 2) {
            let (step, times) = (numbers[place], numbers[place + 1])
            guard step >= 0, step <= Slot(of: .max).index, place == 0 || step > 0, (1...1 << 48).contains(times),
                count + times <= 1 << 48
            else { return nil }
            index += step
            guard index <= Slot(of: .max).index else { return nil }
            counts[index] = times
            count += times
        }
    }
}
