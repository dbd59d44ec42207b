internal import Documents

/// A histogram as `.hgrm` text, the percentile distribution that HdrHistogram prints and its plotters read.
package struct PercentileText {
    private static let ticksPerHalfDistance = 5

    private let histogram: Histogram
    private let ratio: Double

    /// `ratio` is the number of nanoseconds in the unit of the text: a million for milliseconds.
    package init(_ histogram: Histogram, ratio: Double = 1_000_000) {
        self.histogram = histogram
        self.ratio = ratio
    }

    package var text: String {
        var text =
            [right("Value", 12), right("Percentile", 14), right("TotalCount", 10), "1/(1-Percentile)"]
            .joined(separator: " ") + "\n\n"
        for row in rows {
            text +=
                "\(number(Double(row.value) / ratio)) \(Decimals.text(row.level / 100, places: 12)) "
                + right("\(row.count)", 10)
            if row.level < 100 { text += " " + right(Decimals.text(100 / (100 - row.level), places: 2), 14) }
            text += "\n"
        }
        let (mean, deviation) = (histogram.mean / ratio, histogram.standardDeviation / ratio)
        let buckets = Slot.buckets(for: histogram.highestTrackable)
        return text + """
            #[Mean    = \(number(mean)), StdDeviation   = \(number(deviation))]
            #[Max     = \(number(Double(histogram.max) / ratio)), Total count    = \(right("\(histogram.count)", 12))]
            #[Buckets = \(right("\(buckets)", 12)), SubBuckets     = \(right("\(Slot.subBuckets)", 12))]

            """
    }

    struct Row: Equatable {
        /// The highest value of its class, in nanoseconds.
        var value: Int64
        /// The percentile that the row stands for; at least as many values are at most `value`.
        var level: Double
        var count: Int
    }

    /// Five rows for each halving of what is left of 100 percent, and one for the highest value.
    var rows: [Row] {
        var rows: [Row] = []
        var level = 0.0
        var count = 0
        for bar in histogram.bars {
            count += bar.count
            let reached = 100 * Double(count) / Double(histogram.count)
            while reached >= level, level < 100 {
                rows.append(Row(value: bar.highest, level: level, count: count))
                level += 100 / (Double(Self.ticksPerHalfDistance) * Self.ticks(at: level))
                // The highest value has one row of its own.
                if count == histogram.count { break }
            }
        }
        if let last = rows.last { rows.append(Row(value: histogram.max, level: 100, count: last.count)) }
        return rows
    }

    /// How much finer the rows are than at the start: twice for each halving.
    private static func ticks(at level: Double) -> Double {
        var ticks = 2.0
        while 100 / (100 - level) >= ticks { ticks *= 2 }
        return ticks
    }

    private func number(_ value: Double) -> String {
        right(Decimals.text(value, places: Slot.significantDigits), 12)
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - text.count)) + text
    }
}
