/// A straight line through points, by least squares: `alpha + beta * x`.
///
/// For fan-outs x is the number of providers; alpha is what any fan-out costs, and beta what each provider adds.
package struct Fit: Sendable, Hashable {
    package struct Point: Sendable, Hashable {
        package var x: Double
        package var y: Double
    }

    /// A number and half the width of the interval that holds it with 95 % confidence.
    package struct Estimate: Sendable, Hashable {
        package var value: Double
        /// nil with fewer than three points, which leave nothing to judge the line by.
        package var uncertainty: Double?
    }

    package let alpha: Estimate
    package let beta: Estimate
    /// How much of the differences between the points the line explains, from 0 to 1; 1 where there are none.
    package let determination: Double
    /// How many points there were.
    package let points: Int

    /// nil without two different `x`.
    package init?(_ points: [Point]) {
        let count = Double(points.count)
        let meanX = points.reduce(0) { $0 + $1.x } / count
        let meanY = points.reduce(0) { $0 + $1.y } / count
        let spreadX = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        guard points.count >= 2, spreadX > 0 else { return nil }
        let spreadY = points.reduce(0) { $0 + ($1.y - meanY) * ($1.y - meanY) }
        let slope = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spreadX
        let intercept = meanY - slope * meanX
        let residual = points.reduce(0) { sum, point in
            let distance = point.y - intercept - slope * point.x
            return sum + distance * distance
        }
        self.points = points.count
        determination = spreadY > 0 ? max(0, 1 - residual / spreadY) : 1
        guard points.count > 2 else {
            alpha = Estimate(value: intercept)
            beta = Estimate(value: slope)
            return
        }
        let variance = residual / (count - 2)
        let quantile = StudentT.quantile(freedom: points.count - 2)
        alpha = Estimate(
            value: intercept, uncertainty: quantile * (variance * (1 / count + meanX * meanX / spreadX)).squareRoot())
        beta = Estimate(value: slope, uncertainty: quantile * (variance / spreadX).squareRoot())
    }

    /// Through a percentile of each histogram, by the number of providers; what has too few values for it is left out.
    ///
    /// nil with fewer than two numbers of providers.
    package init?(_ histograms: [(providers: Int, times: Histogram)], at percentile: Double) {
        self.init(
            histograms.compactMap { providers, times in
                times.significantValue(at: percentile).map { Point(x: Double(providers), y: Double($0)) }
            })
    }

    package func value(at x: Double) -> Double {
        alpha.value + beta.value * x
    }
}

/// Student's distribution, at 97.5 %.
enum StudentT {
    private static let quantiles = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ]

    /// For so many degrees of freedom, at least one.
    static func quantile(freedom: Int) -> Double {
        guard freedom > quantiles.count else { return quantiles[max(0, freedom - 1)] }
        // The first terms of Cornish and Fisher's expansion; right to three places from here on.
        let (normal, freedom) = (1.959_964, Double(freedom))
        let (square, cube) = (normal * normal, normal * normal * normal)
        return normal + (cube + normal) / (4 * freedom)
            + (5 * square * cube + 16 * cube + 3 * normal) / (96 * freedom * freedom)
    }
}
