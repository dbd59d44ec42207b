/// The strength of a catalogue for a person at a terminal, 80 columns wide.
package struct StrengthText {
    private let report: StrengthReport
    private let palette: Palette
    private static let width = 80

    package init(_ report: StrengthReport, palette: Palette = .plain) {
        self.report = report
        self.palette = palette
    }

    package var summary: String {
        [degenerate, figures, lists, variants, problems].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// A wrong port: `last-wins   right reason   31 cases, such as race-order[...]`.
    package static func line(_ row: KillMatrix.Row, palette: Palette) -> String {
        let right = row.kills.filter(\.isRight)
        let shown = (right.isEmpty ? row.kills : right).first
        var words = row.isKilled ? "\(Prose.count(row.kills.count, "case")), such as \(shown?.caseID ?? "")" : ""
        if row.isDegenerate { words = "\(Prose.count(row.passes.count, "pass")), " + words }
        let status = Prose.padded(row.isDegenerate ? "degenerate" : row.status.rawValue, to: 24)
        let cut = Prose.cut(words, to: max(10, width - 56))
        return Prose.padded(Prose.cut(row.id, to: 30), to: 31) + colored(status, row, palette) + cut
    }

    private static func colored(_ text: String, _ row: KillMatrix.Row, _ palette: Palette) -> String {
        if row.isDegenerate { return row.passes.isEmpty ? palette.dim(text) : palette.red(text) }
        return switch row.status {
        case .rightReason: palette.green(text)
        case .otherReason, .timeOutOnly: palette.yellow(text)
        case .survived, .notReached: palette.red(text)
        }
    }

    private var degenerate: String {
        let rows = report.matrix.degenerate
        guard !rows.isEmpty else { return "" }
        let passes = report.matrix.passesOfDegeneratePorts
        return Self.wrapped(
            "\(Prose.count(rows.count, "degenerate port")) passed \(Prose.count(passes.count, "case"))")
    }

    private var figures: String {
        let matrix = report.matrix
        let total = matrix.mutants.count
        guard total > 0 else { return "" }
        let explained = report.explained.count
        var text = Prose.count(total, "mutant") + ":\n"
        for status in KillMatrix.Status.allCases {
            text += Prose.rightAligned("\(matrix.count(status))", to: 6) + "  " + status.rawValue + "\n"
        }
        let known = explained > 0 ? " (\(explained) known to survive are not counted)" : ""
        let right = Self.percent(matrix.count(.rightReason), of: matrix.killed)
        for (name, score) in [
            ("mutation score", "\(Self.percent(matrix.killed, of: total - explained)) of \(total - explained)\(known)"),
            ("right-reason score", "\(right) of \(matrix.killed) killed"),
            ("time-out or crash only", Self.percent(matrix.count(.timeOutOnly), of: matrix.killed)),
        ] { text += Prose.entry(name, score, column: 24) + "\n" }
        text += "evidence of the kills, the best of each mutant:\n"
        for manner in KillMatrix.Kill.Manner.allCases {
            text += Prose.rightAligned("\(matrix.count(manner))", to: 6) + "  " + manner.words + "\n"
        }
        return text + Self.causes(of: matrix)
    }

    /// Into how few causes is grouped what the cases showed of each mutant.
    package static func causes(of matrix: KillMatrix) -> String {
        let rows = matrix.mutants.filter { $0.causes > 0 }.sorted { $0.causes < $1.causes }
        guard let last = rows.last else { return "" }
        let few = rows.count { $0.causes <= 3 }
        let many = rows.dropFirst(few).map { "\($0.id) \($0.causes)" }
        return wrapped(
            "causes of what a mutant shows: \(rows[(rows.count - 1) / 2].causes) of the median mutant, at most 3 of "
                + "\(percent(few, of: rows.count)) of \(rows.count), at most \(last.causes) (\(last.id))")
            + (many.isEmpty ? "" : list("mutants with more than 3 causes: \(many.count)", many))
    }

    private var lists: String {
        guard !report.matrix.rows.isEmpty else { return "" }
        return report.lists.map { Self.list("\($0.title): \($0.items.count)", $0.items.map(\.name)) }.joined()
    }

    private var variants: String {
        let matrix = report.variants
        guard !matrix.rows.isEmpty else { return "" }
        return Self.wrapped(
            "\(Prose.count(matrix.rows.count, "right port")) passed \(Prose.count(matrix.passes, "case")); "
                + "\(matrix.wrong) wrongly failed, \(matrix.undecided) inconclusive")
    }

    /// `polls-each-second   663 passed`.
    package static func line(_ row: VariantMatrix.Row, palette: Palette) -> String {
        let words = row.notPassed.first.map { ", such as \($0.caseID) as \($0.leg)" } ?? ""
        var counts = "\(row.passes) passed"
        if row.warnings > 0 { counts += ", \(row.warnings) WARN" }
        if !row.wrong.isEmpty { counts += ", \(row.wrong.count) FAIL" }
        if !row.undecided.isEmpty { counts += ", \(row.undecided.count) INCONCLUSIVE" }
        let text = Prose.padded(Prose.cut(row.id, to: 30), to: 31) + counts + words
        return row.notPassed.isEmpty
            ? palette.green(text) : row.wrong.isEmpty ? palette.yellow(text) : palette.red(text)
    }

    private var problems: String {
        report.problems.isEmpty
            ? "" : palette.bold("problems:") + "\n" + report.problems.map { Self.wrapped("- " + $0) }.joined()
    }

    private static func list(_ title: String, _ items: [String]) -> String {
        guard !items.isEmpty else { return title + "\n" }
        return title + "\n"
            + Prose.indented(Prose.folded(items, indent: 0, width: width - 2), by: 2) + "\n"
    }

    private static func wrapped(_ text: String) -> String {
        Prose.wrapped(text, width: width, indent: text.hasPrefix("- ") ? 2 : 0) + "\n"
    }

    /// `98.5 %`, never rounded up to a hundred.
    static func percent(_ count: Int, of total: Int) -> String {
        guard total > 0 else { return "-" }
        let tenths = count * 1_000 / total
        return "\(tenths / 10).\(tenths % 10) %"
    }
}

extension KillMatrix.Kill.Manner {
    /// What was known of the port.
    package var words: String {
        switch self {
        case .seen: "something was seen"
        case .idle: "expected and missing, from an idle port"
        case .timeOut: "expected and missing twice, the second time after four times as long"
        case .crash: "the port crashed or stopped answering"
        }
    }
}
