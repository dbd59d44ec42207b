import Cryptography
import Documents
import Encodings
import Reports

enum AnnotationStyle: String, ArgumentWord {
    case none, github
}

/// What of a run is written for a CI server to show.
struct Publication {
    var summary: String?
    var annotations = AnnotationStyle.none
    var codeQuality: String?
    var badges: [String] = []
    /// The earlier run that it is held against.
    var against: String?
    /// Its report, read before the run began: the run's own may go to the same folder.
    private var earlier: SavedReport?

    static let notes = """
        For CI servers:
          --summary        Markdown for $GITHUB_STEP_SUMMARY or a note on a merge
                           request, at most 60 KB
          --annotations    'github' prints workflow commands, one for each cause
          --code-quality   for 'artifacts: reports: codequality:' of GitLab
          --badge          the verdict as a picture (.svg), or for
                           https://img.shields.io/endpoint (.json)
          --against        the earlier run that these compare this one with; it
                           never decides the exit code ('assay compare' does)
        """

    /// Finds out before the run begins what cannot be written, or read, after it.
    mutating func check() throws(ToolError) {
        for badge in badges where !badge.hasSuffix(".svg") && !badge.hasSuffix(".json") {
            throw .impossible("'--badge \(badge)': a badge is a file.svg or a file.json")
        }
        for path in [summary, codeQuality].compactMap(\.self) + badges { try OwnFile.check(path) }
        if let against { earlier = try SavedReport.read(at: against) }
    }

    var isEmpty: Bool { summary == nil && annotations == .none && codeQuality == nil && badges.isEmpty }

    /// The Markdown about the run of a folder, or of a report.
    func markdown(of run: String) throws(ToolError) -> String {
        let report = try SavedReport.read(at: run)
        let (comparison, refusal) = compared(report)
        return RunSummary(report, comparison: comparison, refusal: refusal).markdown
    }

    /// How a run differs from the earlier one, or why that cannot be said; neither where there is none.
    private func compared(_ report: SavedReport) -> (RunComparison?, refusal: String?) {
        guard let earlier else { return (nil, nil) }
        do throws(ComparisonProblem) {
            return (try RunComparison(earlier, report), nil)
        } catch {
            return (nil, error.message)
        }
    }

    /// Writes what was asked for about the run of a folder, or of a report.
    func publish(_ run: String, _ console: Console) throws(ToolError) {
        guard !isEmpty else { return }
        let report = try SavedReport.read(at: run)
        let (comparison, refusal) = compared(report)
        if let refusal { console.error("assay: not compared: \(refusal)") }
        if let summary {
            try OwnFile.write(RunSummary(report, comparison: comparison, refusal: refusal).markdown, to: summary)
        }
        let annotations = Annotations(report, comparison: comparison)
        if let codeQuality {
            let json = annotations.codeQuality { Hex.encode(Digest.sha256(Array($0.utf8))) }
            try OwnFile.write(json.pretty, to: codeQuality)
        }
        for badge in badges {
            let picture = BadgePicture(report)
            try OwnFile.write(badge.hasSuffix(".svg") ? picture.svg.bytes : picture.endpoint.pretty, to: badge)
        }
        if self.annotations == .github { console.out(annotations.github) }
    }
}
