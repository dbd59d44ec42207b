internal import Evidence
internal import Timing

package struct ComparisonText {
    /// Of more cases than these nobody wants to read how each is run again.
    private static let maxCommands = 3

    private let comparison: RunComparison
    private let palette: Palette
    /// So many cases of each kind are named; nil for all.
    private let maxShown: Int?

    package init(_ comparison: RunComparison, palette: Palette = .plain, maxShown: Int? = 20) {
        self.comparison = comparison
        self.palette = palette
        self.maxShown = maxShown
    }

    /// What a file begins with, by which it is known again as one that was written here.
    package static let mark = "assay compare\n"

    package var text: String {
        var blocks = [heading]
        for kind in RunComparison.Kind.allCases {
            let changes = comparison.changes(kind)
            if !changes.isEmpty { blocks.append(block(kind, changes)) }
        }
        blocks += comparison.lists.map { list($0.title, $0.items) }
        blocks.append(comparison.remarks.map { palette.paragraph($0, indent: 2) }.joined())
        blocks.append(verdict)
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var heading: String {
        var lines: [String] = []
        for (name, report) in [("old", comparison.old), ("new", comparison.new)] {
            guard let run = report.runs.first else { continue }
            lines.append(
                Prose.entry(
                    name, "\(run.port), \(WallTime(milliseconds: run.startedAt).text), \(report.file)", column: 7,
                    width: palette.width))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func block(_ kind: RunComparison.Kind, _ changes: [RunComparison.Change]) -> String {
        let shown = changes.prefix(maxShown ?? .max)
        var text = palette.bold("\(kind.words), \(Prose.count(changes.count, "case"))") + "\n"
        for change in shown {
            let from = change.old.map { palette.colored($0.rawValue, as: $0) } ?? "-"
            let to = change.new.map { palette.colored($0.rawValue, as: $0) } ?? "-"
            let allowed = change.isAllowed ? palette.dim(" (allowed)") : ""
            text +=
                "  \(Prose.printable(change.caseID))\(allowed)\n    \(from) -> \(to), \(RunComparison.words(for: change.legs))\n"
            if !change.message.isEmpty, change.kind != .newlyPassing, change.kind != .added {
                text += palette.indented(change.message, by: 4) + "\n"
            }
            if change.kind.isRegression, changes.count <= Self.maxCommands, let rerun = change.rerun {
                text += palette.dim("    \(Prose.printable(rerun))") + "\n"
            }
        }
        let rest = changes.count - shown.count
        return text + (rest > 0 ? "  and \(rest) more (--all names them)\n" : "")
    }

    private func list(_ title: String, _ items: [String]) -> String {
        let shown = items.prefix(maxShown ?? .max)
        let rest = items.count - shown.count
        return palette.bold(title) + "\n"
            + shown.map { "  " + Prose.wrapped($0, width: palette.width - 2, indent: 4) + "\n" }.joined()
            + (rest > 0 ? "  and \(rest) more (--all names them)\n" : "")
    }

    private var verdict: String {
        let word = comparison.word
        let lines = Prose.wrapped("\(word): \(comparison.sentence)", width: palette.width)
        return palette.colored(word, as: comparison.exitCode.shownAs) + lines.dropFirst(word.count) + "\n"
    }
}
