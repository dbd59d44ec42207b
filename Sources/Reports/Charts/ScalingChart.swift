internal import Measurement

/// How fan-outs slow down with the number of providers: medians, beside what the providers and a raw client take.
struct ScalingChart {
    private static let series: [(name: String, number: Int, what: any KeyPath<ScaleStep, Histogram> & Sendable)] = [
        ("service", 1, \.service), ("first merge", 2, \.firstMerge),
        ("slowest provider's last byte (critical path)", 3, \.criticalPath), ("raw fan-out (baseline)", 5, \.baseline),
    ]

    let steps: [ScaleStep]

    var chart: Chart? {
        let drawn = Self.series.filter { series in steps.contains { !$0[keyPath: series.what].isEmpty } }
        guard steps.count > 1, !drawn.isEmpty else { return nil }
        return Chart(
            id: "scaling", title: "Fan-out scaling",
            message: "Medians of fan-outs to each number of providers; both axes are logarithmic.",
            keys: drawn.map { Chart.Key(style: "k\($0.number)", name: $0.name) },
            picture: picture(drawn.map { ($0.number, points($0.what)) }), tables: [table])
    }

    private func points(_ what: KeyPath<ScaleStep, Histogram>) -> [(x: Double, y: Double)] {
        ScaleStep.medians(what, of: steps).map { (x: $0.x, y: max(1, $0.y)) }
    }

    private func picture(_ curves: [(number: Int, points: [(x: Double, y: Double)])]) -> Drawing {
        let counts = steps.map(\.providers)
        var plot = Plot(
            height: 330, x: Self.axis(counts),
            y: Axis(.logarithmic, holding: curves.flatMap { $0.points.map(\.y) }, from: 282, to: 24))
        plot.axes(
            Self.ticks(counts), Plot.durations(plot.y), xName: "providers asked at once", yName: "median duration")
        for curve in curves {
            plot.curve(curve.points, "k\(curve.number)")
            plot.dots(curve.points, series: curve.number) { Quantity.duration($0) }
        }
        return plot.drawing
    }

    static func axis(_ counts: [Int]) -> Axis {
        let (lowest, highest) = (Double(counts.min() ?? 1), Double(counts.max() ?? 2))
        return Axis(.logarithmic, lowest / 1.25, highest * 1.25, from: Plot.left, to: Plot.right)
    }

    static func ticks(_ counts: [Int]) -> [Plot.Tick] { counts.map { Plot.Tick(value: Double($0), label: "\($0)") } }

    private var table: DataTable {
        DataTable(
            "Fan-out scaling",
            columns: .columns(
                numbers: "providers", "fan-outs", "first merge p50", "service p50", "service p99", "critical path p50",
                "baseline p50", "efficiency"),
            texts: steps.map { step in
                [
                    "\(step.providers)", Quantity.count(step.service.count), Self.cell(step.firstMerge, 50),
                    Self.cell(step.service, 50), Self.cell(step.service, 99), Self.cell(step.criticalPath, 50),
                    Self.cell(step.baseline, 50), Self.efficiency(step),
                ]
            })
    }

    /// The share of the time in which the slowest provider was at work.
    private static func efficiency(_ step: ScaleStep) -> String {
        guard step.service.mean > 0, !step.addedLatency.isEmpty else { return "" }
        return Quantity.share(max(0, 1 - step.addedLatency.mean / step.service.mean))
    }

    private static func cell(_ histogram: Histogram, _ percentile: Double) -> String {
        histogram.isEmpty ? "" : PercentileChart.text(histogram, percentile)
    }
}
