/// A drawing with two axes, their grid and their names.
struct Plot {
    struct Tick {
        var value: Double
        var label: String
    }

    static let width = 760.0
    static let left = 64.0
    static let right = 748.0

    var drawing: Drawing
    let x: Axis
    let y: Axis

    /// `y` goes from the bottom, its start, to the top.
    init(height: Double, x: Axis, y: Axis) {
        self.init(Drawing(width: Self.width, height: height), x: x, y: y)
    }

    /// The same in a picture that has something else already.
    init(_ drawing: Drawing, x: Axis, y: Axis) {
        self.drawing = drawing
        self.x = x
        self.y = y
    }

    /// The axes; the name of `y` stands above it, that of `x` below.
    mutating func axes(_ xTicks: [Tick], _ yTicks: [Tick], xName: String, yName: String) {
        for tick in yTicks {
            let at = y.position(tick.value)
            drawing.line(x.start, at, x.end, at, "grid")
            drawing.text(tick.label, x.start - 8, at + 4, "tick end")
        }
        for tick in xTicks {
            let at = x.position(tick.value)
            drawing.line(at, y.start, at, y.start + 5, "axis")
            drawing.text(tick.label, at, y.start + 18, "tick mid")
        }
        drawing.line(x.start, y.start, x.end, y.start, "axis")
        drawing.text(yName, 0, y.end - 10, "label")
        if !xName.isEmpty { drawing.text(xName, x.end, y.start + 34, "label end") }
    }

    mutating func curve(_ points: [(x: Double, y: Double)], _ style: String) {
        drawing.path(line(points), "curve " + style)
    }

    /// What fan-outs to so many providers came to, a dot for each number of them.
    mutating func dots(
        _ points: [(x: Double, y: Double)], series: Int, radius: Double = 4, text: (Double) -> String
    ) {
        for point in points {
            drawing.circle(
                x.position(point.x), y.position(point.y), radius, "dots f\(series)",
                tip: "\(Int(point.x)) providers: \(text(point.y))")
        }
    }

    /// The room between two curves over the same places.
    mutating func band(_ points: [(x: Double, low: Double, high: Double)], _ style: String) {
        guard points.count > 1 else { return }
        let there = points.map { ($0.x, $0.high) }
        let back = points.reversed().map { ($0.x, $0.low) }
        drawing.path(line(there + back) + "Z", "band " + style)
    }

    private func line(_ points: [(x: Double, y: Double)]) -> String {
        var commands = ""
        for (index, point) in points.enumerated() {
            commands += index == 0 ? "M" : "L"
            commands += Drawing.number(x.position(point.x)) + " " + Drawing.number(y.position(point.y))
        }
        return commands
    }

    /// Round durations along an axis of nanoseconds.
    static func durations(_ axis: Axis, about count: Int = 6) -> [Tick] {
        axis.ticks(about: count).map { Tick(value: $0, label: $0 == 0 ? "0" : Quantity.duration($0)) }
    }

    /// Seconds of a run, in minutes and seconds where it is long.
    static func times(_ axis: Axis) -> [Tick] {
        let isLong = axis.highest >= 120
        let steps: [Double] = isLong ? [10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200] : [1, 2, 5, 10, 20]
        let step = steps.first { axis.highest / $0 <= 10 } ?? axis.highest / 8
        return stride(from: 0, through: axis.highest, by: step).map { second in
            let text = isLong ? clock(Int(second)) : "\(Quantity.short(second)) s"
            return Tick(value: second, label: text)
        }
    }

    private static func clock(_ seconds: Int) -> String {
        "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
}
