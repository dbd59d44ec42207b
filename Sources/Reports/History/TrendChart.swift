internal import Documents

extension TrendChart.Point {
    /// A value that is exactly known.
    init(at time: Int64, _ value: Double) { self.init(time: time, value: value, low: value, high: value) }
}

/// A figure over the nights, with its interval and the places where it changed to another level.
struct TrendChart {
    struct Point {
        /// Milliseconds since 1970.
        var time: Int64
        var value: Double
        var low: Double
        var high: Double
    }

    enum Kind {
        /// Nanoseconds.
        case duration
        case count
        /// From 0 to 1.
        case share
    }

    /// A picture has no room for more.
    private static let maxPoints = 360

    let id: String
    let title: String
    let points: [Point]
    let kind: Kind

    var html: HTML {
        let changes = kind == .duration ? ChangePoints.places(in: points.map(\.value)) : []
        let shown = thinned
        var plot = Plot(
            height: 220,
            x: Axis(
                .linear, Double(points.first?.time ?? 0),
                max(Double(points.last?.time ?? 0), Double(points.first?.time ?? 0) + 1),
                from: Plot.left, to: Plot.right),
            y: Axis(.linear, holding: shown.flatMap { [$0.low, $0.high] }, from: 180, to: 24, zero: kind != .share))
        plot.axes(dates, ticks(plot.y), xName: "", yName: name)
        for piece in pieces(shown, longest: 3 * max(spacing(points), spacing(shown))) {
            plot.band(piece.map { (Double($0.time), $0.low, $0.high) }, "f2")
            if piece.count == 1 {
                plot.drawing.circle(
                    plot.x.position(Double(piece[0].time)), plot.y.position(piece[0].value), 3, "f2 dots")
            } else {
                plot.curve(piece.map { (Double($0.time), $0.value) }, "k2 solid")
            }
        }
        for change in changes {
            let at = plot.x.position(Double(points[change].time))
            plot.drawing.line(at, plot.y.start, at, plot.y.end, "rule")
        }
        return Chart(
            id: id, title: title, message: message(changes), picture: plot.drawing,
            tables: table(changes)
        ).html
    }

    private func message(_ changes: [Int]) -> String {
        guard let last = points.last else { return "" }
        let known = last.low < last.high ? " (\(text(last.low)) to \(text(last.high)))" : ""
        let values = points.map(\.value)
        let start =
            "\(text(last.value))\(known) in the last night, from \(text(values.min() ?? 0)) to \(text(values.max() ?? 0)) over "
            + "\(Quantity.count(points.count)) \(points.count == 1 ? "night" : "nights")."
        guard let change = changes.last else { return start }
        let (before, after) = levels(change, changes)
        return start
            + " Since \(HistoryPage.day(points[change].time)) it is \(text(after)), before it was \(text(before))."
    }

    /// The medians from the change before to the change after.
    private func levels(_ change: Int, _ changes: [Int]) -> (Double, Double) {
        let values = points.map(\.value)
        let start = changes.last { $0 < change } ?? 0
        let end = changes.first { $0 > change } ?? values.count
        return (ChangePoints.median(values[start..<change]), ChangePoints.median(values[change..<end]))
    }

    private func table(_ changes: [Int]) -> [DataTable] {
        guard !changes.isEmpty else { return [] }
        let rows = changes.suffix(50).map { change -> [HTML] in
            let (before, after) = levels(change, changes)
            return [
                "\(HistoryPage.day(points[change].time))", "\(text(before))", "\(text(after))",
                "\(after > before ? "+" : "")\(Quantity.short(100 * (after - before) / max(before, 1e-9))) %",
            ]
        }
        return [
            DataTable(
                "Levels of \(title)",
                columns: [.init("since"), .init("before", .number), .init("then", .number), .init("change", .number)],
                rows: rows, isCompact: true)
        ]
    }

    // MARK: - Fewer points

    /// Of points beside each other the median, with all that they hold.
    private var thinned: [Point] {
        guard points.count > Self.maxPoints else { return points }
        return (0..<Self.maxPoints).map { column in
            let some = points[column * points.count / Self.maxPoints..<(column + 1) * points.count / Self.maxPoints]
            let low = some.map(\.low).min() ?? 0
            let high = some.map(\.high).max() ?? 0
            return Point(
                time: some[some.startIndex + some.count / 2].time,
                value: kind == .count ? some.map(\.value).max() ?? 0 : ChangePoints.median(some.map(\.value)), low: low,
                high: high)
        }
    }

    private func spacing(_ points: [Point]) -> Double {
        ChangePoints.median(zip(points, points.dropFirst()).map { Double($1.time - $0.time) })
    }

    /// A curve ends where nothing is known.
    private func pieces(_ points: [Point], longest: Double) -> [[Point]] {
        var pieces: [[Point]] = []
        for point in points {
            if let last = pieces.last?.last, Double(point.time - last.time) <= longest || longest == 0 {
                pieces[pieces.count - 1].append(point)
            } else {
                pieces.append([point])
            }
        }
        return pieces
    }

    // MARK: - Words

    private var name: String {
        switch kind {
        case .duration: "duration"
        case .count: "cases"
        case .share: "share"
        }
    }

    private func text(_ value: Double) -> String {
        switch kind {
        case .duration: Quantity.duration(value)
        case .count: Quantity.number(value.rounded())
        case .share: Quantity.share(value)
        }
    }

    private func ticks(_ axis: Axis) -> [Plot.Tick] {
        axis.ticks(about: 4).filter { kind != .count || $0 == $0.rounded() }
            .map { Plot.Tick(value: $0, label: kind == .duration && $0 == 0 ? "0" : text($0)) }
    }

    private var dates: [Plot.Tick] {
        guard let first = points.first?.time, let last = points.last?.time, last > first else {
            return points.first.map { [Plot.Tick(value: Double($0.time), label: HistoryPage.day($0.time))] } ?? []
        }
        // Within a few days four dates would be partly the same.
        let withTime = last - first < 4 * 86_400_000
        // Not at the ends, where they would run into the other axis.
        return (0..<4).map { part in
            let time = first + (last - first) / 8 * Int64(2 * part + 1)
            return Plot.Tick(
                value: Double(time), label: withTime ? HistoryPage.minute(time) : HistoryPage.day(time))
        }
    }
}
