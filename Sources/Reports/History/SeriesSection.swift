internal import Documents

/// What became of the cases of one port as one platform and release.
struct SeriesSection {
    private static let maxRows = 100
    private static let maxStrips = 30
    /// More squares than these do not fit on a screen.
    private static let maxColumns = 90

    let series: HistorySeries
    let id: String
    let isAlone: Bool

    var section: Page.Section {
        Page.Section(
            id: id, title: isAlone ? series.title : "\(series.port), \(series.title)",
            note: "\(Quantity.count(series.nights.count)) \(series.nights.count == 1 ? "night" : "nights")",
            body: HTML(joining: [trend, failing, strips, flaky, mended].compactMap(\.self)))
    }

    private var times: [Int64] { series.nights.map(\.night.startedAt) }

    private var trend: HTML? {
        guard series.nights.count > 1 else { return nil }
        let points = zip(times, series.failed).map { TrendChart.Point(at: $0, Double($1)) }
        return TrendChart(id: "\(id)-failed", title: "Cases that failed", points: points, kind: .count).html
    }

    private var failing: HTML? {
        let all = series.failingNow
        guard !all.isEmpty else { return "<p>Nothing fails as of the last night.</p>" }
        let rows = all.prefix(Self.maxRows).map { one -> [HTML] in
            let since = one.failsSince ?? 0
            let before = one.episodes.count - 1
            return [
                "<span class=\"code\">\(one.id)</span><br/><small>\(one.area)</small>",
                "\(HistoryPage.day(series.nights[since].night.startedAt))",
                "\(series.nights[since].night.portVersion)", "\(series.nights.count - since)",
                before > 0 ? "\(before)" : "",
            ]
        }
        let table = DataTable(
            "Failing now, \(series.title), \(series.port)",
            columns: .columns(
                .init("case", .wide), .init("since", .number), .init("version then"), numbers: "nights",
                "times before"), rows: rows)
        return "<h3>Failing now, \(all.count)</h3>\n\(table.html)\(rest(all.count))"
    }

    private var flaky: HTML? {
        let all = series.flaky
        guard !all.isEmpty else { return nil }
        let rows = all.prefix(Self.maxRows).map { one -> [HTML] in
            let share = one.failures
            let interval = Interval.rate(share.count, of: share.total)
            return [
                "<span class=\"code\">\(one.id)</span><br/><small>\(one.area)</small>", "\(Quantity.share(share.rate))",
                "\(Quantity.share(interval.lowerBound)) to \(Quantity.share(interval.upperBound))",
                "\(share.count) of \(share.total)", "\(one.flips)",
            ]
        }
        let table = DataTable(
            "Flaky, \(series.title), \(series.port)",
            columns: .columns(.init("case", .wide), numbers: "fails", "with 95 %", "seen", "changed"), rows: rows)
        return """
            <h3>Flaky, \(all.count)</h3>
            <p>Cases that failed and passed in the same night, or changed three times or more, of the last \
            \(CaseHistory.window) nights.</p>
            \(table.html)\(rest(all.count))
            """
    }

    private var mended: HTML? {
        let all = series.mended
        guard !all.isEmpty else { return nil }
        let durations = all.map { Double($0.duration) }
        let rows = all.prefix(20).map { one -> [HTML] in
            [
                "<span class=\"code\">\(one.caseID)</span>",
                "\(HistoryPage.day(series.nights[one.start].night.startedAt))",
                "\(HistoryPage.day(series.nights[one.end].night.startedAt))",
                "\(HistoryPage.span(Double(one.duration)))",
            ]
        }
        let table = DataTable(
            "Fixed, \(series.title), \(series.port)",
            columns: .columns(.init("case", .wide), numbers: "failed from", "passed again", "took"), rows: rows)
        return """
            <h3>Fixed, \(Quantity.count(all.count))</h3>
            <p>Half of them within \(HistoryPage.span(ChangePoints.median(durations))), the longest took \
            \(HistoryPage.span(durations.max() ?? 0)).</p>
            <details><summary>The latest \(rows.count)</summary>\(table.html)</details>

            """
    }

    private func rest(_ count: Int) -> HTML? {
        count > Self.maxRows ? "<p>\(count - Self.maxRows) more are left out.</p>\n" : nil
    }

    // MARK: - When what failed

    private var strips: HTML? {
        let all = series.cases.filter { !$0.episodes.isEmpty || $0.states.contains(.open) }
        // What failed last is what people ask about.
        let shown = all.sorted { left, right in
            let (a, b) = (left.episodes.last?.start ?? -1, right.episodes.last?.start ?? -1)
            return (a, right.id) > (b, left.id)
        }.prefix(Self.maxStrips)
        guard !shown.isEmpty, series.nights.count > 1 else { return nil }
        let columns = min(Self.maxColumns, series.nights.count)
        let (left, cell, row) = (300.0, 8.0, 16.0)
        var drawing = Drawing(
            width: left + Double(columns) * cell + 8, height: Double(shown.count) * row + 26)
        for (index, one) in shown.enumerated() {
            let y = Double(index) * row + 22
            drawing.text(Prose.foldedInTheMiddle(one.id, to: 46), left - 8, y + 9, "tick end")
            var paths: [CaseHistory.State: String] = [:]
            let states = (0..<columns).map { state(one, $0, columns) }
            var start = 0
            while start < columns {
                var end = start
                while end + 1 < columns, states[end + 1] == states[start] { end += 1 }
                let (x, width) = (left + Double(start) * cell, Double(end - start + 1) * cell - 1)
                paths[states[start], default: ""] +=
                    "M\(Drawing.number(x)) \(Drawing.number(y))h\(Drawing.number(width))v12h-\(Drawing.number(width))z"
                start = end + 1
            }
            for (state, style) in [
                (CaseHistory.State.passed, "h1"), (.failed, "f1"), (.known, "f4"), (.open, "f6"),
            ] {
                if let path = paths[state] { drawing.path(path, style) }
            }
        }
        let days = [times.first, times.last].compactMap { $0.map(HistoryPage.day) }
        drawing.text(days.first ?? "", left, 12, "tick")
        if columns > 18 { drawing.text(days.last ?? "", left + Double(columns) * cell, 12, "tick end") }
        let each = (series.nights.count + columns - 1) / columns
        return """
            <h3>When what failed</h3>
            <p>A line for each of the \(shown.count) cases of \(all.count) that failed last, a square for \
            \(each == 1 ? "each night" : "up to \(each) nights, of which the worst is shown").</p>
            \(legend)\
            <div class="scroll" role="region" tabindex="0" aria-label="When what failed, \(series.title), \(series.port)">\
            \(drawing.html(id: "\(id)-strips", title: "When what failed", description: "\(shown.count) cases over \(series.nights.count) nights; the tables beside it say the same.", isFixed: true))</div>

            """
    }

    private var legend: HTML? {
        Chart.legend(
            [("f1", "failed"), ("f4", "failed as known"), ("f6", "inconclusive"), ("h1", "passed")]
                .map { Chart.Key(style: $0, name: $1, shape: .area) })
    }

    private func state(_ one: CaseHistory, _ column: Int, _ columns: Int) -> CaseHistory.State {
        let count = series.nights.count
        let (start, end) = (column * count / columns, max((column + 1) * count / columns, column * count / columns + 1))
        return one.states[start..<min(end, count)].max() ?? .absent
    }
}
