internal import Evidence
internal import Timing

/// A comparison for terminals.
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
        blocks.append(capabilities("capabilities lost", comparison.lost))
        blocks.append(capabilities("capabilities come", comparison.gained))
        blocks.append(causes("causes come", comparison.causesCome))
        blocks.append(causes("causes gone", comparison.causesGone))
        blocks.append(readings)
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
            text += "  \(Prose.printable(change.caseID))\(allowed)\n    \(from) -> \(to), \(legs(change.legs))\n"
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

    private func capabilities(_ title: String, _ all: [RunComparison.Capability]) -> String {
        guard !all.isEmpty else { return "" }
        return palette.bold(title) + "\n"
            + all.map { one in
                "  \(Prose.printable(one.name))\(one.isAllowed ? palette.dim(" (allowed)") : ""), \(legs(one.legs))\n"
            }.joined()
    }

    private func causes(_ title: String, _ all: [RunComparison.CauseChange]) -> String {
        guard !all.isEmpty else { return "" }
        return palette.bold(title) + "\n"
            + all.prefix(maxShown ?? .max).map { cause in
                let words = "\(cause.outcome.rawValue), \(Prose.count(cause.cases, "case")): \(cause.title)"
                return "  " + Prose.wrapped(words, width: palette.width - 2, indent: 4) + "\n"
            }.joined() + (all.count > maxShown ?? .max ? "  and \(all.count - (maxShown ?? 0)) more\n" : "")
    }

    private var readings: String {
        guard !comparison.readings.isEmpty else { return "" }
        return palette.bold("readings of the documents that changed") + "\n"
            + comparison.readings.map { change in
                let words =
                    "\(change.ambiguity): \(change.old.joined(separator: ", ")) -> "
                    + "\(change.new.joined(separator: ", ")) (\(change.leg))"
                return "  " + Prose.wrapped(words, width: palette.width - 2, indent: 4) + "\n"
            }.joined()
    }

    private var verdict: String {
        let word = comparison.word
        let lines = Prose.wrapped("\(word): \(comparison.sentence)", width: palette.width)
        return palette.colored(word, as: comparison.exitCode.shownAs) + lines.dropFirst(word.count) + "\n"
    }

    private func legs(_ legs: [String]) -> String {
        "as \(legs.count > 3 ? "\(legs.count) platforms and releases" : legs.joined(separator: ", "))"
    }
}
