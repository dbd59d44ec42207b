internal import Documents
internal import Measurement

/// One fan-out, a line for each provider, and what everybody waited for.
struct WaterfallChart {
    let sample: FanOutSample

    var chart: Chart {
        Chart(
            id: "waterfall-\(sample.name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })",
            title: "\(Self.title(of: sample.name)): \(Quantity.duration(sample.completed))",
            message: message,
            keys: [
                Chart.Key(style: "f3", name: "until the request was there", shape: .area),
                Chart.Key(style: "f2", name: "the provider", shape: .area),
                Chart.Key(style: "f5", name: "first to last byte", shape: .area),
                Chart.Key(style: "f1", name: "until it was merged, or all was done", shape: .area),
            ],
            picture: picture, description: message, tables: [table])
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
            (sample.providers.map(\.requested).max() ?? .zero) - (sample.providers.map(\.requested).min() ?? .zero)
        return "\(Prose.count(sample.providers.count, "provider")), session \(sample.session). Called "
            + "\(Quantity.duration(sample.called)) after it was due; the requests came within "
            + "\(Quantity.duration(spread)); done \(Quantity.duration(sample.completed - sample.limit)) after the last byte."
    }

    private var picture: Drawing {
        let count = sample.providers.count
        let row: Double = count <= 16 ? 22 : count <= 32 ? 14 : 9
        let labelled = count <= 32 ? 1 : 4
        let bottom = 44 + row * Double(max(1, count))
        let ends = [sample.completed] + sample.providers.flatMap { [$0.lastByte, $0.merged ?? .zero] }
        var plot = Plot(
            height: bottom + 40,
            x: Axis(.linear, holding: ends.map(Self.nanoseconds), from: 84, to: Plot.right, zero: true),
            y: Axis(.linear, 0, 1, from: bottom, to: 44))
        plot.axes(Plot.durations(plot.x, about: 7), [], xName: "since the fan-out was due", yName: "")
        for (index, provider) in sample.providers.enumerated() {
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

    private func bars(of provider: FanOutSample.Provider, top: Double, height: Double, in plot: inout Plot) {
        let end = provider.merged ?? max(sample.completed, provider.lastByte)
        let parts = [
            (sample.called, provider.requested, "f3", "on its way"),
            (provider.requested, provider.firstByte, "f2", "the provider"),
            (provider.firstByte, provider.lastByte, "f5", "first to last byte"),
            (provider.lastByte, end, "f1", "until it was merged"),
        ]
        for (start, end, style, name) in parts where end > start {
            let left = plot.x.position(Self.nanoseconds(start))
            // What is brief is drawn all the same.
            let width = max(0.7, plot.x.position(Self.nanoseconds(end)) - left)
            let isThin = style == "f3" || style == "f1"
            plot.drawing.rectangle(
                left, isThin ? top + height * 0.3 : top, width, isThin ? height * 0.4 : height, style,
                tip: "\(provider.name), \(name): \(Quantity.duration(end - start))")
        }
    }

    private func rules(in plot: inout Plot, bottom: Double) {
        var rules = [(sample.called, "call"), (sample.limit, "last byte"), (sample.completed, "done")]
        if let first = sample.firstMerge { rules.insert((first, "first merge"), at: 1) }
        var lastEnd = [-1.0, -1.0]
        for (time, name) in rules {
            let at = plot.x.position(Self.nanoseconds(time))
            plot.drawing.line(at, 30, at, bottom, "rule")
            // Names that would touch go on two lines, and near the edge to the left; on a phone they are larger.
            let width = Double(name.count) * 9
            let isLeft = at + width > Plot.width
            let start = isLeft ? at - width : at
            let line = lastEnd[0] <= start ? 0 : 1
            lastEnd[line] = start + width + 8
            plot.drawing.text(
                name, isLeft ? at - 3 : at + 3, line == 0 ? 26 : 12, isLeft ? "tick end halo" : "tick halo")
        }
    }

    private static func nanoseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }

    private var table: DataTable {
        DataTable(
            Self.title(of: sample.name),
            columns: [
                .init("provider"), .init("request there", .number), .init("first byte", .number),
                .init("last byte", .number), .init("merged", .number), .init("status", .number),
            ],
            rows: sample.providers.map { provider in
                [
                    HTML(text: provider.name), HTML(text: Quantity.duration(provider.requested)),
                    HTML(text: Quantity.duration(provider.firstByte)), HTML(text: Quantity.duration(provider.lastByte)),
                    HTML(text: provider.merged.map { Quantity.duration($0) } ?? ""), HTML(text: "\(provider.status)"),
                ]
            },
            isCompact: true)
    }
}
