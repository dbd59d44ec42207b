internal import AccessEnablerAPI
internal import Evidence

/// What one or several runs come to, in a word and a sentence.
struct RunVerdict {
    private let reports: [RunReport]

    init(_ reports: [RunReport]) {
        self.reports = reports
    }

    private var exitCode: ExitCode {
        let codes = reports.map(\.exitCode)
        return [.failed, .incomplete].first { codes.contains($0) } ?? .conformant
    }

    var banner: VerdictBanner {
        let counts = OutcomeCounts(reports.flatMap(\.verdicts).map(\.outcome))
        let missing = reports.reduce(0) { $0 + $1.missing }
        let runs = reports.count > 1 ? " in \(reports.count) runs" : ""
        let remarks = reports.flatMap(\.remarks)
        switch exitCode {
        case .conformant:
            return VerdictBanner(
                Badge(.pass, sign: "✓", word: "Conformant"),
                "\(Prose.count(counts[.pass], "case")) passed\(runs), and nothing is left undecided.", remarks: remarks)
        case .failed:
            return VerdictBanner(
                Badge(.fail, sign: "✗", word: "Not conformant"),
                "\(counts[.fail] + counts[.crash]) of \(Prose.count(counts.total, "case")) failed\(runs)."
                    + (missing > 0 ? " \(Prose.count(missing, "case")) not run." : ""),
                remarks: remarks)
        default:
            let open = counts[.unknown] + counts[.notTestable] + missing
            let sentence =
                counts.total + missing == 0
                ? "No case was run."
                : open == 0
                    ? "Nothing was decided, for no case applies."
                    : "Nothing failed, but \(Prose.count(open, "case")) of \(counts.total + missing) "
                        + "\(open == 1 ? "is" : "are") undecided\(runs)."
            return VerdictBanner(Badge(.open, sign: "?", word: "Incomplete"), sentence, remarks: remarks)
        }
    }
}
