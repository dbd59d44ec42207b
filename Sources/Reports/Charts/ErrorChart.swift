internal import Documents
internal import LoadResults

/// What went wrong when, by its kind.
struct ErrorChart {
    private static let styles = ["f1", "f4", "f6", "f2", "f5"]

    /// The most frequent first.
    private let errors: [(code: String, error: ErrorFigures)]
    private let slices: TimeSlices

    init(_ report: LoadReport) {
        errors = report.errors
        slices = TimeSlices(report, maxCount: 150)
    }

    /// The most frequent kinds, each with a style of its own, and the others together.
    private var kinds: [(codes: Set<String>, name: String, style: String)] {
        let shown = errors.prefix(Self.styles.count)
        let others = errors.dropFirst(shown.count)
        return zip(shown, Self.styles).map { ([$0.code], $0.code, $1) }
            + (others.isEmpty ? [] : [(Set(others.map(\.code)), "others", "f3")])
    }

    var chart: Chart? {
        guard !errors.isEmpty, slices.slices.count > 1 else { return nil }
        return Chart(
            id: "errors-over-time", title: "Errors over time",
            message: "Iterations a second that did not come to their end, by the reason.",
            keys: kinds.map { Chart.Key(style: $0.style, name: $0.name, shape: .area) }, picture: picture,
            description: errors.map { "\($0.code): \($0.error.count)" }.joined(separator: ", "))
    }

    private var picture: Drawing {
        let totals = slices.slices.map { $0.rate { $0.errors.values.reduce(0, +) } }
        var drawing = Drawing(width: Plot.width, height: 220)
        let y = Axis(.linear, holding: totals, from: 172, to: 24, zero: true)
        slices.addPanel(to: &drawing, "errors a second", y, ThroughputChart.ticks(y, about: 3)) { plot in
            for slice in slices.slices {
                var sum = 0.0
                let left = plot.x.position(slice.start)
                let width = max(1, plot.x.position(slice.start + slice.length) - left - 0.5)
                for kind in kinds {
                    let rate = slice.rate { second in kind.codes.reduce(0) { $0 + (second.errors[$1] ?? 0) } }
                    guard rate > 0 else { continue }
                    let bottom = plot.y.position(sum)
                    sum += rate
                    let top = plot.y.position(sum)
                    plot.drawing.rectangle(
                        left, top, width, bottom - top, kind.style,
                        tip: "\(kind.name): \(Quantity.number(rate)) a second")
                }
            }
        }
        return drawing
    }

    var table: DataTable {
        DataTable(
            "Errors",
            columns: .columns(
                .init("reason"), numbers: "count", "first", "last", then: .init("one of them", .wide)),
            rows: errors.map { code, error in
                [
                    "\(code)", "\(Quantity.count(error.count))", "\(Quantity.duration(error.first))",
                    "\(Quantity.duration(error.last))", "\(Prose.printable(error.sample))",
                ]
            })
    }
}
