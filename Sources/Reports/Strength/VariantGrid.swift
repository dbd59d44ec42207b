internal import Documents
internal import Evidence

/// The table of ports that are right: what each does otherwise, why that is allowed, and what did not let it pass.
enum VariantGrid {
    static func section(_ matrix: VariantMatrix) -> Page.Section? {
        guard !matrix.rows.isEmpty else { return nil }
        return Page.Section(
            id: "variants", title: "Right ports", note: "\(matrix.rows.count)",
            body: """
                <p>Ports that are right, and differ from the reference where the documents leave a choice. None may \
                fail.</p>
                <div class="scroll" role="region" aria-label="Right ports" tabindex="0">
                <table class="grid"><thead><tr><th>port, what it does otherwise, and why it may</th>\
                <th class="area">passed</th><th class="area">wrongly failed</th><th class="area">inconclusive</th>\
                </tr></thead><tbody>
                \(matrix.rows.map(row))</tbody></table>
                </div>
                """)
    }

    private static func row(_ row: VariantMatrix.Row) -> HTML {
        """
        <tr><td class="port"><code>\(row.id)</code> \(row.title): \(row.reason) <small>\
        \(row.grounds.map { id -> HTML in "<span class=\"broken\">\(id)</span> " })</small>\(notPassed(row))</td>\
        <td class="number right">\(row.passes)</td>\(cell(row.wrong, "survived"))\(cell(row.undecided, "other"))</tr>

        """
    }

    private static func cell(_ results: [VariantMatrix.NotPassed], _ word: String) -> HTML {
        results.isEmpty ? "<td></td>" : "<td class=\"number \(word)\">\(results.count)</td>"
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
