internal import Evidence

// What the last screen of a run shows.
extension DiagnosisText {
    /// All causes, in a line or two each; empty where nothing is wrong.
    package var summary: String {
        let causes = diagnosis.causes
        guard !causes.isEmpty else { return "" }
        return palette.bold(title) + "\n"
            + zip(causes, diagnosis.lines).map { cause, line in
                let head =
                    Prose.rightAligned(line.number, to: 3) + "  " + Prose.padded(line.outcome.rawValue, to: 12)
                    + Prose.rightAligned(line.count, to: 10) + "  "
                let statements = line.statements.isEmpty ? "" : " (\(line.statements))"
                let body = palette.indented(line.title + statements, by: head.count).dropFirst(head.count)
                let colored = head.replacing(
                    line.outcome.rawValue, with: palette.colored(line.outcome.rawValue, as: line.outcome))
                return colored + body + "\n" + example(of: cause, column: head.count)
                    + otherWays(of: cause, column: head.count)
            }.joined() + resemblances
    }

    /// What the clearest case is about says best in which situation it goes wrong; of many causes it would take several
    /// screens.
    private func example(of cause: Cause, column: Int) -> String {
        guard diagnosis.causes.count <= 5 else { return "" }
        let verdict = cause.exemplar.verdict
        return palette.dim(palette.indented("for example \(verdict.caseID): \(verdict.title)", by: column)) + "\n"
    }

    /// So many of the ways in which a cause shows are told beside the most frequent one.
    private static let maxShown = 6

    private func otherWays(of cause: Cause, column: Int) -> String {
        // Of several ways the title has told the first.
        let ways = cause.ways.dropFirst(cause.circumstance == nil ? 0 : 1)
        let and = cause.circumstance == nil ? "" : "and "
        let lines = ways.prefix(Self.maxShown).map { way in
            let head = Prose.rightAligned(diagnosis.count(of: way), to: column - 2) + "  "
            return palette.dim(head) + palette.indented(and + way.title, by: column).dropFirst(column) + "\n"
        }
        let rest = ways.count - Self.maxShown
        let more = rest > 0 ? Prose.indented("and \(Prose.count(rest, "more way"))", by: column) + "\n" : ""
        return lines.joined() + more
    }

    private var resemblances: String {
        let sentences = diagnosis.resemblances
        return sentences.isEmpty
            ? "" : "\n" + sentences.map { palette.paragraph($0, indent: 2) }.joined()
    }

    private var title: String {
        "\(Prose.count(diagnosis.cases, "case")), \(Prose.count(diagnosis.causes.count, "cause"))"
    }
}
