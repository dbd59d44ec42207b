internal import Evidence

/// A cause for a person at a terminal: what is wrong, the clearest case with everything, and the others by name.
struct CauseBlock {
    /// So many of the other cases are named.
    private static let named = 6
    /// So many other things that go wrong in them are told.
    private static let companions = 4

    let cause: Cause
    let diagnosis: Diagnosis
    let palette: Palette

    var text: String {
        let report = diagnosis.report(of: cause)
        let exemplar = FailureBlock(verdict: cause.exemplar.verdict, report: report, palette: palette)
        let parts = [heading] + exemplar.statements(cause.statements) + [exemplar.body(leading: cause.exemplar.finding)]
        return parts.joined(separator: "\n") + company + others
    }

    private var heading: String {
        let words = "CAUSE \(cause.number) of \(diagnosis.causes.count)"
        let line =
            "\(palette.bold(words))  \(palette.colored(cause.outcome.rawValue, as: cause.outcome))  "
            + "\(cause.countByOutcome) on \(diagnosis.places(of: cause))"
        return line + "\n" + palette.indented(cause.title, by: 2) + "\n" + ways
    }

    private var ways: String {
        guard !cause.ways.isEmpty else { return "" }
        return "\n" + palette.dim(palette.indented(cause.titleOfWays, by: 2)) + "\n"
            + entries(cause.ways.map { ("\($0.title), such as \($0.exemplar.caseID)", $0.cases.count) })
    }

    private func entries(_ lines: [(title: String, cases: Int)]) -> String {
        lines.map { line in
            Prose.entry("  \(Prose.count(line.cases, "case"))", line.title, column: 16, width: palette.width) + "\n"
        }.joined()
    }

    private var company: String {
        let lines = cause.members.count == 1 ? [] : cause.company.prefix(Self.companions)
        guard !lines.isEmpty else { return "" }
        return "\n  " + palette.dim("in some of the cases also") + "\n" + entries(Array(lines))
    }

    private var others: String {
        let cases = cause.cases
        guard cases.count > 1 else { return "" }
        let names = cases.dropFirst().prefix(Self.named).joined(separator: ", ")
        let rest = cases.count - 1 - Self.named
        let words = "and \(cases.count - 1) more: \(names)" + (rest > 0 ? ", … (report.html names all)" : "")
        return "\n" + palette.indented(words, by: 2) + "\n"
            + "  " + palette.dim("Rerun all: ") + diagnosis.command(for: cause) + "\n"
    }
}
