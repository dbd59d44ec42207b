internal import Evidence
package import LoadResults

extension LoadComparison {
    package var markdown: String {
        var page = Markdown()
        let sign = LoadComparisonText.outcome(of: verdict).emoji
        let changed = rows.filter { $0.verdict != .none }
        let overall = rows.filter { $0.providers == nil }
        page.blocks = [
            Markdown.Block(head: "## \(sign) Load: \(verdict.rawValue.lowercased())"),
            Markdown.Block(head: Markdown.escaped(sentence)),
            Markdown.Block(
                head: "\(Markdown.code(old.name)) → \(Markdown.code(new.name)), "
                    + "\(Quantity.duration(old.measured)) and \(Quantity.duration(new.measured)) measured"
            ),
            table("What changed", changed),
            table("Over all numbers of providers", overall),
        ].compactMap(\.self)
        return page.text(limit: RunSummary.maxBytes)
    }

    private func table(_ title: String, _ rows: [Row]) -> Markdown.Block? {
        guard !rows.isEmpty else { return nil }
        return Markdown.Block(
            head: "**\(title)**",
            items: ["| | old | new | change | 95 % | chance |\n|---|---:|---:|---:|---|---:|"]
                + rows.map { row in
                    let cells = [
                        Self.name(of: row), Quantity.duration(row.old), Quantity.duration(row.new),
                        Self.percent(row.change),
                        "\(Self.percent(row.interval.lowerBound)) to \(Self.percent(row.interval.upperBound))",
                        row.counts ? LoadComparisonText.chance(row.adjusted) : "–",
                    ]
                    return "| " + cells.map(Markdown.escaped).joined(separator: " | ") + " |"
                }, noun: "row")
    }
}
