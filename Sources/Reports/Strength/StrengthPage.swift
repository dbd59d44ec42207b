package import Documents

package enum StrengthPage {
    package static func page(_ report: StrengthReport) -> HTML {
        Page(
            kind: "Strength", title: "Strength of the catalogue",
            lead: "\(banner(report).html)\n\(figures(report))",
            sections: [problems(report), evidence(report.matrix), grid(report), VariantGrid.section(report.variants)]
                .compactMap(\.self) + lists(report)
        ).html
    }

    private static func banner(_ report: StrengthReport) -> VerdictBanner {
        let matrix = report.matrix
        let sentence =
            "Every contract was run against ports that are wrong on purpose: \(Prose.count(matrix.mutants.count, "mutant")) of the "
            + "reference, each with one rule broken, and \(Prose.count(matrix.degenerate.count, "degenerate port"))."
        return report.problems.isEmpty
            ? VerdictBanner(Badge(.pass, sign: "✓", word: "As expected"), sentence)
            : VerdictBanner(Badge(.fail, sign: "✗", word: Prose.count(report.problems.count, "problem")), sentence)
    }

    private static func figures(_ report: StrengthReport) -> HTML {
        let matrix = report.matrix
        let known = report.explained.count
        let expected = matrix.mutants.count - known
        let passes = matrix.passesOfDegeneratePorts.count
        let late = matrix.count(.timeOutOnly)
        let silent = matrix.withoutKill(report.statements).count
        return DescriptionList(
            .tiles,
            [
                .init(
                    "mutation score", StrengthText.percent(matrix.killed, of: expected),
                    note: "\(matrix.killed) of \(expected) that can be caught"),
                .init(
                    "right-reason score", StrengthText.percent(matrix.count(.rightReason), of: matrix.killed),
                    note: "\(matrix.count(.rightReason)) of \(matrix.killed) killed"),
                .init(
                    "time-out or crash only", StrengthText.percent(late, of: matrix.killed),
                    note: "\(late) of \(matrix.killed) killed", isNone: late == 0),
                .init(
                    "known by waiting alone", StrengthText.percent(matrix.count(.timeOut), of: matrix.killed),
                    note: "\(matrix.count(.timeOut)) of \(matrix.killed) killed, whatever they cite",
                    isNone: matrix.count(.timeOut) == 0),
                .init(
                    "variants failed", Quantity.count(report.variants.rows.count { !$0.wrong.isEmpty }),
                    note: "of \(report.variants.rows.count)", isNone: report.variants.wrong == 0),
                .init("known to survive", Quantity.count(known), isNone: known == 0),
                .init("passes of degenerate ports", Quantity.count(passes), isNone: passes == 0),
                .init(
                    "statements without a kill", Quantity.count(silent),
                    note: "of \(report.statements.count) that bind the port (MUST)", isNone: silent == 0),
                .init(
                    "killing set", Quantity.count(report.killingSet.count),
                    note: "cases, of which none can be left out"),
            ]
        ).html
    }

    private static func problems(_ report: StrengthReport) -> Page.Section? {
        guard !report.problems.isEmpty else { return nil }
        return Page.Section(
            id: "problems", title: "Problems", note: "\(report.problems.count)",
            body: Page.list(report.problems))
    }

    /// On what the kills rest, so that nobody takes silence for more than it is.
    private static func evidence(_ matrix: KillMatrix) -> Page.Section? {
        guard matrix.killed > 0 else { return nil }
        let table = DataTable(
            "Evidence", columns: .columns(.init("evidence", .wide), numbers: "mutants"),
            texts: KillMatrix.Kill.Manner.allCases.map { [$0.words, "\(matrix.count($0))"] })
        return Page.Section(
            id: "evidence", title: "What the kills rest on", note: "\(matrix.killed)",
            body: """
                <p>The best evidence of each mutant that was caught. A port is idle when nothing that it asked of anybody is \
                unanswered, every call has returned, its executor was passed, its process answers, and nothing has come of \
                it for longer than it ever pauses by itself: then what did not come is not late.</p>
                \(table.html)
                """)
    }

    private static func grid(_ report: StrengthReport) -> Page.Section? {
        guard !report.matrix.rows.isEmpty else { return nil }
        return Page.Section(
            id: "matrix", title: "Kill matrix", note: "\(report.matrix.rows.count)",
            body: """
                <p>A number is how many cases of the area caught the port: <b class="right">for the right reason</b>, \
                because they cite what it breaks, or <span class="other">for another reason</span>.</p>
                <div class="scroll" role="region" aria-label="Kill matrix" tabindex="0">
                \(StrengthGrid.table(report))
                </div>
                """)
    }

    private static func lists(_ report: StrengthReport) -> [Page.Section] {
        report.lists.filter { !$0.items.isEmpty }.map { id, title, items in
            Page.Section(
                id: id, title: Prose.capitalized(title), note: "\(items.count)",
                body: """
                    <details><summary>\(Prose.count(items.count, "entry"))</summary>
                    \(Page.list(items.map { name, reason in reason.map { "\(name): \($0)" } ?? name }))</details>
                    """)
        }
    }
}
