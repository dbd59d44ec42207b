/// Durations by the blocks of time they were measured in, so that percentiles of blocks drawn anew are quickly known.
///
/// What is measured in one moment is alike, so a bootstrap must draw moments, and not single values.
package struct BlockedValues: Sendable {
    /// Rising.
    private let values: [Int64]
    /// How many values of each block are among the first `n + 1`, block after block.
    private let upTo: [Int]
    private let blocks: Int
    /// In all blocks.
    package let count: Int

    /// Of one value in one block: what all of them come to is a number, however often blocks are drawn.
    private static let most = 1 << 31

    package init(_ tallies: [Tally]) {
        var whole = Tally()
        for tally in tallies { whole.add(tally) }
        let sorted = whole.counts.keys.sorted()
        let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($0.element, $0.offset) })
        var upTo = [Int](repeating: 0, count: sorted.count * tallies.count)
        for (block, tally) in tallies.enumerated() {
            let start = block * sorted.count
            for (index, times) in tally.counts {
                guard let place = places[index] else { continue }
                upTo[start + place] += min(times, Self.most)
            }
            for place in sorted.indices.dropFirst() { upTo[start + place] += upTo[start + place - 1] }
        }
        values = sorted.map { Slot(index: $0).highest }
        self.upTo = upTo
        blocks = tallies.count
        count = whole.count
    }

    /// The value that so many percent of all do not exceed; 0 without any.
    package func value(at percentile: Double) -> Double {
        value(at: percentile, drawn: Array(repeating: 1, count: blocks)) ?? 0
    }

    /// The same where each block was drawn so often; nil where nothing was drawn.
    package func value(at percentile: Double, drawn: [Int32]) -> Double? {
        precondition(drawn.count == blocks, "a block is drawn some times or not at all")
        guard let last = values.indices.last else { return nil }
        func seen(_ place: Int) -> Int {
            var sum = 0
            for block in 0..<blocks where drawn[block] > 0 {
                sum += Int(drawn[block]) * upTo[block * values.count + place]
            }
            return sum
        }
        let all = seen(last)
        guard all > 0 else { return nil }
        let rank = max(1, Int((percentile.nextDown * Double(all) / 100).rounded(.up)))
        var (low, high) = (0, last)
        while low < high {
            let middle = (low + high) / 2
            if seen(middle) < rank { low = middle + 1 } else { high = middle }
        }
        return Double(values[low])
    }

    /// So many blocks drawn from them, each as likely as any other: how often each.
    package static func draw(_ blocks: Int, random: inout some RandomNumberGenerator) -> [Int32] {
        var drawn = [Int32](repeating: 0, count: blocks)
        for _ in 0..<blocks { drawn[Int.random(in: 0..<blocks, using: &random)] += 1 }
        return drawn
    }
}
