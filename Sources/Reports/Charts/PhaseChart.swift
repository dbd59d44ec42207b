internal import Measurement

/// The phases side by side: what each took from its call, and how much of that was overhead.
struct PhaseChart {
    private static let marks: [(percentile: Double, name: String)] = [(50, "p50"), (90, "p90"), (99, "p99")]

    let phases: [PhaseTimes]

    init(_ phases: [PhaseTimes]) {
        self.phases = phases.filter { !$0.service.isEmpty || !$0.response.isEmpty }
    }

    private struct Row {
        var name: String
        var series: Int
        var histogram: Histogram
    }

    private var rows: [Row] {
        phases.flatMap { phase in
            [
                Row(name: phase.name, series: 2, histogram: phase.service.isEmpty ? phase.response : phase.service),
                Row(name: "", series: 1, histogram: phase.overhead),
            ].filter { !$0.histogram.isEmpty }
        }
    }

    var chart: Chart? {
        guard !phases.isEmpty else { return nil }
        return Chart(
            id: "phases", title: "Overhead per phase",
            message: "From the median (dot) over p90 (tick) to p99 (end of the line).",
            keys: [
                Chart.Key(style: "k2", name: "from the call to the end of the phase"),
                Chart.Key(style: "k1", name: "of which after the last byte"),
            ],
            picture: picture,
            description: phases.map { phase in
                "\(phase.name): median \(PercentileChart.text(phase.service, 50)), "
                    + "p99 \(PercentileChart.text(phase.service, 99))."
            }.joined(separator: " "),
            tables: phases.map(Self.table))
    }

    private var picture: Drawing {
        let rows = rows
        let values = rows.flatMap { row in
            Self.marks.map { Double(max(1, row.histogram.value(at: $0.percentile))) }
        }
        let height = 24.0
        let bottom = 24 + height * Double(rows.count) + 8
        var plot = Plot(
            height: bottom + 26, x: Axis(.logarithmic, holding: values, from: 132, to: Plot.right),
            y: Axis(.linear, 0, 1, from: bottom, to: 24))
        plot.axes(Plot.durations(plot.x), [], xName: "", yName: "phase")
        for tick in plot.x.ticks(about: 6) {
            plot.drawing.line(plot.x.position(tick), 20, plot.x.position(tick), bottom, "grid")
        }
        for (index, row) in rows.enumerated() {
            let y = 24 + height * Double(index) + height / 2 + 4
            plot.drawing.text(row.name, 124, y + 4, "end")
            let at = Self.marks.map { plot.x.position(Double(max(1, row.histogram.value(at: $0.percentile)))) }
            plot.drawing.line(at[0], y, at[2], y, "curve k\(row.series)")
            for end in at.dropFirst() { plot.drawing.line(end, y - 6, end, y + 6, "curve k\(row.series)") }
            plot.drawing.circle(
                at[0], y, 5, "dots f\(row.series)", tip: "median \(Quantity.duration(row.histogram.value(at: 50)))")
        }
        return plot.drawing
    }

    private static func table(_ phase: PhaseTimes) -> DataTable {
        let columns: [(String, Histogram)] = [
            ("response", phase.response), ("service", phase.service), ("critical path", phase.criticalPath),
            ("overhead", phase.overhead),
        ].filter { !$0.1.isEmpty }
        return DataTable(
            phase.name, columns: [.init(phase.name)] + columns.map { .init($0.0, .number) },
            texts: marks.map { mark in
                [mark.name] + columns.map { PercentileChart.text($0.1, mark.percentile) }
            } + [["count"] + columns.map { Quantity.count($0.1.count) }])
    }
}
