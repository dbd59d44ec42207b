internal import Documents

/// The matrix itself: a line for each wrong port, a column for each area of the catalogue.
enum StrengthGrid {
    static func table(_ report: StrengthReport) -> HTML {
        let areas = Set(report.matrix.rows.flatMap { $0.kills.map(\.area) }).sorted()
        return """
            <table class="grid"><thead><tr><th>port, and what it does wrong</th><th>status</th>\
            \(areas.map { area -> HTML in "<th class=\"area\">\(area)</th>" })</tr></thead><tbody>
            \(report.matrix.rows.map { row($0, areas, report) })
            </tbody></table>

            """
    }

    private static func row(_ row: KillMatrix.Row, _ areas: [String], _ report: StrengthReport) -> HTML {
        let status = row.isDegenerate ? "degenerate, \(Prose.count(row.passes.count, "pass"))" : row.status.rawValue
        let reason = row.isKilled ? "" : report.known[row.id] ?? ""
        return """
            <tr><td class="port"><code>\(row.id)</code> \(row.title) <small>\
            \((row.cites + row.checks).map { id -> HTML in "<span class=\"broken\">\(id)</span> " })</small>\
            \(killers(row))</td><td class="status \(word(row, reason))">\(status) <small>\(reason)</small></td>\
            \(areas.map { area in cell(row.kills.filter { $0.area == area }) })</tr>

            """
    }

    private static func word(_ row: KillMatrix.Row, _ reason: String) -> String {
        if row.isDegenerate { return row.passes.isEmpty ? "right" : "survived" }
        return switch row.status {
        case .rightReason: "right"
        case .otherReason, .timeOutOnly: "other"
        case .survived, .notReached: reason.isEmpty ? "survived" : "equivalent"
        }
    }

    private static func cell(_ kills: [KillMatrix.Kill]) -> HTML {
        guard !kills.isEmpty else { return "<td></td>" }
        let cases = Set(kills.map(\.caseID)).count
        return "<td class=\"number \(kills.contains(where: \.isRight) ? "right" : "other")\">\(cases)</td>"
    }

    /// The cases that caught it, those with the right reason first.
    private static func killers(_ row: KillMatrix.Row) -> HTML? {
        guard row.isKilled else { return nil }
        let right = Set(row.kills.filter(\.isRight).map(\.caseID)).sorted()
        let others = Set(row.kills.map(\.caseID)).subtracting(right).sorted()
        return """
            <details><summary>\(right.count) for the right reason, \(others.count) for another; \
            \(row.manner?.words ?? "")</summary><ul>\
            \(right.map { id -> HTML in "<li><b>\(id)</b></li>" })\(others.map { id -> HTML in "<li>\(id)</li>" })</ul>\
            </details>
            """
    }
}
