internal import Glibc

/// The test of Mann and Whitney: whether values of one kind tend to be larger than those of another.
///
/// By ranks alone, so that nothing hangs on the shape of the distributions; with the normal approximation, ties taken
/// into account, and the correction for continuity.
package struct MannWhitney: Sendable, Hashable {
    /// How often a value of the first kind is larger than one of the second, a tie counted as a half.
    package let statistic: Double
    /// How likely so large a difference of ranks is where there is none, in either direction.
    package let probability: Double
    /// How likely a value of the second kind is larger than one of the first, a tie counted as a half.
    package let superiority: Double

    /// nil without two values of each.
    package init?(_ first: [Double], _ second: [Double]) {
        guard first.count > 1, second.count > 1 else { return nil }
        let all = (first.map { (value: $0, isFirst: true) } + second.map { (value: $0, isFirst: false) })
            .sorted { $0.value < $1.value }
        let count = Double(all.count)
        var ranks = 0.0
        var ties = 0.0
        var start = 0
        while start < all.count {
            var end = start
            while end < all.count, all[end].value == all[start].value { end += 1 }
            let rank = Double(start + 1 + end) / 2
            ranks += rank * Double(all[start..<end].count { $0.isFirst })
            let equal = Double(end - start)
            ties += equal * equal * equal - equal
            start = end
        }
        let (one, other) = (Double(first.count), Double(second.count))
        statistic = ranks - one * (one + 1) / 2
        superiority = 1 - statistic / (one * other)
        let deviation = (one * other / 12 * (count + 1 - ties / (count * (count - 1)))).squareRoot()
        let distance = max(0, abs(statistic - one * other / 2) - 0.5)
        probability = deviation > 0 ? Normal.bothTails(distance / deviation) : 1
    }
}

/// The normal distribution around 0 with the deviation 1.
package enum Normal {
    /// How likely a value is at least so far from 0, in either direction.
    package static func bothTails(_ distance: Double) -> Double { erfc(abs(distance) / 2.0.squareRoot()) }

    /// How far from 0 values lie that are at least so far with this likelihood, in either direction.
    package static func distance(of probability: Double) -> Double {
        var (low, high) = (0.0, 40.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if bothTails(middle) > probability { low = middle } else { high = middle }
        }
        return high
    }
}

/// Holm's correction: so many questions asked of the same data find something sooner than one.
package enum Holm {
    /// The probabilities as they are when all of these questions are asked, in their order.
    ///
    /// - Parameter chief: the question that matters most, which has half of the error that all may have together. The others
    ///   share the rest. nil: all have the same.
    package static func adjusted(_ probabilities: [Double], chief: Int? = nil) -> [Double] {
        let weights = probabilities.indices.map { share(of: $0, among: probabilities.count, chief) }
        let order = probabilities.indices.sorted { probabilities[$0] / weights[$0] < probabilities[$1] / weights[$1] }
        var adjusted = probabilities
        var worst = 0.0
        var rest = 1.0
        for index in order {
            worst = max(worst, min(1, rest * probabilities[index] / weights[index]))
            adjusted[index] = worst
            rest = max(0, rest - weights[index])
        }
        return adjusted
    }

    /// What one of so many questions has of the error that all may have together.
    package static func share(of index: Int, among count: Int, _ chief: Int?) -> Double {
        guard let chief, count > 1 else { return 1 / Double(max(1, count)) }
        return index == chief ? 0.5 : 0.5 / Double(count - 1)
    }
}
