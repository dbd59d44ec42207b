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
                ("memory of the generator", { $0.memory.map(Double.init) }, { Quantity.bytes($0) }),
                ("memory of the port", { $0.portMemory.map(Double.init) }, { Quantity.bytes($0) }),
                ("descriptors of the generator", { $0.descriptors.map(Double.init) }, { Quantity.number($0) }),
                ("threads of the generator", { $0.threads.map(Double.init) }, { Quantity.number($0) }),
            ]

    private let slices: TimeSlices
    private let uses: [ResourceUse]
    private let processors: Double
    /// How many took together what is shown.
    private let machines: Int

    init(_ report: LoadReport) {
        var slices = TimeSlices(report, maxCount: 120)
        slices.stall = report.stall
        self.slices = slices
        uses = report.uses
        processors = Double(max(1, report.machine.processors))
        machines = report.parts.count
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
                + (machines > 1 ? " What \(machines) machines took is added up." : "")
                + (slices.stall.map { " \($0.words)." } ?? ""),
            keys: Self.levels.map { Chart.Key(style: "k\($0.series)", name: "p\(Int($0.level))") }
                + used.map { Chart.Key(style: "k\($0.series) solid", name: "processors: \($0.name)") }
                + (hasMachine
                    ? [
                        Chart.Key(style: "band f3", name: "processors: the whole machine", shape: .area),
                        Chart.Key(style: "k5", name: "processors: taken by a hypervisor"),
                    ] : []),
            picture: picture(times, used, hasMachine), tables: [table(times)])
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
        var drawing = Drawing(width: Plot.width, height: height)
        let durations = Axis(.logarithmic, holding: values, from: 232, to: 24)
        slices.addPanel(to: &drawing, "response time", durations, Plot.durations(durations), isLast: height < 300) {
            plot in
            for (series, points) in curves { plot.curve(points.map { (x: $0.0, y: $0.1) }, "k\(series)") }
        }
        guard height > 300 else { return drawing }
        let room = processors
        let load = Axis(.linear, holding: [room], from: 372, to: 270, zero: true)
        let ticks = ThroughputChart.ticks(load, about: 2)
        slices.addPanel(to: &drawing, "processors", load, ticks, isLast: others.isEmpty) { plot in
            if hasMachine {
                let busy = slices.means(of: uses) { use in use.machine.map { $0 * room } }
                plot.band(busy.map { (x: $0.x, low: 0, high: $0.y) }, "f3")
                plot.curve(slices.means(of: uses) { use in use.stolen.map { $0 * room } }, "k5")
            }
            for party in used { plot.curve(slices.means(of: uses, party.value), "k\(party.series) solid") }
        }
        for (place, other) in others.enumerated() {
            let bottom = 372 + 84 * Double(place + 1)
            let y = Axis(.linear, holding: other.points.map(\.y), from: bottom, to: bottom - 50, zero: true)
            let ticks = y.ticks(about: 2).map { Plot.Tick(value: $0, label: other.text($0)) }
            slices.addPanel(to: &drawing, other.name, y, ticks, isLast: place == others.count - 1) { plot in
                plot.curve(other.points, "k4 solid")
            }
        }
        return drawing
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
