internal import Evidence
package import LoadResults

/// A comparison of two load runs as Markdown.
package struct LoadComparisonMarkdown {
    private let comparison: LoadComparison

    package init(_ comparison: LoadComparison) {
        self.comparison = comparison
    }

    package var markdown: String {
        var page = Markdown()
        let sign = LoadComparisonText.outcome(of: comparison.verdict).emoji
        let changed = comparison.rows.filter { $0.verdict != .none }
        let overall = comparison.rows.filter { $0.providers == nil }
        page.blocks = [
            Markdown.Block(head: "## \(sign) Load: \(comparison.verdict.rawValue.lowercased())"),
            Markdown.Block(head: Markdown.escaped(comparison.sentence)),
            Markdown.Block(
                head: "\(Markdown.code(comparison.old.name)) → \(Markdown.code(comparison.new.name)), "
                    + "\(Quantity.duration(comparison.old.measured)) and \(Quantity.duration(comparison.new.measured)) measured"
            ),
            table("What changed", changed),
            table("Over all numbers of providers", overall),
        ].compactMap(\.self)
        return page.text(limit: RunSummary.maxBytes)
    }

    private func table(_ title: String, _ rows: [LoadComparison.Row]) -> Markdown.Block? {
        guard !rows.isEmpty else { return nil }
        return Markdown.Block(
            head: "**\(title)**\n\n| | old | new | change | 95 % | chance |\n|---|---:|---:|---:|---|---:|",
            items: rows.map { row in
                let cells = [
                    LoadComparison.name(of: row), Quantity.duration(row.old), Quantity.duration(row.new),
                    LoadComparison.percent(row.change),
                    "\(LoadComparison.percent(row.interval.lowerBound)) to \(LoadComparison.percent(row.interval.upperBound))",
                    row.counts ? LoadComparisonText.chance(row.adjusted) : "–",
                ]
                return "| " + cells.map(Markdown.escaped).joined(separator: " | ") + " |"
            }, noun: "row")
    }
}
