package import Documents
internal import Evidence
internal import Timing

package struct ComparisonPage {
    /// So many cases of each kind are in the page.
    private static let maxShown = 500

    private let comparison: RunComparison

    package init(_ comparison: RunComparison) {
        self.comparison = comparison
    }

    package var html: HTML {
        let run = comparison.new.runs.first
        return Page(
            kind: "Comparison of two runs", title: run?.portName ?? "",
            lead: """
                \(VerdictBanner(badge, comparison.sentence, remarks: comparison.remarks).html)
                \(DescriptionList(.facts, [side("Old run", comparison.old), side("New run", comparison.new)]).html)
                """,
            sections: sections, footer: "\(PageMark.html)assay \(run?.assayVersion ?? "")"
        ).html
    }

    private var badge: Badge { Badge(comparison.exitCode.shownAs, word: comparison.word) }

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
        for kind in RunComparison.Kind.allCases {
            let changes = comparison.changes(kind)
            guard !changes.isEmpty else { continue }
            let words = kind.words.prefix(1).uppercased() + kind.words.dropFirst()
            sections.append(
                Page.Section(id: kind.rawValue, title: words, note: "\(changes.count)", body: table(words, changes)))
        }
        let causes = comparison.causesCome.map { ("come", $0) } + comparison.causesGone.map { ("gone", $0) }
        if !causes.isEmpty {
            let table = DataTable(
                "Causes", columns: [.init(""), .init("cause", .wide), .init("outcome"), .init("cases", .number)],
                rows: causes.map { word, cause in
                    ["\(word)", "\(cause.title)", Badge(cause.outcome).html, "\(cause.cases)"]
                })
            sections.append(
                Page.Section(id: "causes", title: "Causes come and gone", note: "\(causes.count)", body: table.html))
        }
        if !comparison.readings.isEmpty {
            let table = DataTable(
                "Readings",
                columns: [.init("ambiguity"), .init("run"), .init("before", .wide), .init("now", .wide)],
                rows: comparison.readings.map { change in
                    [
                        "\(change.ambiguity)", "\(change.leg)", "\(change.old.joined(separator: ", "))",
                        "\(change.new.joined(separator: ", "))",
                    ]
                })
            sections.append(
                Page.Section(id: "readings", title: "Readings of the documents that changed", body: table.html))
        }
        let capabilities = comparison.lost.map { ("lost", $0) } + comparison.gained.map { ("come", $0) }
        if !capabilities.isEmpty {
            let table = DataTable(
                "Capabilities", columns: [.init(""), .init("capability", .wide), .init("runs")],
                rows: capabilities.map { word, one in
                    [
                        "\(one.isAllowed ? word + ", allowed" : word)", "<span class=\"code\">\(one.name)</span>",
                        "\(one.legs.joined(separator: ", "))",
                    ]
                })
            sections.append(Page.Section(id: "capabilities", title: "Capabilities", body: table.html))
        }
        return sections
    }

    private func table(_ title: String, _ changes: [RunComparison.Change]) -> HTML {
        let table = DataTable(
            title, columns: [.init("case", .wide), .init("before"), .init("now"), .init("what is wrong", .wide)],
            rows: changes.prefix(Self.maxShown).map { change in
                let allowed: HTML? = change.isAllowed ? " <span class=\"note\">allowed</span>" : nil
                let rerun: HTML? = change.kind.isRegression ? change.rerun.map { "<br/><code>\($0)</code>" } : nil
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
enum PageMark {
    static let html: HTML = "<span data-written-by=\"assay\"></span>"
}
