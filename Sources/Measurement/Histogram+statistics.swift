extension Histogram {
    /// A class of equal values that was seen.
    package struct Bar: Sendable, Hashable {
        /// In nanoseconds.
        package var lowest: Int64
        package var highest: Int64
        package var count: Int
    }

    /// Everything that was seen, from the lowest value to the highest.
    package var bars: some Sequence<Bar> {
        counts.indices.lazy.filter { counts[$0] > 0 }.map { index in
            let slot = Slot(index: index)
            return Bar(lowest: slot.lowest, highest: slot.highest, count: Int(counts[index]))
        }
    }

    /// The lowest value seen, to three digits; 0 without any.
    package var min: Int64 {
        counts.firstIndex { $0 > 0 }.map { Slot(index: $0).lowest } ?? 0
    }

    /// The highest value seen, to three digits; 0 without any.
    package var max: Int64 {
        counts.lastIndex { $0 > 0 }.map { $0 == 0 ? 0 : Slot(index: $0).highest } ?? 0
    }

    /// In nanoseconds; 0 without any value.
    package var mean: Double {
        guard count > 0 else { return 0 }
        var sum = 0.0
        for index in counts.indices where counts[index] > 0 {
            sum += Double(Slot(index: index).middle) * Double(counts[index])
        }
        return sum / Double(count)
    }

    /// Of all values, not of a sample, in nanoseconds.
    package var standardDeviation: Double {
        guard count > 0 else { return 0 }
        let mean = mean
        var sum = 0.0
        for index in counts.indices where counts[index] > 0 {
            let distance = Double(Slot(index: index).middle) - mean
            sum += distance * distance * Double(counts[index])
        }
        return (sum / Double(count)).squareRoot()
    }

    /// The value that so many percent of all values do not exceed, to three digits; 0 without any.
    ///
    /// `percentile` goes from 0, the lowest value, to 100, the highest.
    package func value(at percentile: Double) -> Int64 {
        values(at: [percentile])[0]
    }

    /// The same for several percentiles, which must rise.
    package func values(at percentiles: [Double]) -> [Int64] {
        var found: [Int64] = []
        var index = counts.startIndex
        var seen: Int64 = 0
        for percentile in percentiles {
            let rank = rank(of: percentile)
            while index < counts.endIndex, seen + counts[index] < rank {
                seen += counts[index]
                index += 1
            }
            guard index < counts.endIndex else {
                found.append(0)
                continue
            }
            let slot = Slot(index: index)
            found.append(percentile <= 0 ? slot.lowest : slot.highest)
        }
        return found
    }

    /// Which of the sorted values, counted from 1, stands for a percentile.
    ///
    /// What rounding adds to a product of binary fractions must not count as one value more.
    private func rank(of percentile: Double) -> Int64 {
        let share = Swift.min(100, Swift.max(0, percentile.nextDown))
        return Swift.max(1, Int64((share * Double(count) / 100).rounded(.up)))
    }

    /// How many values are at most `nanoseconds`, or equal to it to three digits.
    package func count(upTo nanoseconds: Int64) -> Int {
        let end = Swift.min(counts.count, Slot(of: Swift.max(0, nanoseconds)).index + 1)
        return Int(counts[..<end].reduce(0, +))
    }

    /// How many values are needed before a percentile means anything: ten beyond it.
    package static func valuesNeeded(for percentile: Double) -> Int {
        percentile >= 100 ? 1 : Int((1_000 / (100 - percentile) - 1e-6).rounded(.up))
    }

    /// nil where too few values were seen for the percentile to mean anything.
    package func significantValue(at percentile: Double) -> Int64? {
        count >= Self.valuesNeeded(for: percentile) ? value(at: percentile) : nil
    }

    /// Where the percentile of all possible values lies with 95 % confidence, whatever their distribution.
    ///
    /// By the order statistics of a binomial distribution, approximated by a normal one; nil where too few values were
    /// seen for that.
    package func interval(at percentile: Double) -> ClosedRange<Int64>? {
        let share = percentile / 100
        let spread = 1.96 * (Double(count) * share * (1 - share)).squareRoot()
        let rank = share * Double(count)
        guard count >= Self.valuesNeeded(for: percentile), rank - spread >= 0, rank + spread <= Double(count) else {
            return nil
        }
        let ends = values(at: [100 * (rank - spread) / Double(count), 100 * (rank + spread) / Double(count)])
        return ends[0]...Swift.max(ends[0], ends[1])
    }
}
