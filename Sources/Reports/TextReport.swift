internal import AccessEnablerAPI
internal import Documents
package import Evidence
internal import Timing

/// A run's report for a person at a terminal, at most 80 columns wide.
package struct TextReport {
    static let width = 80

    let report: RunReport
    let palette: Palette

    package init(_ report: RunReport, palette: Palette = .plain) {
        self.report = report
        self.palette = palette
    }

    /// The whole: what was tested, what was found, and what it comes to.
    package var text: String {
        [title, findings, readings, summary].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// How the port reads the documents where they leave a choice.
    private var readings: String {
        guard !report.readings.isEmpty else { return "" }
        return "where the documents leave a choice:\n"
            + report.readings.map { seen in
                Prose.entry(seen.ambiguity, "\(seen.reading): \(seen.cases.joined(separator: ", "))", column: 8) + "\n"
            }.joined()
    }

    /// What is tested: the port, and against what.
    package var title: String { Self.title(of: report.header, palette: palette) }

    package static func title(of header: RunHeader, palette: Palette) -> String {
        let port = [header.portName, header.portVersion].filter { !$0.isEmpty }.joined(separator: " ")
        let line =
            header.implementation == RunHeader.clients
            ? header.implementation
            : "\(port) (\(header.implementation)) as AccessEnabler \(header.version) on \(header.platform.rawValue)"
        return """
            \(palette.bold(Prose.wrapped(line, width: width)))
            \(palette.dim("assay \(header.assayVersion), backend \(header.backend), seed \(header.seed), "
                + Prose.count(header.cases.count, "case")))

            """
    }

    /// A block for every case that has something to say.
    package var findings: String {
        let blocks = report.verdicts.filter(Self.hasBlock).map { verdict in
            FailureBlock(verdict, in: report, palette: palette).text
        }
        return blocks.isEmpty ? "" : blocks.joined(separator: "\n")
    }

    /// What passed or was out of the question has nothing to explain.
    private static func hasBlock(_ verdict: Verdict) -> Bool {
        switch verdict.outcome {
        case .pass: verdict.findings.contains { $0.standing == .noticed }
        case .notApplicable, .notTestable: false
        case .fail, .crash, .unknown, .expectedFail: true
        }
    }

    /// The table of areas, the figures, and the verdict on the whole.
    package var summary: String {
        tables + "\n" + conclusion + "\n" + palette.dim(Self.words(for: report.figures)) + "\n"
    }

    /// The table of areas, and what must be known beside it.
    package var tables: String {
        var parts = [OutcomeTable(report.verdicts, palette: palette).text]
        let untestable = report.verdicts.filter { $0.outcome == .notTestable }
        if !untestable.isEmpty { parts.append(Self.reasons(untestable)) }
        parts += SurroundingsText(report).paragraphs
        if !report.remarks.isEmpty {
            parts.append(report.remarks.map { Prose.wrapped($0, width: Self.width) + "\n" }.joined())
        }
        if let repeated = report.repeated {
            let words = Outcome.allCases.filter { repeated[$0] > 0 }.map { "\(repeated[$0]) \($0.rawValue)" }
            parts.append(
                Prose.wrapped(
                    "cases were run \(Prose.count(repeated.total, "time")): \(words.joined(separator: ", "))",
                    width: Self.width)
                    + "\n")
        }
        return parts.joined(separator: "\n")
    }

    /// Why cases could not be tested, each reason once.
    private static func reasons(_ verdicts: [Verdict]) -> String {
        var cases: [String: Int] = [:]
        var order: [String] = []
        for verdict in verdicts {
            let reason = verdict.findings.first?.message ?? "no reason was given"
            if cases[reason] == nil { order.append(reason) }
            cases[reason, default: 0] += 1
        }
        return "not testable:\n"
            + order.map { reason in
                Prose.indented(
                    Prose.wrapped("\(Prose.count(cases[reason] ?? 0, "case")): \(reason)", width: width - 2), by: 2)
                    + "\n"
            }.joined()
    }

    private var conclusion: String {
        let counts = OutcomeCounts(report.verdicts.map(\.outcome))
        let failed = counts[.fail] + counts[.crash]
        let open = counts[.unknown] + counts[.notTestable] + report.missing
        switch report.exitCode {
        case .conformant:
            let decided = Prose.count(counts[.pass], "case")
            return palette.colored("CONFORMANT", as: .pass) + ": \(decided) passed, and nothing is left undecided"
        case .failed:
            return palette.colored("NOT CONFORMANT", as: .fail)
                + ": \(failed) of \(Prose.count(counts.total, "case")) failed"
        case .broken:
            let party = report.surroundings.culprit ?? .adapter
            return palette.colored("\(party.rawValue.uppercased()) AT FAULT", as: .unknown)
                + ": \(Prose.count(counts[.pass], "case")) passed, but not all can be believed"
        case .suite:
            return palette.colored("SUITE AT FAULT", as: .crash) + ": assay broke a rule of its own; no verdict counts"
        default:
            let lost = report.verdicts.count(where: \.isFlawed)
            guard open > 0 || lost == 0 else {
                return palette.colored("INCOMPLETE", as: .unknown)
                    + ": nothing failed, but the port was lost in \(Prose.count(lost, "case")) beside others"
            }
            guard counts.total + report.missing > 0 else {
                return palette.colored("INCOMPLETE", as: .unknown) + ": no case was run"
            }
            guard open > 0 else {
                return palette.colored("INCOMPLETE", as: .unknown)
                    + ": none of \(Prose.count(counts.total, "case")) is of AccessEnabler \(report.header.version) on "
                    + report.header.platform.rawValue
            }
            return palette.colored("INCOMPLETE", as: .unknown)
                + ": nothing failed, but \(Prose.count(open, "case")) of \(counts.total + report.missing) "
                + "\(open == 1 ? "is" : "are") undecided"
        }
    }

    static func words(for figures: RunFigures) -> String {
        let seconds = figures.duration.milliseconds / 1_000
        let rate = seconds > 0 ? Double(figures.sessions) / seconds : 0
        var words = [
            "\(Decimals.text(seconds, places: 2)) s",
            "\(Prose.count(figures.sessions, "session")) (\(Decimals.text(rate, places: 0))/s)",
            Prose.count(figures.calls, "call"), Prose.count(figures.callbacks, "callback"),
            Prose.count(figures.requests, "request"),
        ]
        if let first = figures.firstVerdict {
            words.append("first verdict after \(Decimals.text(first.milliseconds, places: 0)) ms")
        }
        if figures.quiet > .zero {
            words.append("\(Decimals.text(figures.quiet.milliseconds / 1_000, places: 2)) s of proven quiet")
        }
        return Prose.folded(
            words.enumerated().map { $0.offset == words.count - 1 ? $0.element : $0.element + "," }, indent: 0,
            width: width)
    }
}
