package import Documents
internal import Evidence
internal import Timing

extension RunComparison {
    /// So many cases of each kind are in the page.
    private static let maxShown = 500

    package var page: HTML {
        let run = new.runs.first
        return Page(
            kind: "Comparison of two runs", title: run?.portName ?? "",
            lead: """
                \(VerdictBanner(badge, sentence, remarks: remarks).html)
                \(DescriptionList(.facts, [side("Old run", old), side("New run", new)]).html)
                """,
            sections: sections, footer: "\(PageMark.html)assay \(run?.assayVersion ?? "")"
        ).html
    }

    private var badge: Badge { Badge(exitCode.shownAs, word: word) }

    private func side(_ name: String, _ report: SavedReport) -> DescriptionList.Item {
        let run = report.runs.first
        return DescriptionList.Item(
            name,
            "\(run?.port ?? ""), \(WallTime(milliseconds: run?.startedAt ?? 0).text), "
                + report.runs.map(\.title).joined(separator: ", "),
            note: " " + report.file)
    }

    private var sections: [Page.Section] {
        var sections: [Page.Section] = []
        for kind in Kind.allCases {
            let changes = changes(kind)
            guard !changes.isEmpty else { continue }
            let words = Prose.capitalized(kind.words)
            sections.append(
                Page.Section(id: kind.rawValue, title: words, note: "\(changes.count)", body: table(words, changes)))
        }
        return sections
            + lists.map { title, items in
                Page.Section(
                    id: title.replacing(" ", with: "-"), title: Prose.capitalized(title), note: "\(items.count)",
                    body: Page.list(items))
            }
    }

    private func table(_ title: String, _ changes: [Change]) -> HTML {
        let table = DataTable(
            title, columns: [.init("case", .wide), .init("before"), .init("now"), .init("what is wrong", .wide)],
            rows: changes.prefix(Self.maxShown).map { change in
                let allowed: HTML? = change.isAllowed ? " <span class=\"note\">allowed</span>" : nil
                let rerun: HTML? =
                    change.kind.isRegression ? change.rerun.map { "<br/><code>\(Prose.printable($0))</code>" } : nil
                return [
                    """
                    <span class="code">\(change.caseID)</span>\(allowed)<br/><small>\(change.title); \
                    \(change.legs.joined(separator: ", "))</small>
                    """,
                    outcome(change.old), outcome(change.new),
                    "\(change.message)\(rerun)",
                ]
            })
        let rest = changes.count - Self.maxShown
        let more: HTML? = rest > 0 ? "<p>\(rest) more are in the JSON.</p>" : nil
        return "\(table.html)\(more)"
    }

    private func outcome(_ outcome: Outcome?) -> HTML {
        outcome.map { Badge($0).html } ?? "<span class=\"note\">not run</span>"
    }
}

/// By this it is known again that a page was written here.
package enum PageMark {
    package static let html: HTML = "<span data-written-by=\"assay\"></span>"
}
