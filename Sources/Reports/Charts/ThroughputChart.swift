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
        let isDropping = slices.slices.contains { $0.rate(\.dropped) > 0 }
        return Chart(
            id: "throughput", title: "Throughput",
            message: "Iterations a second, due and completed; below, those under way."
                + (slices.warmUpEnd > 0 ? " The warm-up is shaded." : ""),
            keys: [
                Chart.Key(style: "band f3", name: "due", shape: .area), Chart.Key(style: "k2 solid", name: "completed"),
            ]
                + (isDropping ? [Chart.Key(style: "k1", name: "dropped")] : [])
                + [Chart.Key(style: "k4 solid", name: "under way")],
            picture: picture(isDropping), description: description, tables: [table])
    }

    private func picture(_ isDropping: Bool) -> Drawing {
        let rates = slices.slices.flatMap { [$0.rate(\.due), $0.rate(\.completed)] }
        var drawing = Drawing(width: Plot.width, height: 400)
        let upper = Axis(.linear, holding: rates, from: 232, to: 24, zero: true)
        slices.addPanel(to: &drawing, "iterations a second", upper, Self.ticks(upper), isLast: false) { plot in
            plot.band(slices.slices.map { (x: $0.middle, low: 0, high: $0.rate(\.due)) }, "f3")
            if isDropping { plot.curve(slices.slices.map { ($0.middle, $0.rate(\.dropped)) }, "k1") }
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

    private var description: String {
        let completed = slices.slices.map { $0.rate(\.completed) }
        return
            "Between \(Quantity.number(completed.min() ?? 0)) and \(Quantity.number(completed.max() ?? 0)) iterations a "
            + "second were completed."
    }

    private var table: DataTable {
        DataTable(
            "Throughput",
            columns: .columns(numbers: "from second", "due a second", "completed", "dropped", "failed", "under way"),
            texts: coarse.slices.map { slice in
                let failed = slice.rate { $0.errors.values.reduce(0, +) }
                return [
                    slice.start, slice.rate(\.due), slice.rate(\.completed), slice.rate(\.dropped), failed,
                    slice.rate(\.underWay),
                ].map(Quantity.number)
            })
    }
}
