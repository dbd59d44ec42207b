internal import LoadResults

/// What the run took of the machine: processors, memory, descriptors and threads.
struct ResourceChart {
    private struct Series {
        var name: String
        var number: Int
        var panel: Int
        var value: @Sendable (ResourceUse) -> Double?
    }

    private static let panels: [(name: String, text: @Sendable (Double) -> String)] = [
        ("processors in use", { Quantity.short($0) }), ("memory", { Quantity.bytes($0) }),
        ("descriptors, threads", { Quantity.number($0) }),
    ]
    private static let all = [
        Series(name: "processors: generator", number: 2, panel: 0) { $0.generatorCPU },
        Series(name: "processors: backend", number: 3, panel: 0) { $0.backendCPU },
        Series(name: "processors: port", number: 1, panel: 0) { $0.portCPU },
        Series(name: "memory: generator", number: 4, panel: 1) { $0.memory.map(Double.init) },
        Series(name: "memory: port", number: 1, panel: 1) { $0.portMemory.map(Double.init) },
        Series(name: "descriptors", number: 5, panel: 2) { $0.descriptors.map(Double.init) },
        Series(name: "threads", number: 6, panel: 2) { $0.threads.map(Double.init) },
    ]

    private let slices: TimeSlices
    private let uses: [ResourceUse]
    /// How many took together what is shown.
    private let machines: Int

    init(_ report: LoadReport) {
        slices = TimeSlices(report, maxCount: 200)
        uses = report.uses
        machines = max(1, report.parts.count)
    }

    var chart: Chart? {
        let drawn = Self.all.map { (series: $0, points: slices.means(of: uses, $0.value)) }
            .filter { !$0.points.isEmpty }
        guard slices.slices.count > 1, !drawn.isEmpty else { return nil }
        return Chart(
            id: "resource-use", title: machines == 1 ? "Resources" : "Resources of \(machines) machines together",
            message: machines == 1
                ? "What the run took of the machine, second by second."
                : "What the run took of all its machines, added up second by second.",
            keys: drawn.map { Chart.Key(style: "k\($0.series.number)", name: $0.series.name) },
            picture: picture(drawn),
            description: drawn.map { "\($0.series.name): \(range($0))" }.joined(separator: "; ") + ".",
            tables: [
                DataTable(
                    "Resources",
                    columns: .columns(.init("of"), numbers: "lowest", "mean", "highest"),
                    texts: drawn.map { series, points in
                        let values = points.map(\.y)
                        let mean = values.reduce(0, +) / Double(values.count)
                        return [series.name]
                            + [values.min() ?? 0, mean, values.max() ?? 0].map(Self.panels[series.panel].text)
                    })
            ])
    }

    private func range(_ drawn: (series: Series, points: [(x: Double, y: Double)])) -> String {
        let values = drawn.points.map(\.y)
        let text = Self.panels[drawn.series.panel].text
        return "\(text(values.min() ?? 0)) to \(text(values.max() ?? 0))"
    }

    private func picture(_ drawn: [(series: Series, points: [(x: Double, y: Double)])]) -> Drawing {
        let panels = Self.panels.indices.filter { panel in drawn.contains { $0.series.panel == panel } }
        let height = 122.0
        let bottom = height * Double(panels.count)
        var drawing = Drawing(width: Plot.width, height: bottom + 40)
        for (place, panel) in panels.enumerated() {
            let top = height * Double(place) + 24
            let curves = drawn.filter { $0.series.panel == panel }
            var plot = Plot(
                height: bottom + 40, x: slices.axis,
                y: Axis(
                    .linear, holding: curves.flatMap { $0.points.map(\.y) }, from: top + height - 40, to: top,
                    zero: true))
            plot.drawing = drawing
            slices.shade(&plot)
            let isLast = place == panels.count - 1
            plot.axes(
                isLast ? Plot.times(plot.x) : [],
                plot.y.ticks(about: 3).map { Plot.Tick(value: $0, label: Self.panels[panel].text($0)) },
                xName: isLast ? "time of the run" : "", yName: Self.panels[panel].name)
            for curve in curves { plot.curve(curve.points, "k\(curve.series.number)") }
            drawing = plot.drawing
        }
        return drawing
    }
}
