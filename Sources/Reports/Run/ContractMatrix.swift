internal import AccessEnablerAPI
internal import Documents
internal import Evidence

/// How each contract came out in each run: a row for each area, with a table to open.
struct ContractMatrix {
    private struct Row {
        var contract: String
        var title: String
        /// The cases of each run.
        var runs: [[Verdict]]

        var worst: Outcome { OutcomeCounts(runs.joined().map(\.outcome)).worst }
    }

    let reports: [RunReport]
    let profile: Profile
    /// The section about a verdict of a run, where it has one.
    let anchor: (_ run: Int, _ caseID: String) -> String?

    private var areas: [(name: String, rows: [Row])] {
        let seen = reports.enumerated().flatMap { run, report in
            report.verdicts.compactMap { $0.seen(in: profile) }.map { (run: run, verdict: $0) }
        }
        let areas = seen.grouped { $0.verdict.area }.map { area, seen -> (name: String, rows: [Row]) in
            let rows = seen.grouped { $0.verdict.contractID }.map { contract, seen in
                Row(
                    contract: contract, title: seen[0].verdict.title,
                    runs: reports.indices.map { run in seen.filter { $0.run == run }.map { $0.verdict } })
            }
            return (area, rows)
        }
        // What failed comes first; the others stay in their order.
        return areas.enumerated().sorted { left, right in
            let (a, b) = (Self.rank(left.element.rows), Self.rank(right.element.rows))
            return (a, left.offset) < (b, right.offset)
        }.map(\.element)
    }

    private static func rank(_ rows: [Row]) -> Int {
        let worst = OutcomeCounts(rows.map(\.worst)).worst
        return [.crash, .fail, .inconclusive, .warn].firstIndex(of: worst) ?? 4
    }

    var html: HTML {
        let areas = areas
        let outcomes = Set(areas.flatMap(\.rows).flatMap { $0.runs.joined().map(\.outcome) })
        let used = Outcome.allCases.filter(outcomes.contains)
        let table = DataTable(
            "Outcomes by area, \(profile.rawValue)",
            columns: [.init("area"), .init("verdict"), .init("contracts", .number)]
                + used.map { .init($0.rawValue.lowercased(), .number) },
            rows: areas.map { row($0.name, $0.rows, used) }
                + (areas.count > 1 ? [row("all", areas.flatMap(\.rows), used)] : []))
        return """
            \(table.html)
            \(areas.map(details))
            """
    }

    private func row(_ name: String, _ rows: [Row], _ columns: [Outcome]) -> [HTML] {
        let counts = OutcomeCounts(rows.flatMap { $0.runs.joined().map(\.outcome) })
        return ["\(name)", Badge(counts.verdict).html, "\(rows.count)"]
            + columns.map { counts[$0] == 0 ? "<span class=\"note\">·</span>" : "\(counts[$0])" }
    }

    private func details(_ area: String, _ rows: [Row]) -> HTML {
        let table = DataTable(
            "Contracts of \(area), \(profile.rawValue)",
            columns: [.init("contract", .wide)]
                + reports.map { .init("\($0.header.platform.rawValue) \($0.header.version)") },
            rows: rows.map { row in
                ["<span class=\"code\">\(row.contract)</span><br/><small>\(row.title)</small>"]
                    + row.runs.enumerated().map { run, verdicts in cell(run, verdicts) }
            })
        let cases = rows.reduce(0) { $0 + $1.runs.joined().count }
        return """
            <details><summary>\(area) <span class="note">\(Prose.count(rows.count, "contract")), \
            \(Prose.count(cases, "case"))</span></summary>
            \(table.html)</details>

            """
    }

    private func cell(_ run: Int, _ verdicts: [Verdict]) -> HTML {
        guard !verdicts.isEmpty else { return "<span class=\"note\">·</span>" }
        let worst = OutcomeCounts(verdicts.map(\.outcome)).worst
        let hit = verdicts.filter { $0.outcome == worst }
        let count: HTML? =
            verdicts.count > 1 ? " <span class=\"note\">\(hit.count) of \(verdicts.count)</span>" : nil
        let badge: HTML = "\(Badge(worst).html)\(count)"
        guard let target = hit.lazy.compactMap({ anchor(run, $0.caseID) }).first else { return badge }
        return "<a href=\"#\(target)\">\(badge)</a>"
    }
}
