internal import Evidence

/// What is to be said about one case: what it asks, who asks for it, what came instead, and how to see it again.
struct FailureBlock {
    let verdict: Verdict
    let report: RunReport
    let palette: Palette

    var text: String {
        let cited = verdict.findings.flatMap(\.statements)
        return
            ([heading] + statements(cited.isEmpty ? verdict.statements : cited)
            + verdict.findings.map { words(for: $0) } + ending).joined(separator: "\n")
    }

    /// What came of the case, for a block that has told what is wrong already: the finding at `index` first.
    func body(leading index: Int) -> String {
        var findings = verdict.findings
        if findings.indices.contains(index) { findings.insert(findings.remove(at: index), at: 0) }
        let first = findings.first.map { [words(for: $0)] } ?? []
        let others = findings.dropFirst().map { words(for: $0) }
        let beside = others.isEmpty ? [] : ["  " + palette.dim("in the same case") + "\n"] + others
        return (["  \(palette.dim("For example")) \(name)"] + first + beside + ending).joined(separator: "\n")
    }

    private var ending: [String] {
        var commands = "  " + palette.dim("Rerun: ") + report.command(for: verdict.caseID) + "\n"
        if let replay = report.replayCommand(for: verdict.caseID) {
            commands += "  " + palette.dim("Replay: ") + replay + "\n"
        }
        return [timeline, commands].compactMap(\.self)
    }

    private var heading: String { palette.colored(verdict.outcome.rawValue, as: verdict.outcome) + "  " + name }

    private var name: String {
        var lines = [palette.bold(verdict.caseID), palette.indented(verdict.title, by: 2)]
        if let reading = verdict.reading { lines.append(palette.indented("reading: \(reading)", by: 2)) }
        if let evidence = verdict.evidence { lines.append(palette.indented("evidence: \(evidence.rawValue)", by: 2)) }
        if let fixture = report.fixture(of: verdict.caseID) { lines.append(palette.indented(fixture, by: 2)) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Each statement once, in the order in which they come up.
    func statements(_ ids: [String]) -> [String] {
        ids.uniqued().map { id in
            guard let statement = report.statements[id] else { return "  \(id)\n" }
            let places =
                statement.places.isEmpty ? "" : "\n" + palette.indented(statement.places.joined(separator: ", "), by: 4)
            return "  \(palette.bold(id)) \(statement.level)\n" + palette.indented(statement.text, by: 4)
                + palette.dim(places) + "\n"
        }
    }

    private func words(for finding: Finding) -> String {
        var text = palette.indented(finding.tag + finding.message, by: 2) + "\n"
        if !finding.expected.isEmpty { text += entry("Expected", finding.expected) }
        if !finding.seen.isEmpty { text += entry("Actual", finding.seen) }
        for difference in finding.symptom?.differences ?? [] {
            text += palette.indented("> \(difference.path)", by: 4) + "\n"
            let shown = difference.shown
            text += entry("  Expected", shown.expected) + palette.bold(entry("  Actual", shown.actual))
        }
        return text
    }

    private func entry(_ label: String, _ text: String) -> String {
        Prose.entry("  \(label)", text, column: 16, width: palette.width) + "\n"
    }

    private var timeline: String? {
        guard var record = report.records[verdict.caseID], !record.observations.isEmpty else { return nil }
        guard verdict.outcome == .crash || verdict.outcome == .inconclusive else {
            return Timeline(record, verdict.findings, palette: palette).text
        }
        let words = LastWords(record, isOfPort: verdict.outcome == .crash, palette: palette).text
        record.observations.removeAll { observation in
            guard case .portOutput(let stream, _) = observation.event else { return false }
            return LastWords.streams.contains(stream)
        }
        let timeline = Timeline(record, verdict.findings, palette: palette).text
        return words.isEmpty ? timeline : timeline + "\n" + words.dropLast()
    }
}

extension Finding {
    /// What it counts for, before its message, where that is not a failure in the core: `[extensions, SHOULD] `.
    var tag: String {
        guard let weight, weight != Weight(.core, .must) else { return "" }
        return "[\(weight.profile.rawValue), \(weight.level.rawValue)] "
    }
}
