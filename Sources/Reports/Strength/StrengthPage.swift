package import Documents

/// The kill matrix as a page.
package enum StrengthPage {
    package static func page(_ report: StrengthReport) -> HTML {
        Page(
            kind: "Strength", title: "Strength of the catalogue",
            lead: "\(banner(report).html)\n\(figures(report.matrix).html)",
            sections: [problems(report), ports(report), contracts(report.matrix)].compactMap(\.self)
        ).html
    }

    private static func banner(_ report: StrengthReport) -> VerdictBanner {
        let matrix = report.matrix
        let sentence =
            "\(StrengthText.percent(matrix.killed, of: matrix.mutants.count)) of \(matrix.mutants.count) mutants were "
            + "caught, \(StrengthText.percent(matrix.count(.rightReason), of: matrix.killed)) of them by a case that "
            + "cites what they break."
        return report.problems.isEmpty
            ? VerdictBanner(Badge(.pass, sign: "✓", word: "As expected"), sentence)
            : VerdictBanner(
                Badge(.fail, sign: "✗", word: Prose.count(report.problems.count, "problem")), sentence)
    }

    private static func figures(_ matrix: KillMatrix) -> DescriptionList {
        DescriptionList(
            .tiles,
            KillMatrix.Fate.allCases.map { fate in
                let count = matrix.count(fate)
                return .init(fate.rawValue, Quantity.count(count), isNone: count == 0)
            } + [.init("degenerate ports", Quantity.count(matrix.degenerate.count))])
    }

    private static func problems(_ report: StrengthReport) -> Page.Section? {
        guard !report.problems.isEmpty else { return nil }
        return Page.Section(
            id: "problems", title: "Problems", note: "\(report.problems.count)",
            body: "<ul class=\"list\">\(report.problems.map { "<li><p>\($0)</p></li>" as HTML })</ul>")
    }

    private static func ports(_ report: StrengthReport) -> Page.Section? {
        let table = DataTable(
            "Wrong ports, and what became of them",
            columns: [.init("port"), .init("what it does wrong", .wide), .init("fate"), .init("caught by", .wide)],
            rows: report.matrix.rows.map { row in
                let killers = Dictionary(grouping: row.kills, by: \.contractID).sorted { $0.key < $1.key }
                return [
                    "<code>\(row.id)</code>", "\(row.title) <small>\(row.cites.joined(separator: " "))</small>",
                    "\(fate(row).html) <small>\(report.known[row.id] ?? "")</small>",
                    HTML(joining: killers.map { killer($0.key, $0.value) }, separator: ", "),
                ]
            })
        return Page.Section(
            id: "ports", title: "Wrong ports", note: "\(report.matrix.rows.count)",
            body: "<p>Contracts in bold caught it for the right reason.</p>\n\(table.html)")
    }

    private static func killer(_ contract: String, _ kills: [KillMatrix.Kill]) -> HTML {
        let text: HTML = "\(contract) (\(kills.count))"
        return kills.contains(where: \.isRight) ? "<b>\(text)</b>" : text
    }

    private static func fate(_ row: KillMatrix.Row) -> Badge {
        guard !row.isDegenerate else {
            let passes = "degenerate, \(Prose.count(row.passes.count, "case")) passed"
            return row.passes.isEmpty ? Badge(.pass, sign: "✓", word: passes) : Badge(.fail, sign: "✗", word: passes)
        }
        return switch row.fate {
        case .rightReason: Badge(.pass, sign: "✓", word: row.fate.rawValue)
        case .otherwise, .timeOutOnly: Badge(.open, sign: "≈", word: row.fate.rawValue)
        case .survived, .notReached: Badge(.fail, sign: "✗", word: row.fate.rawValue)
        }
    }

    private static func contracts(_ matrix: KillMatrix) -> Page.Section? {
        let contracts = Set(matrix.rows.flatMap { $0.kills.map(\.contractID) }).sorted()
        let table = DataTable(
            "What each contract catches", columns: [.init("contract"), .init("catches", .wide)],
            rows: contracts.map { contract in
                let caught = matrix.rows.filter { row in row.kills.contains { $0.contractID == contract } }.map(\.id)
                return ["<code>\(contract)</code>", "\(caught.joined(separator: ", "))"]
            })
        return Page.Section(id: "contracts", title: "Contracts", note: "\(contracts.count)", body: table.html)
    }
}
