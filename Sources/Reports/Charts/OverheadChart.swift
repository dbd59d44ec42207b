internal import Documents
internal import LoadResults
internal import Measurement

/// What an implementation adds to what cannot be avoided, by the number of providers, with the line through it.
struct OverheadChart {
    let steps: [ScaleStep]
    /// Completion minus the last byte, all that was added, and the same of a fan-out without an implementation.
    let overhead: Fit?
    let added: Fit?
    let baseline: Fit?

    init(_ report: LoadReport, _ steps: [ScaleStep]) {
        self.steps = steps.filter { !$0.overhead.isEmpty || !$0.addedLatency.isEmpty }
        overhead = report.growth(of: .overhead)
        added = report.growth(of: .addedLatency)
        baseline = report.growth(of: .addedLatency, isBaseline: true)
    }

    var chart: Chart? {
        guard steps.count > 1 else { return nil }
        var keys = [Chart.Key(style: "k1", name: "after the last byte (p50; bar to p99)")]
        if steps.contains(where: { !$0.addedLatency.isEmpty }) {
            keys.append(Chart.Key(style: "k4", name: "all that was added, late requests included (p50)"))
        }
        if steps.contains(where: { !$0.baselineAdded.isEmpty }) {
            keys.append(Chart.Key(style: "k5", name: "all that a raw fan-out adds (baseline, p50)"))
        }
        return Chart(
            id: "overhead", title: "Overhead above the critical path", message: message, keys: keys, picture: picture,
            tables: [table])
    }

    private var message: String {
        var sentences: [String] = []
        if let overhead { sentences.append("After the last byte: \(Self.words(for: overhead)).") }
        if let added { sentences.append("All that was added: \(Self.words(for: added)).") }
        if let baseline { sentences.append("What a raw fan-out adds: \(Self.words(for: baseline)).") }
        return sentences.isEmpty ? "Too few fan-outs for a line through the medians." : sentences.joined(separator: " ")
    }

    /// `120 ± 8 µs + 30 ± 0.4 µs for each provider (R² 0.998)`.
    static func words(for fit: Fit) -> String {
        "\(words(for: fit.alpha)) + \(words(for: fit.beta)) for each provider "
            + (fit.points > 2 ? "(R² \(words(for: fit.determination)))" : "(a line through two points)")
    }

    /// Never 1 for what only rounds to it.
    private static func words(for determination: Double) -> String {
        determination > 0.9995 && determination < 1 ? "> 0.999" : Decimals.text(determination, places: 3)
    }

    private static func words(for estimate: Fit.Estimate) -> String {
        let value = Quantity.duration(estimate.value)
        return estimate.uncertainty.map { "(\(value) ± \(Quantity.duration($0)))" } ?? value
    }

    private var picture: Drawing {
        let tails = steps.filter { $0.overhead.significantValue(at: 99) != nil }
            .map { (x: Double($0.providers), y: Double($0.overhead.value(at: 99))) }
        let maxProviders = Double(steps.map(\.providers).max() ?? 1)
        let medians = ScaleStep.medians(\.overhead, of: steps)
        let added = ScaleStep.medians(\.addedLatency, of: steps)
        let baseline = ScaleStep.medians(\.baselineAdded, of: steps)
        var plot = Plot(
            height: 330, x: Axis(.linear, 0, maxProviders * 1.04, from: Plot.left, to: Plot.right),
            y: Axis(.linear, holding: (medians + added + baseline + tails).map(\.y), from: 282, to: 24, zero: true))
        plot.axes(
            plot.x.ticks(about: 8).map { Plot.Tick(value: $0, label: Quantity.short($0)) }, Plot.durations(plot.y),
            xName: "providers asked at once", yName: "overhead")
        for tail in tails {
            guard let median = medians.first(where: { $0.x == tail.x }) else { continue }
            let at = plot.x.position(tail.x)
            plot.drawing.line(at, plot.y.position(median.y), at, plot.y.position(tail.y), "curve k1 thin")
        }
        draw(overhead, through: medians, series: 1, in: &plot)
        draw(self.added, through: added, series: 4, in: &plot)
        draw(self.baseline, through: baseline, series: 5, in: &plot)
        return plot.drawing
    }

    private func draw(_ fit: Fit?, through points: [(x: Double, y: Double)], series: Int, in plot: inout Plot) {
        if let fit {
            let ends = [0, plot.x.highest]
            plot.curve(ends.map { (x: $0, y: max(0, fit.value(at: $0))) }, "k\(series)")
        }
        plot.dots(points, series: series, radius: 4.5) { Quantity.duration($0) }
    }

    private var table: DataTable {
        DataTable(
            "Overhead by the number of providers",
            columns: .columns(
                numbers: "providers", "overhead p50", "overhead p90", "overhead p99", "added p50", "added p99",
                "baseline adds p50"),
            texts: steps.map { step in
                ["\(step.providers)"] + [50.0, 90, 99].map { PercentileChart.text(step.overhead, $0) }
                    + [50.0, 99].map { PercentileChart.text(step.addedLatency, $0) }
                    + [step.baselineAdded.isEmpty ? "" : PercentileChart.text(step.baselineAdded, 50)]
            })
    }
}
