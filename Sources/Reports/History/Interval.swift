/// What is known of a rate or a percentile from so many values: where it is with a confidence of 95 %.
enum Interval {
    private static let z = 1.96

    /// Wilson's interval for a rate, which is right for few values and for rates near 0 and 1, too.
    static func rate(_ count: Int, of total: Int) -> ClosedRange<Double> {
        guard total > 0 else { return 0...1 }
        let (n, p, z2) = (Double(total), Double(count) / Double(total), z * z)
        let middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        let half = z / (1 + z2 / n) * (p * (1 - p) / n + z2 / (4 * n * n)).squareRoot()
        return max(0, middle - half)...min(1, max(middle + half, middle))
    }

    /// A percentile with what its rank may be off by, read from a curve of percentiles; nil where the curve ends before.
    static func figure(
        _ percentile: Double, of curve: [(Double, Double)], count: Int
    ) -> (value: Double, low: Double, high: Double)? {
        guard count > 0, let value = curve.first(where: { $0.0 == percentile })?.1 else { return nil }
        let share = percentile / 100
        let half = 100 * z * (share * (1 - share) / Double(count)).squareRoot()
        return (value, at(percentile - half, curve) ?? value, at(percentile + half, curve) ?? value)
    }

    private static func at(_ percentile: Double, _ curve: [(Double, Double)]) -> Double? {
        guard let above = curve.firstIndex(where: { $0.0 >= percentile }) else { return curve.last?.1 }
        guard above > 0, curve[above].0 > percentile else { return curve[above].1 }
        let (left, right) = (curve[above - 1], curve[above])
        return left.1 + (right.1 - left.1) * (percentile - left.0) / (right.0 - left.0)
    }
}

/// Where a series of values goes over to another level: Pettitt's test, which asks only which values are larger, over the
/// whole series and then over both its parts.
enum ChangePoints {
    /// Fewer values tell nothing of a level.
    private static let minSize = 5
    /// What comes by chance less often than once in a hundred: ln(2 / 0.01).
    private static let significance = 5.298
    /// A level that is off by less is of no interest, however sure it is.
    private static let ratio = 1.05

    /// The places of the first values of new levels, ascending.
    static func places(in values: [Double]) -> [Int] { places(in: values[...]).sorted() }

    private static func places(in values: ArraySlice<Double>) -> [Int] {
        let n = Double(values.count)
        guard values.count >= 2 * minSize else { return [] }
        let ranks = ranks(values)
        var (sum, best, place) = (0.0, 0.0, 0)
        for (index, rank) in ranks.enumerated().dropLast() {
            sum += rank
            let k = index + 1
            let u = abs(2 * sum - Double(k) * (n + 1))
            if k >= minSize, values.count - k >= minSize, u > best { (best, place) = (u, k) }
        }
        guard 6 * best * best / (n * n * n + n * n) > significance else { return [] }
        let middle = values.startIndex + place
        let (left, right) = (values[..<middle], values[middle...])
        let (before, after) = (median(left), median(right))
        let isFar = max(before, after) > ratio * min(before, after)
        return (isFar ? [middle] : []) + places(in: left) + places(in: right)
    }

    static func median(_ values: some Collection<Double>) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// From 1 on; equal values share the middle of theirs.
    private static func ranks(_ values: ArraySlice<Double>) -> [Double] {
        let order = values.enumerated().sorted { $0.element < $1.element }
        var ranks = [Double](repeating: 0, count: values.count)
        var index = 0
        while index < order.count {
            var end = index
            while end + 1 < order.count, order[end + 1].element == order[index].element { end += 1 }
            for place in index...end { ranks[order[place].offset] = Double(index + end) / 2 + 1 }
            index = end + 1
        }
        return ranks
    }
}
