package import Documents

/// The kill matrix as a page that needs nothing but itself.
package enum StrengthPage {
    package static func page(_ report: StrengthReport) -> HTML {
        let matrix = report.matrix
        let contracts = Set(matrix.rows.flatMap { $0.kills.map(\.contractID) }).sorted()
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Strength of the catalogue</title>\(style)</head><body>
            <h1>Strength of the catalogue</h1>
            <p>\(StrengthText.percent(matrix.killed, of: matrix.mutants.count)) of \(matrix.mutants.count) mutants were \
            caught, \(StrengthText.percent(matrix.count(.rightReason), of: matrix.killed)) of them by a case that cites \
            what they break.</p>
            \(problems(report))
            <table><thead><tr><th>port</th><th>what it does wrong</th><th>fate</th><th>caught by</th></tr></thead><tbody>
            \(matrix.rows.map { row($0, report) })
            </tbody></table>
            <h2>Contracts</h2>
            <table><thead><tr><th>contract</th><th>catches</th></tr></thead><tbody>
            \(contracts.map { contract($0, matrix) })
            </tbody></table>
            </body></html>

            """
    }

    private static func problems(_ report: StrengthReport) -> HTML? {
        guard !report.problems.isEmpty else { return nil }
        return "<h2>Problems</h2><ul>\(report.problems.map { problem -> HTML in "<li>\(problem)</li>" })</ul>"
    }

    private static func row(_ row: KillMatrix.Row, _ report: StrengthReport) -> HTML {
        let fate = row.isDegenerate ? "degenerate, \(row.passes.count) passes" : row.fate.rawValue
        let word = row.isDegenerate ? (row.passes.isEmpty ? "right" : "survived") : name(row.fate)
        let killers = Dictionary(grouping: row.kills, by: \.contractID).sorted { $0.key < $1.key }
        return """
            <tr><td><code>\(row.id)</code></td><td>\(row.title) <small>\(row.cites.joined(separator: " "))</small></td>\
            <td class="\(word)">\(fate) <small>\(report.known[row.id] ?? "")</small></td>\
            <td>\(killers.map { killer($0.key, $0.value) })</td></tr>

            """
    }

    private static func killer(_ contract: String, _ kills: [KillMatrix.Kill]) -> HTML {
        let text: HTML = "\(contract) (\(kills.count))"
        return kills.contains(where: \.isRight) ? "<b>\(text)</b> " : "\(text) "
    }

    private static func contract(_ id: String, _ matrix: KillMatrix) -> HTML {
        let caught = matrix.rows.filter { row in row.kills.contains { $0.contractID == id } }.map(\.id)
        return "<tr><td><code>\(id)</code></td><td>\(caught.joined(separator: ", "))</td></tr>\n"
    }

    private static func name(_ fate: KillMatrix.Fate) -> String {
        switch fate {
        case .rightReason: "right"
        case .otherwise, .timeOutOnly: "other"
        case .survived, .notReached: "survived"
        }
    }

    private static var style: HTML {
        .code(
            .style,
            """
            body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
            table { border-collapse: collapse } td, th { border: 1px solid #ccc; padding: .25em .5em; text-align: left; \
            vertical-align: top } small { color: #666 } .right { background: #dff2df } .other { background: #fff3cd } \
            .survived { background: #f8d7da }
            """)
    }
}
