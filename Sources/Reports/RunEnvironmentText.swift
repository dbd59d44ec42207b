internal import Evidence

/// What a reader must know of a run beside its cases.
struct RunEnvironmentText {
    private let environment: RunEnvironment
    private let lintCommand: String
    private let width: Int

    init(_ report: RunReport, width: Int) {
        self.width = width
        environment = report.environment
        lintCommand = report.lintCommand
    }

    /// Paragraphs, each with its line end.
    var paragraphs: [String] {
        [adapter, noise].compactMap(\.self)
            + environment.faults.map { fault in
                wrapped("the \(fault.party.rawValue) \(fault.message)") + "\n"
            }
    }

    private var adapter: String? {
        let trials = environment.trials
        guard !trials.isEmpty else { return nil }
        let kept = trials.count { $0.outcome == .kept }
        let skipped = trials.count { $0.outcome == .skipped }
        let broken = environment.brokenTrials
        var text = "the adapter: \(kept) of \(Prose.count(trials.count, "probe")) kept, \(broken.count) broken"
        if skipped > 0 { text += ", \(skipped) skipped" }
        guard !broken.isEmpty else { return wrapped(text) + "\n" }
        return wrapped(text) + "\n"
            + broken.map { Prose.entry("  " + $0.probe, $0.detail, column: 26, width: width) + "\n" }.joined()
            + "  why, and how to mend it: \(lintCommand)\n"
    }

    private var noise: String? {
        guard environment.noiseCount > 0 else { return nil }
        let count = Prose.count(environment.noiseCount, "line")
        let lines = environment.noise.map { "  | " + Prose.cut(Prose.printable($0), to: width - 4) + "\n" }
        return wrapped(
            "the adapter wrote \(count) to its standard output that \(environment.noiseCount == 1 ? "is" : "are") no message:"
        )
            + "\n" + lines.joined() + (environment.noiseCount > lines.count ? "  | …\n" : "")
    }

    private func wrapped(_ text: String) -> String { Prose.wrapped(text, width: width) }
}
