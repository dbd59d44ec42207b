internal import Glibc

/// Where the values of one direction of a chart are.
struct Axis {
    enum Kind {
        case linear
        /// Equal ratios are equally far apart; values must be above zero.
        case logarithmic
    }

    let kind: Kind
    let lowest: Double
    let highest: Double
    /// Where the lowest and the highest value are, in units of the drawing.
    let start: Double
    let end: Double

    /// An axis that holds all values; a logarithmic one ends at 1, 2 or 5 times a power of ten.
    init(_ kind: Kind, holding values: some Sequence<Double>, from start: Double, to end: Double, zero: Bool = false) {
        // Beyond these, steps between the values and their powers of ten have no number.
        let sorted = values.filter { $0.magnitude < 1e300 && (kind == .linear || $0 > 1e-300) }.sorted()
        var (lowest, highest) = (sorted.first ?? 0, sorted.last ?? 1)
        switch kind {
        case .linear:
            if zero { lowest = min(0, lowest) }
            let step = Self.step(for: highest - lowest, about: 5)
            highest = highest > lowest ? (highest / step).rounded(.up) * step : lowest + 1
        case .logarithmic:
            if sorted.isEmpty { (lowest, highest) = (1, 10) }
            lowest = Self.round(lowest, up: false)
            highest = Self.round(max(highest, lowest * 1.5), up: true)
        }
        self.init(kind, lowest, highest, from: start, to: end)
    }

    init(_ kind: Kind, _ lowest: Double, _ highest: Double, from start: Double, to end: Double) {
        self.kind = kind
        self.lowest = lowest
        self.highest = highest
        self.start = start
        self.end = end
    }

    /// What is beyond the ends is at the end.
    func position(_ value: Double) -> Double {
        let share =
            switch kind {
            case .linear: (value - lowest) / (highest - lowest)
            case .logarithmic: log10(max(value, lowest) / lowest) / log10(highest / lowest)
            }
        return start + min(1, max(0, share)) * (end - start)
    }

    /// Round values, about so many.
    func ticks(about count: Int) -> [Double] {
        switch kind {
        case .linear:
            let step = Self.step(for: highest - lowest, about: count)
            let first = (lowest / step - 1e-9).rounded(.up) * step
            return (0...10 * count).map { first + Double($0) * step }.prefix { $0 <= highest * (1 + 1e-9) }
        case .logarithmic:
            let decades = log10(highest / lowest)
            let factors: [Double] = decades > Double(count) ? [1] : decades * 2 > Double(count) ? [1, 3] : [1, 2, 5]
            var ticks: [Double] = []
            var decade = Self.power(log10(lowest).rounded(.down))
            while decade <= highest * 1.001 {
                ticks += factors.map { $0 * decade }.filter { $0 >= lowest * 0.999 && $0 <= highest * 1.001 }
                decade *= 10
            }
            return ticks
        }
    }

    private static func step(for width: Double, about count: Int) -> Double {
        guard width > 1e-290 else { return 1 }
        let rough = width / Double(max(1, count))
        let decade = power(log10(rough).rounded(.down))
        return ([1, 2, 5, 10].first { $0 * decade >= rough * 0.999 } ?? 10) * decade
    }

    private static func round(_ value: Double, up: Bool) -> Double {
        let decade = power(log10(value).rounded(.down))
        let steps = [1, 2, 5, 10].map { $0 * decade }
        return up
            ? steps.first { $0 >= value * 0.999 } ?? 10 * decade : steps.last { $0 <= value * 1.001 } ?? decade
    }

    private static func power(_ exponent: Double) -> Double {
        var power = 1.0
        for _ in 0..<Int(exponent.magnitude) { power *= 10 }
        return exponent < 0 ? 1 / power : power
    }
}
