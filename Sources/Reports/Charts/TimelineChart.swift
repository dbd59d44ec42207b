internal import LoadResults
internal import Measurement

/// Response times over time, with what was used of the machine on the same axis: what became slow when something was
/// full.
struct TimelineChart {
    static let id = "timeline"
    private static let levels: [(level: Double, series: Int)] = [(50, 3), (95, 4), (99, 1)]
    private static let parties: [(name: String, series: Int, value: @Sendable (ResourceUse) -> Double?)] = [
        ("port", 1, \.portCPU), ("generator", 2, \.generatorCPU), ("backend", 3, \.backendCPU),
    ]

    /// What else tells how full the machine was, below the processors.
    private static let others:
        [(name: String, value: @Sendable (ResourceUse) -> Double?, text: @Sendable (Double) -> String)] =
            [
                ("threads that want a processor", { $0.runnable.map(Double.init) }, { Quantity.number($0) }),
                ("memory left on the machine", { $0.freeMemory.map(Double.init) }, { Quantity.bytes($0) }),
            ]

    private let slices: TimeSlices
    private let uses: [ResourceUse]
    private let processors: Double
    private let stall: Stall?

    init(_ report: LoadReport) {
        slices = TimeSlices(report, maxCount: 120)
        uses = report.uses
        processors = Double(max(1, report.machine.processors))
        stall = report.stall
    }

    var chart: Chart? {
        let times = slices.slices.map(\.completion)
        guard slices.slices.count > 1, times.contains(where: { !$0.isEmpty }) else { return nil }
        let used = Self.parties.filter { party in uses.contains { party.value($0) != nil } }
        let hasMachine = uses.contains { $0.machine != nil }
        return Chart(
            id: Self.id, title: "Percentiles over time",
            message:
                "Response times of the iterations that ended in each moment, over what the machine was busy with in it."
                + (stall.map { " \($0.words)." } ?? ""),
            keys: Self.levels.map { Chart.Key(style: "k\($0.series)", name: "p\(Int($0.level))") }
                + used.map { Chart.Key(style: "k\($0.series) solid", name: "processors: \($0.name)") }
                + (hasMachine
                    ? [
                        Chart.Key(style: "band f3", name: "processors: the whole machine", shape: .area),
                        Chart.Key(style: "k5", name: "processors: taken by a hypervisor"),
                    ] : []),
            picture: picture(times, used, hasMachine), description: description(times), tables: [table(times)])
    }

    private func picture(
        _ times: [Histogram], _ used: [(name: String, series: Int, value: @Sendable (ResourceUse) -> Double?)],
        _ hasMachine: Bool
    ) -> Drawing {
        let curves = Self.levels.map { level, series in
            (
                series,
                zip(slices.slices, times).filter { !$1.isEmpty }.map {
                    ($0.middle, Double(max(1, $1.value(at: level))))
                }
            )
        }
        let values = curves.flatMap { $0.1.map { $0.1 } }
        let others = Self.others.map { (name: $0.name, points: slices.means(of: uses, $0.value), text: $0.text) }
            .filter { !$0.points.isEmpty }
        let height = hasMachine || !used.isEmpty ? 420.0 + 84 * Double(others.count) : 280
        var upper = Plot(height: height, x: slices.axis, y: Axis(.logarithmic, holding: values, from: 232, to: 24))
        slices.shade(&upper)
        mark(&upper)
        upper.axes(
            height > 300 ? [] : Plot.times(upper.x), Plot.durations(upper.y),
            xName: height > 300 ? "" : "time of the run", yName: "response time")
        for (series, points) in curves { upper.curve(points.map { (x: $0.0, y: $0.1) }, "k\(series)") }
        guard height > 300 else { return upper.drawing }
        var lower = Plot(
            height: height, x: slices.axis, y: Axis(.linear, holding: [processors], from: 372, to: 270, zero: true))
        lower.drawing = upper.drawing
        slices.shade(&lower)
        mark(&lower)
        axes(&lower, "processors", isLast: others.isEmpty, ThroughputChart.ticks(lower.y, about: 2))
        if hasMachine {
            let room = processors
            let busy = slices.means(of: uses) { use in use.machine.map { $0 * room } }
            lower.band(busy.map { (x: $0.x, low: 0, high: $0.y) }, "f3")
            lower.curve(slices.means(of: uses) { use in use.stolen.map { $0 * room } }, "k5")
        }
        for party in used { lower.curve(slices.means(of: uses, party.value), "k\(party.series) solid") }
        return others.enumerated().reduce(lower.drawing) { drawing, other in
            let (place, (name, points, text)) = other
            let bottom = 372 + 84 * Double(place + 1)
            let y = Axis(.linear, holding: points.map(\.y), from: bottom, to: bottom - 50, zero: true)
            var plot = Plot(height: height, x: slices.axis, y: y)
            plot.drawing = drawing
            slices.shade(&plot)
            mark(&plot)
            let ticks = y.ticks(about: 2).map { Plot.Tick(value: $0, label: text($0)) }
            axes(&plot, name, isLast: place == others.count - 1, ticks)
            plot.curve(points, "k4 solid")
            return plot.drawing
        }
    }

    private func axes(_ plot: inout Plot, _ name: String, isLast: Bool, _ ticks: [Plot.Tick]) {
        plot.axes(isLast ? Plot.times(plot.x) : [], ticks, xName: isLast ? "time of the run" : "", yName: name)
    }

    /// The background of the stall.
    private func mark(_ plot: inout Plot) {
        guard let stall else { return }
        let start = plot.x.position(Double(stall.seconds.lowerBound))
        let end = plot.x.position(Double(stall.seconds.upperBound + 1))
        plot.drawing.rectangle(start, plot.y.end, end - start, plot.y.start - plot.y.end, "warm", tip: "stall")
    }

    private func description(_ times: [Histogram]) -> String {
        let highs = times.filter { !$0.isEmpty }.map { $0.value(at: 99) }
        return "The 99th percentile of single moments lies between \(Quantity.duration(highs.min() ?? 0)) and "
            + "\(Quantity.duration(highs.max() ?? 0))."
    }

    private func table(_ times: [Histogram]) -> DataTable {
        DataTable(
            "Percentiles over time",
            columns: .columns(
                numbers: "from second", "p50", "p95", "p99", "port", "machine", "stolen", "wanting", "free memory",
                "longest pause"),
            texts: zip(slices.slices, times).map { slice, time in
                let used: [String?] = [
                    slice.mean(of: uses, \.portCPU).map { Quantity.short($0) },
                    slice.mean(of: uses, \.machine).map(Quantity.share),
                    slice.mean(of: uses, \.stolen).map(Quantity.share),
                    slice.mean(of: uses) { $0.runnable.map(Double.init) }.map { Quantity.short($0) },
                    slice.mean(of: uses) { $0.freeMemory.map(Double.init) }.map(Quantity.bytes),
                    uses[slice.seconds.indices].compactMap(\.stall).max().map { Quantity.duration($0) },
                ]
                return [Quantity.number(slice.start)]
                    + [50.0, 95, 99].map { time.isEmpty ? "–" : Quantity.duration(time.value(at: $0)) }
                    + used.map { $0 ?? "–" }
            })
    }
}
