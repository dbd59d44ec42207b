internal import Evidence

/// What a reader must know of a run beside its cases.
struct RunEnvironmentText {
    let report: RunReport
    let palette: Palette

    private var environment: RunEnvironment { report.environment }

    /// Paragraphs, each with its line end.
    var paragraphs: [String] {
        [adapter, noise].compactMap(\.self)
            + environment.faults.map { palette.paragraph("the \($0.party.rawValue) \($0.message)") }
    }

    private var adapter: String? {
        let trials = environment.trials
        guard !trials.isEmpty else { return nil }
        let kept = trials.count { $0.outcome == .kept }
        let skipped = trials.count { $0.outcome == .skipped }
        let broken = environment.brokenTrials
        var text = "the adapter: \(kept) of \(Prose.count(trials.count, "probe")) kept, \(broken.count) broken"
        if skipped > 0 { text += ", \(skipped) skipped" }
        guard !broken.isEmpty else { return palette.paragraph(text) }
        return palette.paragraph(text)
            + broken.map { Prose.entry("  " + $0.probe, $0.detail, column: 26, width: palette.width) + "\n" }.joined()
            + "  why, and how to mend it: \(report.lintCommand)\n"
    }

    private var noise: String? {
        guard environment.noiseCount > 0 else { return nil }
        let count = Prose.count(environment.noiseCount, "line")
        let lines = environment.noise.map { "  | " + Prose.cut(Prose.printable($0), to: palette.width - 4) + "\n" }
        let verb = environment.noiseCount == 1 ? "is" : "are"
        return palette.paragraph("the adapter wrote \(count) to its standard output that \(verb) no message:")
            + lines.joined() + (environment.noiseCount > lines.count ? "  | …\n" : "")
    }
}
