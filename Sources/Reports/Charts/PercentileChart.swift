internal import Glibc
internal import Measurement

/// How long the slowest took: durations over the share of those that were quicker, the rare ones spread out.
struct PercentileChart {
    struct Curve {
        var name: String
        /// The number of the series: 1 to 6.
        var series: Int
        var histogram: Histogram
    }

    private static let levels = [0, 50, 90, 99, 99.9, 99.99, 99.999]
    private static let tabled = [50, 75, 90, 95, 99, 99.9, 99.99]

    let id: String
    let title: String
    let message: String
    let curves: [Curve]

    /// nil without anything to draw.
    var chart: Chart? {
        let curves = curves.filter { $0.histogram.count > 1 }
        guard !curves.isEmpty else { return nil }
        return Chart(
            id: id, title: title, message: message,
            keys: curves.map { Chart.Key(style: "k\($0.series)", name: $0.name) }, picture: picture(curves),
            tables: [table(curves)])
    }

    private func picture(_ curves: [Curve]) -> Drawing {
        let ends = curves.map { Self.end(of: $0.histogram) }
        let highest = curves.map { Double($0.histogram.max) }.max() ?? 1
        let lowest = curves.map { Double(max(1, $0.histogram.value(at: 1))) }.min() ?? 1
        var plot = Plot(
            height: 330, x: Axis(.linear, 0, max(2, ends.max() ?? 2), from: Plot.left, to: Plot.right),
            y: Axis(.logarithmic, holding: [lowest, highest], from: 282, to: 24))
        let ticks = Self.levels.filter { Self.place($0) <= plot.x.highest + 0.01 }
        plot.axes(
            ticks.map { Plot.Tick(value: Self.place($0), label: $0 == 0 ? "0" : "p\(Quantity.short($0, digits: 5))") },
            Plot.durations(plot.y), xName: "share of iterations that were at most as slow", yName: "duration")
        for (curve, end) in zip(curves, ends) {
            let places = Array(stride(from: 0.02, through: end, by: 0.02))
            let percentiles = places.map { 100 - 100 * pow(10, -$0) }
            let values = curve.histogram.values(at: percentiles).map { Double(max(1, $0)) }
            if curve.series == 1 {
                let band = zip(places, percentiles).compactMap { place, percentile in
                    curve.histogram.interval(at: percentile).map { interval in
                        (x: place, low: Double(max(1, interval.lowerBound)), high: Double(interval.upperBound))
                    }
                }
                // Neighbours are nearly the same.
                plot.band(band.enumerated().filter { $0.offset % 5 == 0 }.map(\.element), "f1")
            }
            plot.curve(Self.thinned(zip(places, values).map { (x: $0, y: $1) }), "k\(curve.series)")
        }
        return plot.drawing
    }

    /// Where a percentile is: one for each nine.
    private static func place(_ percentile: Double) -> Double {
        percentile <= 0 ? 0 : -log10(1 - percentile / 100)
    }

    /// As far as ten values are beyond it.
    private static func end(of histogram: Histogram) -> Double {
        log10(Double(max(11, histogram.count)) / 10)
    }

    /// Without points in the middle of level stretches.
    private static func thinned(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
        points.enumerated().filter { index, point in
            index == 0 || index == points.count - 1 || points[index - 1].y != point.y || points[index + 1].y != point.y
        }.map(\.element)
    }

    private func table(_ curves: [Curve]) -> DataTable {
        var rows = Self.tabled.map { level in
            ["p\(Quantity.short(level, digits: 4))"] + curves.map { Self.text($0.histogram, level) }
        }
        rows.append(["highest"] + curves.map { Quantity.duration($0.histogram.max) })
        rows.append(["mean"] + curves.map { Quantity.duration($0.histogram.mean) })
        rows.append(["values"] + curves.map { Quantity.count($0.histogram.count) })
        return DataTable(
            title, columns: [.init("percentile")] + curves.map { .init($0.name, .number) }, texts: rows)
    }

    /// The percentile, or how many values it needs.
    static func text(_ histogram: Histogram, _ percentile: Double) -> String {
        histogram.significantValue(at: percentile).map { Quantity.duration($0) }
            ?? "n/a (needs \(Quantity.count(Histogram.valuesNeeded(for: percentile))))"
    }
}
