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
        blocks += [
            list("Capabilities lost", lost.map { "\(Markdown.code($0.name))\(allowed($0.isAllowed))" }),
            list("Capabilities come", gained.map { Markdown.code($0.name) }),
            list("Causes come", causesCome.map(words)),
            list("Causes gone", causesGone.map(words)),
            list(
                "Readings of the documents that changed",
                readings.map { change in
                    Markdown.escaped(
                        "\(change.ambiguity): \(change.old.joined(separator: ", ")) → "
                            + "\(change.new.joined(separator: ", ")) (\(change.leg))")
                }),
            list("Notes on the comparison", remarks.map { Markdown.escaped($0) }),
        ].compactMap(\.self)
        return blocks
    }

    private var sign: String { exitCode.shownAs.emoji }

    private func item(_ change: Change) -> String {
        let from = change.old?.rawValue ?? "not run"
        let to = change.new?.rawValue ?? "not run"
        let message =
            change.message.isEmpty || [.newlyPassing, .added].contains(change.kind)
            ? "" : ": \(Markdown.escaped(change.message))"
        return "- \(Markdown.code(change.caseID)) \(from) → \(to) "
            + "(\(Markdown.escaped(change.legs.joined(separator: ", "))))\(allowed(change.isAllowed))\(message)"
    }

    private func allowed(_ isAllowed: Bool) -> String { isAllowed ? " _allowed_" : "" }

    private func words(_ cause: CauseChange) -> String {
        "**\(cause.outcome.rawValue)** \(Markdown.escaped(cause.title)) (\(Prose.count(cause.cases, "case")))"
    }

    private func list(_ title: String, _ items: [String]) -> Markdown.Block? {
        items.isEmpty ? nil : Markdown.Block(head: "**\(title)**", items: items.map { "- \($0)" })
    }
}
