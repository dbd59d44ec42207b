internal import Evidence

extension RunComparison {
    package var markdown: String {
        var page = Markdown()
        page.blocks = blocks(level: 2)
        return page.text(limit: RunSummary.maxBytes)
    }

    func blocks(level: Int) -> [Markdown.Block] {
        let hashes = String(repeating: "#", count: level)
        let since =
            old.runs.first.map { " since \(Markdown.escaped($0.portVersion)) of \(HistoryPage.day($0.startedAt))" }
            ?? ""
        var blocks = [
            Markdown.Block(head: "\(hashes) \(sign) What changed\(since): \(word)"),
            Markdown.Block(head: Markdown.escaped(sentence)),
        ]
        for kind in Kind.allCases {
            let changes = changes(kind)
            guard !changes.isEmpty else { continue }
            blocks.append(
                Markdown.Block(
                    head: "**\(Prose.capitalized(kind.words))**",
                    items: changes.map { item($0) }, noun: "case"))
        }
        for (title, items) in lists + [("notes on the comparison", remarks)] where !items.isEmpty {
            blocks.append(
                Markdown.Block(
                    head: "**\(Prose.capitalized(title))**", items: items.map { "- \(Markdown.escaped($0))" }))
        }
        return blocks
    }

    private var sign: String { exitCode.shownAs.emoji }

    private func item(_ change: Change) -> String {
        let from = change.old?.rawValue ?? "not run"
        let to = change.new?.rawValue ?? "not run"
        let message =
            change.message.isEmpty || [.newlyPassing, .added].contains(change.kind)
            ? "" : ": \(Markdown.escaped(change.message))"
        let allowed = change.isAllowed ? " _allowed_" : ""
        return "- \(Markdown.code(change.caseID)) \(from) → \(to) "
            + "(\(Markdown.escaped(change.legs.joined(separator: ", "))))\(allowed)\(message)"
    }
}
