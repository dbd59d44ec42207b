internal import Evidence

package struct ComparisonMarkdown {
    private let comparison: RunComparison

    package init(_ comparison: RunComparison) {
        self.comparison = comparison
    }

    package var markdown: String {
        var page = Markdown()
        page.blocks = blocks(level: 2)
        return page.text(limit: RunSummary.maxBytes)
    }

    func blocks(level: Int) -> [Markdown.Block] {
        let hashes = String(repeating: "#", count: level)
        let old = comparison.old.runs.first
        let since = old.map { " since \(Markdown.escaped($0.portVersion)) of \(HistoryPage.day($0.startedAt))" } ?? ""
        var blocks = [
            Markdown.Block(head: "\(hashes) \(sign) What changed\(since): \(comparison.word)"),
            Markdown.Block(head: Markdown.escaped(comparison.sentence)),
        ]
        for kind in RunComparison.Kind.allCases {
            let changes = comparison.changes(kind)
            guard !changes.isEmpty else { continue }
            blocks.append(
                Markdown.Block(
                    head: "**\(kind.words.prefix(1).uppercased() + kind.words.dropFirst())**",
                    items: changes.map { item($0) }, noun: "case"))
        }
        blocks += [
            list("Capabilities lost", comparison.lost.map { "\(Markdown.code($0.name))\(allowed($0.isAllowed))" }),
            list("Capabilities come", comparison.gained.map { Markdown.code($0.name) }),
            list("Causes come", comparison.causesCome.map(words)),
            list("Causes gone", comparison.causesGone.map(words)),
            list(
                "Readings of the documents that changed",
                comparison.readings.map { change in
                    Markdown.escaped(
                        "\(change.ambiguity): \(change.old.joined(separator: ", ")) → "
                            + "\(change.new.joined(separator: ", ")) (\(change.leg))")
                }),
            list("Notes on the comparison", comparison.remarks.map { Markdown.escaped($0) }),
        ].compactMap(\.self)
        return blocks
    }

    private var sign: String { comparison.exitCode.shownAs.emoji }

    private func item(_ change: RunComparison.Change) -> String {
        let from = change.old?.rawValue ?? "not run"
        let to = change.new?.rawValue ?? "not run"
        let message =
            change.message.isEmpty || [.newlyPassing, .added].contains(change.kind)
            ? "" : ": \(Markdown.escaped(change.message))"
        return "- \(Markdown.code(change.caseID)) \(from) → \(to) "
            + "(\(Markdown.escaped(change.legs.joined(separator: ", "))))\(allowed(change.isAllowed))\(message)"
    }

    private func allowed(_ isAllowed: Bool) -> String { isAllowed ? " _allowed_" : "" }

    private func words(_ cause: RunComparison.CauseChange) -> String {
        "**\(cause.outcome.rawValue)** \(Markdown.escaped(cause.title)) (\(Prose.count(cause.cases, "case")))"
    }

    private func list(_ title: String, _ items: [String]) -> Markdown.Block? {
        items.isEmpty ? nil : Markdown.Block(head: "**\(title)**", items: items.map { "- \($0)" })
    }
}
