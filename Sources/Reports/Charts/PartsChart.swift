internal import Evidence

/// What service is made of, a bar for each number of providers.
struct PartsChart {
    let steps: [ScaleStep]

    init(_ steps: [ScaleStep]) {
        self.steps = steps.filter { !$0.parts.isEmpty }
    }

    /// Every part once, in their order.
    private var names: [String] { steps.flatMap { $0.parts.map(\.name) }.uniqued() }

    var chart: Chart? {
        guard !steps.isEmpty else { return nil }
        return Chart(
            id: "parts", title: "What service is made of",
            message: "Mean durations of the parts of a fan-out, one after another.",
            keys: names.enumerated().map { Chart.Key(style: Self.style($0), name: $1, shape: .area) },
            picture: picture,
            description: steps.map { step in
                "\(Prose.count(step.providers, "provider")): "
                    + step.parts.map { "\($0.name) \(Quantity.duration($0.mean))" }.joined(separator: ", ") + "."
            }.joined(separator: " "),
            tables: [table])
    }

    private static func style(_ index: Int) -> String { "f\([3, 2, 5, 1, 4, 6][index % 6])" }

    private var picture: Drawing {
        let row = 30.0
        let totals = steps.map { $0.parts.reduce(0) { $0 + $1.mean } }
        let bottom = 24 + row * Double(steps.count)
        let names = names
        var plot = Plot(
            height: bottom + 40, x: Axis(.linear, holding: totals, from: Plot.left, to: Plot.right - 56, zero: true),
            y: Axis(.linear, 0, 1, from: bottom, to: 24))
        plot.axes(Plot.durations(plot.x), [], xName: "", yName: "providers")
        for (index, step) in steps.enumerated() {
            let top = 24 + row * Double(index) + 5
            plot.drawing.text("\(step.providers)", Plot.left - 8, top + 15, "tick end")
            var start = 0.0
            for part in step.parts {
                let left = plot.x.position(start)
                start += part.mean
                plot.drawing.rectangle(
                    left, top, plot.x.position(start) - left, row - 10,
                    Self.style(names.firstIndex(of: part.name) ?? 0),
                    tip: "\(part.name): \(Quantity.duration(part.mean))")
            }
            plot.drawing.text(Quantity.duration(start), plot.x.position(start) + 6, top + 15, "tick")
        }
        return plot.drawing
    }

    private var table: DataTable {
        DataTable(
            "What completion is made of",
            columns: (["providers"] + names).map { .init($0, .number) },
            texts: steps.map { step in
                ["\(step.providers)"]
                    + names.map { name in
                        step.parts.first { $0.name == name }.map { Quantity.duration($0.mean) } ?? ""
                    }
            })
    }
}
