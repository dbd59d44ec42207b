package import Documents
internal import Evidence
internal import Timing

/// The nights of a folder as one page.
package struct HistoryPage {
    /// So many ports, platforms and releases have a section: the page stays below a megabyte.
    private static let maxSeries = 12
    /// So many of the latest nights are named.
    private static let maxNights = 30

    private let history: History
    /// Where the page of a run's folder is, as a link; nil where there is none.
    private let link: (_ folder: String) -> String?

    package init(_ history: History, link: @escaping (_ folder: String) -> String?) {
        self.history = history
        self.link = link
    }

    package var html: HTML {
        let series = history.ports.flatMap { history.series(of: $0) }
        let details = series.prefix(Self.maxSeries).enumerated().map { number, one in
            SeriesSection(series: one, id: "s\(number + 1)", isAlone: history.ports.count == 1).section
        }
        // The ports' table has them all the same.
        let left = series.dropFirst(Self.maxSeries).map { "\($0.port), \($0.title)" }
        let rest: Page.Section? =
            left.isEmpty
            ? nil
            : Page.Section(
                id: "left-out", title: "Left out",
                body: "<p>There is no room here for \(Prose.cut(left.joined(separator: "; "), to: 2_000)).</p>")
        return Page(
            kind: "History", title: title, lead: lead(series),
            sections: [PortsTable(history: history, link: link).section].compactMap(\.self) + details
                + [rest, load, shares, nights].compactMap(\.self),
            footer: "\(PageMark.html)assay \(history.nights.last?.assayVersion ?? "")"
        ).html
    }

    private var title: String {
        let ports = history.ports
        return ports.count == 1 ? ports[0] : Prose.count(ports.count, "port")
    }

    // MARK: - What it all comes to

    private func lead(_ series: [HistorySeries]) -> HTML {
        let failing = series.reduce(0) { $0 + $1.failingNow.count }
        let flaky = series.reduce(0) { $0 + $1.flaky.count }
        let mended = series.flatMap(\.mended).map { Double($0.duration) }
        let times = history.nights.map(\.startedAt)
        let period = [times.first, times.last].compactMap { $0.map(Self.day) }.joined(separator: " to ")
        let holes = history.holes()
        var remarks = history.problems
        if !holes.isEmpty {
            let latest = holes.suffix(3).reversed().map { "\(Self.day($0.from)) to \(Self.day($0.to))" }
            remarks.append(
                "there is nothing from \(Prose.count(holes.count, "longer time")), the latest \(latest.joined(separator: ", "))"
            )
        }
        let incomplete = history.nights.count { !$0.isComplete }
        if incomplete > 0 { remarks.append("\(Prose.count(incomplete, "night")) ended before all was run") }
        return DescriptionList(
            .tiles,
            [
                .init("Nights", Quantity.count(history.nights.count), note: period),
                .init("Ports", "\(history.ports.count)"),
                .init("Failing now", "\(failing)", note: "cases, over all runs", isNone: failing == 0),
                .init("Flaky", "\(flaky)", note: "of the last \(CaseHistory.window) nights", isNone: flaky == 0),
                .init(
                    "Time to fix", mended.isEmpty ? "–" : Self.span(ChangePoints.median(mended)),
                    note: mended.isEmpty ? "nothing was fixed" : "median of \(Quantity.count(mended.count))",
                    isNone: mended.isEmpty),
            ]
        ).html + HTML(joining: remarks.map { "<p>\(Prose.capitalized($0)).</p>\n" })
    }

    // MARK: - Load, strength and coverage

    private var load: Page.Section? {
        let figures = history.nights.flatMap { night in night.load.map { (night: night, figure: $0) } }
        let series = figures.grouped { night, figure in
            history.ports.count == 1 ? figure.name : "\(night.port): \(figure.name)"
        }
        guard !series.isEmpty else { return nil }
        let charts = series.prefix(24).enumerated().map { number, one in
            let points = one.values.map { night, figure in
                TrendChart.Point(time: night.startedAt, value: figure.value, low: figure.low, high: figure.high)
            }
            return TrendChart(id: "load-\(number + 1)", title: one.key, points: points, kind: .duration).html
        }
        let rest: HTML? = series.count > 24 ? "<p>\(series.count - 24) more figures are left out.</p>" : nil
        return Page.Section(
            id: "load", title: "Load", note: "\(series.count)",
            body: """
                <p>Each with the interval that holds it with 95 %. A vertical line marks where it changed to another level, by \
                Pettitt's test at a significance level of 1 %.</p>
                \(HTML(joining: charts))\(rest)
                """)
    }

    private var shares: Page.Section? {
        let charts = [
            ("strength", "Wrong ports that are caught", \Night.strength),
            ("coverage", "Decided statements", \.coverage),
        ]
        .compactMap { id, title, path -> HTML? in
            let points = history.nights.compactMap { night in
                night[keyPath: path].map { TrendChart.Point(at: night.startedAt, $0.rate) }
            }
            return points.isEmpty ? nil : TrendChart(id: id, title: title, points: points, kind: .share).html
        }
        guard !charts.isEmpty else { return nil }
        return Page.Section(id: "trends", title: "Strength and coverage", body: HTML(joining: charts))
    }

    // MARK: - The latest nights

    private var nights: Page.Section? {
        let latest = history.nights.suffix(Self.maxNights).reversed()
        let table = DataTable(
            "The latest nights",
            columns: .columns(
                numbers: "night", then: .init("port", .wide), .init("version"), .init("specs"), .init("runs", .wide)),
            rows: latest.map { night in
                let runs = night.runs.map { run -> HTML in
                    let badge = PortsTable.linked(Self.badge(run), link(night.folder(of: run)))
                    return "\(badge) <small>\(run.title)</small> "
                }
                let load: HTML? = night.load.isEmpty ? nil : "<small>load</small>"
                return [
                    "\(Self.day(night.startedAt))", "\(night.portName)", "\(night.portVersion)",
                    "<span class=\"code\">\(String((night.specs ?? "").prefix(8)))</span>",
                    "\(HTML(joining: runs))\(load)",
                ]
            })
        let all = history.nights.count
        return Page.Section(
            id: "nights", title: "Nights", note: Quantity.count(all),
            body:
                "\(all > Self.maxNights ? "<p>The latest \(Self.maxNights) of \(Quantity.count(all)).</p>" as HTML : nil)\(table.html)"
        )
    }

    /// A night in which assay itself was at fault leaves the port's standing open.
    static func badge(_ run: Night.Run) -> HTML {
        let outcome: Outcome = run.exitCode == .suite ? .inconclusive : run.exitCode.shownAs
        return Badge(outcome, word: JSONReport.word(for: run.exitCode)).html
    }

    static func day(_ milliseconds: Int64) -> String { String(WallTime(milliseconds: milliseconds).text.prefix(10)) }

    /// `11-30 14:05`, in UTC.
    static func minute(_ milliseconds: Int64) -> String {
        String(WallTime(milliseconds: milliseconds).text.dropFirst(5).prefix(11))
    }

    /// `3 h`, `2 days`: nobody asks for more of how long something took to mend.
    static func span(_ milliseconds: Double) -> String {
        let hours = milliseconds / 3_600_000
        if hours < 1 { return "\(max(1, Int((hours * 60).rounded()))) min" }
        if hours < 48 { return "\(Quantity.short(hours)) h" }
        return "\(Quantity.short(hours / 24)) days"
    }
}
