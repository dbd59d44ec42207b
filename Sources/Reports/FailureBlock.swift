internal import Evidence

/// What is to be said about one case: what it asks, who asks for it, what came instead, and how to see it again.
struct FailureBlock {
    private static let width = TextReport.width

    private let verdict: Verdict
    private let report: RunReport
    private let palette: Palette

    init(_ verdict: Verdict, in report: RunReport, palette: Palette) {
        self.verdict = verdict
        self.report = report
        self.palette = palette
    }

    var text: String {
        var parts = [heading]
        let cited = verdict.findings.flatMap(\.statements)
        parts += statements(cited.isEmpty ? verdict.statements : cited)
        parts += verdict.findings.map(words)
        if let timeline { parts.append(timeline) }
        var commands = "  " + palette.dim("again: ") + report.command(for: verdict.caseID) + "\n"
        if let replay = report.replayCommand(for: verdict.caseID) {
            commands += "  " + palette.dim("as it was: ") + replay + "\n"
        }
        parts.append(commands)
        return parts.joined(separator: "\n")
    }

    private var heading: String {
        let name = palette.colored(verdict.outcome.rawValue, as: verdict.outcome) + "  " + palette.bold(verdict.caseID)
        var lines = [name, indented(verdict.title, by: 2)]
        if let reading = verdict.reading { lines.append(indented("reading: \(reading)", by: 2)) }
        if let evidence = verdict.evidence { lines.append(indented("evidence: \(evidence.rawValue)", by: 2)) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Each statement once, in the order in which they come up.
    private func statements(_ ids: [String]) -> [String] {
        var seen: Set<String> = []
        return ids.filter { seen.insert($0).inserted }.map { id in
            guard let statement = report.statements[id] else { return "  \(id)\n" }
            let places =
                statement.places.isEmpty ? "" : "\n" + indented(statement.places.joined(separator: ", "), by: 4)
            return "  \(palette.bold(id)) \(statement.level)\n" + indented(statement.text, by: 4) + palette.dim(places)
                + "\n"
        }
    }

    private func words(for finding: Finding) -> String {
        var text = indented(finding.tag + finding.message, by: 2) + "\n"
        if !finding.expected.isEmpty { text += Prose.entry("  expected", finding.expected, column: 14) + "\n" }
        if !finding.seen.isEmpty { text += Prose.entry("  came", finding.seen, column: 14) + "\n" }
        return text
    }

    private var timeline: String? {
        guard var record = report.records[verdict.caseID], !record.observations.isEmpty else { return nil }
        let marked = Set(verdict.findings.flatMap(\.observations))
        guard verdict.outcome == .crash || verdict.outcome == .unknown else {
            return Timeline(record, marked: marked, palette: palette).text
        }
        let words = LastWords(record, palette: palette).text
        record.observations.removeAll { observation in
            guard case .portOutput(let stream, _) = observation.event else { return false }
            return LastWords.streams.contains(stream)
        }
        let timeline = Timeline(record, marked: marked, palette: palette).text
        return words.isEmpty ? timeline : timeline + "\n" + words.dropLast()
    }

    private func indented(_ text: String, by count: Int) -> String {
        Prose.indented(Prose.wrapped(text, width: Self.width - count), by: count)
    }
}

extension Finding {
    /// What it counts for, before its message, where that is not a failure in the core: `[extensions, SHOULD] `.
    var tag: String {
        guard let weight, weight != Weight(.core, .must) else { return "" }
        return "[\(weight.profile.rawValue), \(weight.level.rawValue)] "
    }
}
