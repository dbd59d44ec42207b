internal import Documents
internal import Evidence

/// What was found out about the adapter beside the cases: the probes, what it printed, what it broke.
struct AdapterSection {
    let reports: [RunReport]

    private var environments: [RunEnvironment] { reports.map(\.environment) }
    /// An adapter is tried once, whatever its port is run as.
    private var trials: [AdapterTrial] { environments.map(\.trials).first { !$0.isEmpty } ?? [] }

    /// Nil where there was no adapter, or nothing to tell of it.
    var section: Page.Section? {
        let parts = [faults, noise, probes].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        let kept = trials.count { $0.outcome == .kept }
        return Page.Section(
            id: "adapter", title: "The adapter", note: trials.isEmpty ? "" : "\(kept) of \(trials.count)",
            body: "\(parts)")
    }

    private var faults: HTML? {
        let faults = environments.flatMap(\.faults).uniqued()
        guard !faults.isEmpty else { return nil }
        let items = faults.map { fault -> HTML in
            "<li><p>The \(fault.party.rawValue) \(Prose.printable(fault.message))</p></li>\n"
        }
        return "<ul class=\"list\">\(items)</ul>"
    }

    private var noise: HTML? {
        let count = environments.reduce(0) { $0 + $1.noiseCount }
        guard count > 0 else { return nil }
        let lines = environments.flatMap(\.noise).uniqued().map { line -> HTML in
            "<li class=\"code\">\(Prose.printable(line))</li>\n"
        }
        return """
            <p>\(Prose.count(count, "line")) on its standard output, which belongs to the protocol, \
            that \(count == 1 ? "is" : "are") no message; first:</p>
            <ul class="list">\(lines)</ul>
            """
    }

    private var probes: HTML? {
        guard !trials.isEmpty else { return nil }
        let table = DataTable(
            "Probes of the adapter", columns: [.init("probe"), .init("outcome"), .init("actual", .wide)],
            rows: trials.map { trial in
                ["<span class=\"code\">\(trial.probe)</span>", Self.badge(trial), "\(Prose.printable(trial.detail))"]
            })
        let broken = trials.contains { $0.outcome == .broken }
        let advice: HTML? =
            broken ? "<p>Why each matters, and how to mend it: <code>\(reports[0].lintCommand)</code></p>\n" : nil
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
