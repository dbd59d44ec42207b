internal import Documents
internal import Evidence

/// What was found out about the adapter beside the cases: the probes, what it printed, what it broke.
struct AdapterSection {
    let report: RunReport

    /// Nil where there was no adapter, or nothing to tell of it.
    var section: Page.Section? {
        let environment = report.environment
        let parts = [faults, noise, probes].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        let trials = environment.trials
        let kept = trials.count { $0.outcome == .kept }
        return Page.Section(
            id: "adapter", title: "The adapter", note: trials.isEmpty ? "" : "\(kept) of \(trials.count)",
            body: "\(parts)")
    }

    private var faults: HTML? {
        let faults = report.environment.faults
        guard !faults.isEmpty else { return nil }
        let items = faults.map { fault -> HTML in
            "<li><p>The \(fault.party.rawValue) \(Prose.printable(fault.message))</p></li>\n"
        }
        return "<ul class=\"list\">\(items)</ul>"
    }

    private var noise: HTML? {
        let environment = report.environment
        guard environment.noiseCount > 0 else { return nil }
        let lines = environment.noise.map { line -> HTML in "<li class=\"code\">\(Prose.printable(line))</li>\n" }
        return """
            <p>\(Prose.count(environment.noiseCount, "line")) on its standard output, which belongs to the protocol, \
            that \(environment.noiseCount == 1 ? "is" : "are") no message; first:</p>
            <ul class="list">\(lines)</ul>
            """
    }

    private var probes: HTML? {
        let trials = report.environment.trials
        guard !trials.isEmpty else { return nil }
        let table = DataTable(
            "Probes of the adapter", columns: [.init("probe"), .init("outcome"), .init("actual", .wide)],
            rows: trials.map { trial in
                ["<span class=\"code\">\(trial.probe)</span>", Self.badge(trial), "\(Prose.printable(trial.detail))"]
            })
        let broken = trials.contains { $0.outcome == .broken }
        let advice: HTML? =
            broken ? "<p>Why each matters, and how to mend it: <code>\(report.lintCommand)</code></p>\n" : nil
        return "\(advice)\(table.html)"
    }

    private static func badge(_ trial: AdapterTrial) -> HTML {
        switch trial.outcome {
        case .kept: Badge(.pass, word: "kept").html
        case .broken: Badge(.fail, word: "broken").html
        case .skipped: Badge(.aside, sign: "○", word: "skipped").html
        }
    }
}
