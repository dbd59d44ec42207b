internal import LoadResults
internal import Measurement
internal import Timing

/// One fan-out, a line for each provider, and what everybody waited for.
struct WaterfallChart {
    private let name: String
    /// With times since it was due.
    private let waterfall: Waterfall

    /// The median and the one at the 99th percentile, as far as they were kept, and the slowest of all of the run.
    static func charts(of step: ScaleStep, among all: [ScaleStep]) -> [Chart?] {
        let waterfalls = step.scale.waterfalls
        func nearest(_ percentile: Double) -> Waterfall? {
            let time = step.scale.phases[.completion]?.significantValue(at: percentile)
            return time.flatMap { waterfalls.nearest(to: .nanoseconds($0)) }
        }
        let worst = all.compactMap(\.scale.waterfalls.slowest).max { $0.response < $1.response }
        return [("median", nearest(50)), ("p99", nearest(99)), ("worst", worst)].map { name, waterfall in
            waterfall.map { WaterfallChart(name: name, waterfall: $0.sinceDue).chart }
        }
    }

    /// From when it was due to the last byte of the slowest provider.
    private var limit: Duration { waterfall.branches.map(\.left).max() ?? waterfall.startDelay }

    var chart: Chart {
        Chart(
            id: "waterfall-\(name)",
            title: "\(Self.title(of: name)): \(Quantity.duration(waterfall.completed))",
            message: message,
            keys: [
                Chart.Key(style: "f3", name: "until the request was there", shape: .area),
                Chart.Key(style: "f2", name: "the provider", shape: .area),
                Chart.Key(style: "f5", name: "first to last byte", shape: .area),
                Chart.Key(style: "f1", name: "until it was merged, or all was done", shape: .area),
            ],
            picture: picture, tables: [table])
    }

    private static func title(of name: String) -> String {
        switch name {
        case "median": "The median fan-out"
        case "worst": "The worst fan-out"
        default: "The fan-out at \(name)"
        }
    }

    private var message: String {
        let spread =
            (waterfall.branches.map(\.received).max() ?? .zero) - (waterfall.branches.map(\.received).min() ?? .zero)
        return "\(Prose.count(waterfall.branches.count, "provider")), session \(waterfall.session). Called "
            + "\(Quantity.duration(waterfall.startDelay)) after it was due; the requests came within "
            + "\(Quantity.duration(spread)); done \(Quantity.duration(waterfall.completed - limit)) after the last byte."
    }

    private var picture: Drawing {
        let count = waterfall.branches.count
        let row: Double = count <= 16 ? 22 : count <= 32 ? 14 : 9
        let labelled = count <= 32 ? 1 : 4
        let bottom = 44 + row * Double(max(1, count))
        let ends = [waterfall.completed] + waterfall.branches.flatMap { [$0.left, $0.processed ?? .zero] }
        var plot = Plot(
            height: bottom + 40,
            x: Axis(.linear, holding: ends.map(\.nanoseconds), from: 84, to: Plot.right, zero: true),
            y: Axis(.linear, 0, 1, from: bottom, to: 44))
        plot.axes(Plot.durations(plot.x, about: 7), [], xName: "since the fan-out was due", yName: "")
        for (index, provider) in waterfall.branches.enumerated() {
            let top = 44 + row * Double(index)
            if index.isMultiple(of: labelled) {
                let name = provider.status == 200 ? provider.name : "\(provider.name) (\(provider.status))"
                plot.drawing.text(Prose.cut(name, to: 12), 76, top + row / 2 + 4, "tick end")
            }
            bars(of: provider, top: top + row * 0.15, height: row * 0.7, in: &plot)
        }
        rules(in: &plot, bottom: bottom)
        return plot.drawing
    }

    private func bars(of provider: Waterfall.Branch, top: Double, height: Double, in plot: inout Plot) {
        let end = provider.processed ?? max(waterfall.completed, provider.left)
        let parts = [
            (waterfall.startDelay, provider.received, "f3", "on its way"),
            (provider.received, provider.answered, "f2", "the provider"),
            (provider.answered, provider.left, "f5", "first to last byte"),
            (provider.left, end, "f1", "until it was merged"),
        ]
        for (start, end, style, name) in parts where end > start {
            let left = plot.x.position(start.nanoseconds)
            // What is brief is drawn all the same.
            let width = max(0.7, plot.x.position(end.nanoseconds) - left)
            let isThin = style == "f3" || style == "f1"
            plot.drawing.rectangle(
                left, isThin ? top + height * 0.3 : top, width, isThin ? height * 0.4 : height, style,
                tip: "\(provider.name), \(name): \(Quantity.duration(end - start))")
        }
    }

    private func rules(in plot: inout Plot, bottom: Double) {
        var rules = [(waterfall.startDelay, "call"), (limit, "last byte"), (waterfall.completed, "done")]
        if let first = waterfall.branches.compactMap(\.processed).min() { rules.insert((first, "first merge"), at: 1) }
        var lastEnd = [-1.0, -1.0]
        for (time, name) in rules {
            let at = plot.x.position(time.nanoseconds)
            plot.drawing.line(at, 30, at, bottom, "rule")
            // Names that would touch go on two lines with room, near the edge to the left; on a phone they are larger.
            let width = Double(name.count) * 9
            let isLeft = at + width > Plot.width
            let start = isLeft ? at - width : at
            guard let line = lastEnd.firstIndex(where: { $0 <= start }) else { continue }
            lastEnd[line] = start + width + 8
            plot.drawing.text(
                name, isLeft ? at - 3 : at + 3, line == 0 ? 26 : 12, isLeft ? "tick end halo" : "tick halo")
        }
    }

    private var table: DataTable {
        DataTable(
            Self.title(of: name),
            columns: .columns(
                .init("provider"), numbers: "request there", "first byte", "last byte", "merged", "status"),
            texts: waterfall.branches.map { provider in
                let times = [provider.received, provider.answered, provider.left].map { Quantity.duration($0) }
                let merged = provider.processed.map { Quantity.duration($0) } ?? ""
                return [provider.name] + times + [merged, "\(provider.status)"]
            })
    }
}
