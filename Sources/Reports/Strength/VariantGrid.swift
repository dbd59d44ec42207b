internal import Documents
internal import Evidence

/// The table of ports that are right: what each does otherwise, why that is allowed, and what did not let it pass.
enum VariantGrid {
    static func section(_ matrix: VariantMatrix) -> Page.Section? {
        guard !matrix.rows.isEmpty else { return nil }
        let table = DataTable(
            "Right ports",
            columns: .columns(
                .init("port, what it does otherwise, and why it may", .wide), numbers: "passed", "wrongly failed",
                "inconclusive"),
            rows: matrix.rows.map { row in
                [
                    """
                    <code>\(row.id)</code> \(row.title): \(row.reason) <small>\(row.grounds.joined(separator: " "))</small>\
                    \(notPassed(row))
                    """,
                    "\(row.passes)", row.wrong.isEmpty ? "" : Badge(.fail, word: "\(row.wrong.count)").html,
                    row.undecided.isEmpty ? "" : Badge(.inconclusive, word: "\(row.undecided.count)").html,
                ]
            })
        return Page.Section(
            id: "variants", title: "Right ports", note: "\(matrix.rows.count)",
            body: """
                <p>Ports that are right, and differ from the reference where the documents leave a choice. None may \
                fail.</p>
                \(table.html)
                """)
    }

    private static func notPassed(_ row: VariantMatrix.Row) -> HTML? {
        guard !row.notPassed.isEmpty else { return nil }
        return """
            <details><summary>\(Prose.count(row.notPassed.count, "case"))</summary><ul>\
            \(row.notPassed.map { one -> HTML in
                "<li><b>\(one.caseID)</b> as \(one.leg), \(one.outcome.rawValue): \(one.message)</li>"
            })</ul></details>
            """
    }
}
