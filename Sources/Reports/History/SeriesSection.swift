internal import Documents

/// What became of the cases of one port as one platform and release.
struct SeriesSection {
    private static let maxRows = 100

    let series: HistorySeries
    let id: String
    let isAlone: Bool

    var section: Page.Section {
        Page.Section(
            id: id, title: isAlone ? series.title : "\(series.port), \(series.title)",
            note: "\(Quantity.count(series.nights.count)) \(series.nights.count == 1 ? "night" : "nights")",
            body: HTML(joining: [trend, failing, flaky, mended].compactMap(\.self)))
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
}
