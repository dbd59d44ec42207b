internal import Documents
internal import Evidence

/// The ports side by side, as of the last night of each: a row for each, and the areas in columns.
struct PortsTable {
    let history: History
    let link: (_ folder: String) -> String?

    private struct Row {
        var port: String
        var night: Night
        var run: Night.Run
    }

    private var rows: [Row] {
        history.ports.flatMap { port in
            let own = history.nights.filter { $0.port == port }
            return Set(own.flatMap { $0.runs.map(\.title) }).sorted().compactMap { title in
                own.reversed().lazy.compactMap { night in
                    night.runs.first { $0.title == title }.map { Row(port: port, night: night, run: $0) }
                }.first
            }
        }
    }

    var section: Page.Section? {
        let rows = rows
        guard !rows.isEmpty else { return nil }
        let areas = rows.flatMap { history.lists[$0.run.cases]?.entries ?? [] }.map(\.area).uniqued()
        let table = DataTable(
            "Ports and areas",
            columns: [.init("port", .wide), .init("run", .number), .init("night", .number), .init("verdict")]
                + areas.map { .init($0, .number) },
            rows: rows.map { row in
                let cell = counts(row.run)
                let target = link(row.night.folder(of: row.run))
                return [
                    "\(row.port)<br/><small>\(row.night.portVersion)</small>", "\(row.run.title)",
                    "\(HistoryPage.day(row.night.startedAt))", Self.linked(HistoryPage.badge(row.run), target),
                ] + areas.map { area in self.cell(cell[area], target) }
            }, isCompact: true)
        return Page.Section(
            id: "ports", title: "Side by side", note: "\(history.ports.count)",
            body: """
                <p>Cases passed of those that apply, as of each port's last night. Each cell leads to the report, where it is \
                still there.</p>
                \(table.html)
                """)
    }

    private func counts(_ run: Night.Run) -> [String: (kept: Int, total: Int, worst: Outcome)] {
        guard let list = history.lists[run.cases] else { return [:] }
        var outcomes = [Outcome](repeating: .pass, count: list.entries.count)
        for (outcome, places) in run.outcomes {
            for place in places where outcomes.indices.contains(place) { outcomes[place] = outcome }
        }
        var byArea: [String: [Outcome]] = [:]
        for (entry, outcome) in zip(list.entries, outcomes) { byArea[entry.area, default: []].append(outcome) }
        return byArea.mapValues { all in
            let counts = OutcomeCounts(all)
            return (counts.kept, all.count, counts.worst)
        }
    }

    private func cell(_ cell: (kept: Int, total: Int, worst: Outcome)?, _ target: String?) -> HTML {
        guard let cell else { return "<span class=\"note\">·</span>" }
        let badge = Badge(cell.worst, word: "\(cell.kept)/\(cell.total)")
        return Self.linked(badge.html, target)
    }

    static func linked(_ html: HTML, _ target: String?) -> HTML {
        target.map { "<a href=\"\($0)\">\(html)</a>" } ?? html
    }
}
