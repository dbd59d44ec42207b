internal import Evidence
internal import Timing

/// A run for the summary of a job or for a merge request: the verdict, what changed, why it failed.
package struct RunSummary {
    /// GitLab takes a note of a million characters, GitHub a summary of a megabyte and a comment of 65,536.
    package static let maxBytes = 60_000

    private let report: SavedReport
    private let comparison: RunComparison?
    /// Why there is no comparison, where one was asked for.
    private let refusal: String?

    package init(_ report: SavedReport, comparison: RunComparison? = nil, refusal: String? = nil) {
        self.report = report
        self.comparison = comparison
        self.refusal = refusal
    }

    package var markdown: String {
        var page = Markdown()
        page.blocks = [Markdown.Block(head: "## \(report.exitCode.shownAs.emoji) \(heading)")]
        page.blocks += report.profiles.map { Markdown.Block(head: Markdown.escaped($0.certificate)) }
        page.blocks.append(table)
        if let comparison { page.blocks += comparison.blocks(level: 3) }
        if let refusal { page.blocks.append(Markdown.Block(head: "**Not compared:** \(Markdown.escaped(refusal))")) }
        page.blocks += [causes, notes].filter { !$0.items.isEmpty }
        let run = report.runs.first
        page.blocks.append(
            Markdown.Block(
                head: "_\(Markdown.escaped(run?.port ?? "")), assay \(Markdown.escaped(run?.assayVersion ?? ""))"
                    + (run?.specs.map { ", specs \($0.prefix(12))" } ?? "")
                    + ", \(WallTime(milliseconds: run?.startedAt ?? 0).text)_"))
        return page.text(limit: Self.maxBytes)
    }

    private var heading: String {
        let choice = report.runs.first?.choice.rawValue ?? ""
        let legs = report.runs.map(\.title).joined(separator: ", ")
        return "\(Markdown.escaped(report.result.uppercased())): AccessEnabler, \(choice), \(Markdown.escaped(legs))"
    }

    private var table: Markdown.Block {
        let rows = report.runs.flatMap { run in run.profiles.map { (run.title, $0) } }
        let used = Outcome.allCases.filter { outcome in rows.contains { $0.1.outcomes[outcome] > 0 } }
        let titles = "| run | profile | " + used.map { $0.rawValue.lowercased() }.joined(separator: " | ") + " |"
        let lines = rows.map { title, profile in
            let cells = used.map { "\(profile.outcomes[$0])" }.joined(separator: " | ")
            return "| \(Markdown.escaped(title)) | \(profile.profile.rawValue) | \(cells) |"
        }
        let rule = "|---|---|" + String(repeating: "---:|", count: used.count)
        return Markdown.Block(head: "**Cases**", items: [titles + "\n" + rule] + lines, noun: "row")
    }

    private var causes: Markdown.Block {
        let items = report.causes.map { cause, legs in
            "- **\(cause.outcome.rawValue)** \(Markdown.escaped(cause.title)) "
                + "(\(Prose.count(cause.cases.count, "case")), \(Markdown.escaped(legs.joined(separator: ", ")))): \(Markdown.code(cause.rerun))"
        }
        return Markdown.Block(head: "### What is wrong", items: items, noun: "cause")
    }

    private var notes: Markdown.Block {
        var notes = report.runs.flatMap { run in
            run.remarks + run.problems + run.faults.map { "the \($0.party.rawValue) \($0.message)" }
        }.uniqued()
        if report.runs.count < report.planned {
            notes.insert("only \(report.runs.count) of \(Prose.count(report.planned, "run")) were made", at: 0)
        }
        return Markdown.Block(
            head: "### To be known", items: notes.map { "- \(Markdown.escaped($0))" }, noun: "remark")
    }
}

extension SavedReport {
    /// Of the profiles that decide, over all runs.
    var counts: OutcomeCounts {
        runs.reduce(OutcomeCounts([])) { sum, run in
            sum + OutcomeCounts(run.verdicts.compactMap { $0.outcome(in: run.choice) })
        }
    }
}
