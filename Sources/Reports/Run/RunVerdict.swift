internal import Documents
internal import Evidence

/// What one or several runs come to, in a word and a sentence for each profile.
struct RunVerdict {
    private let reports: [RunReport]

    init(_ reports: [RunReport]) {
        self.reports = reports
    }

    var html: HTML {
        let parts = ProfileReport.all(of: reports)
        let problems = (reports.first?.problems ?? []).map(\.words)
        let remarks = problems + reports.flatMap(\.remarks)
        return "\(parts.enumerated().map { banner($1, remarks: $0 == 0 ? remarks : []).html })"
    }

    private func banner(_ part: ProfileReport, remarks: [String]) -> VerdictBanner {
        let steps = Unlocking(part.verdicts).steps
        let untested = Set(steps.flatMap(\.cases)).count
        let gaps = untested == 0 ? [] : ["\(Prose.count(untested, "case")) could not be tested: see below"]
        let word = part.word.prefix(1) + part.word.dropFirst().lowercased()
        return VerdictBanner(
            Badge(part.exitCode.shownAs, word: String(word)), part.sentence + ".", remarks: gaps + remarks)
    }
}
