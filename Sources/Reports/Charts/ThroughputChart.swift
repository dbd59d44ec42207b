internal import LoadResults

/// How many iterations were due, came to their end, and were under way, over time.
struct ThroughputChart {
    private let slices: TimeSlices
    private let coarse: TimeSlices

    init(_ report: LoadReport) {
        slices = TimeSlices(report, maxCount: 300)
        coarse = TimeSlices(report, maxCount: 30)
    }

    var chart: Chart? {
        guard slices.slices.count > 1 else { return nil }
        let losses = Self.losses.filter { loss in slices.slices.contains { $0.rate(loss.count) > 0 } }
        return Chart(
            id: "throughput", title: "Throughput",
            message: "Iterations a second, due and completed; below, those under way."
                + (slices.warmUpEnd > 0 ? " The warm-up is shaded." : ""),
            keys: [
                Chart.Key(style: "band f3", name: "due", shape: .area), Chart.Key(style: "k2 solid", name: "completed"),
            ]
                + losses.map { Chart.Key(style: $0.style, name: $0.name) }
                + [Chart.Key(style: "k4 solid", name: "under way")],
            picture: picture(losses.map { ($0.style, $0.count) }), tables: [table])
    }

    private static let losses: [(name: String, style: String, count: @Sendable (LoadFigures.Second) -> Int)] = [
        ("dropped", "k1", { $0.dropped }), ("failed", "k5", { $0.failed }),
    ]

    private func picture(_ losses: [(style: String, count: (LoadFigures.Second) -> Int)]) -> Drawing {
        let rates = slices.slices.flatMap { [$0.rate(\.due), $0.rate(\.completed)] }
        var drawing = Drawing(width: Plot.width, height: 400)
        let upper = Axis(.linear, holding: rates, from: 232, to: 24, zero: true)
        slices.addPanel(to: &drawing, "iterations a second", upper, Self.ticks(upper), isLast: false) { plot in
            plot.band(slices.slices.map { (x: $0.middle, low: 0, high: $0.rate(\.due)) }, "f3")
            for loss in losses { plot.curve(slices.slices.map { ($0.middle, $0.rate(loss.count)) }, loss.style) }
            plot.curve(slices.slices.map { ($0.middle, $0.rate(\.completed)) }, "k2 solid")
        }
        let flights = slices.slices.map { (x: $0.middle, y: $0.rate(\.underWay)) }
        let lower = Axis(.linear, holding: flights.map(\.y), from: 352, to: 274, zero: true)
        slices.addPanel(to: &drawing, "under way", lower, Self.ticks(lower, about: 2)) { $0.curve(flights, "k4 solid") }
        return drawing
    }

    static func ticks(_ axis: Axis, about count: Int = 5) -> [Plot.Tick] {
        axis.ticks(about: count).map { Plot.Tick(value: $0, label: Quantity.number($0)) }
    }

    private var table: DataTable {
        DataTable(
            "Throughput",
            columns: .columns(numbers: "from second", "due a second", "completed", "dropped", "failed", "under way"),
            texts: coarse.slices.map { slice in
                [
                    slice.start, slice.rate(\.due), slice.rate(\.completed), slice.rate(\.dropped),
                    slice.rate(\.failed), slice.rate(\.underWay),
                ].map(Quantity.number)
            })
    }
}
