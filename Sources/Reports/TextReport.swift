internal import AccessEnablerAPI
internal import Documents
package import Evidence
internal import Timing

/// A run's report for a person at a terminal.
package struct TextReport {
    package static let width = 80

    let report: RunReport
    let palette: Palette

    package init(_ report: RunReport, palette: Palette = .plain) {
        self.report = report
        self.palette = palette
    }

    /// The whole: what was tested, why it failed, every case that failed, and what it comes to.
    package var text: String {
        let diagnosis = report.diagnosis
        let causes = DiagnosisText(diagnosis, palette: palette)
        let cases = diagnosis.causes.isEmpty ? "" : palette.bold("EVERY CASE") + "\n\n" + findings
        return [title, causes.blocks, cases, readings, omissions, summary, causes.summary].filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    /// How the port reads the documents where they leave a choice.
    private var readings: String {
        guard !report.readings.isEmpty else { return "" }
        return "where the documents leave a choice:\n"
            + report.readings.map { seen in
                Prose.entry(seen.ambiguity, "\(seen.reading): \(seen.cases.joined(separator: ", "))", column: 8) + "\n"
            }.joined()
    }

    /// Why cases do not apply, the reason of most of them first.
    private var omissions: String {
        let reasons = Dictionary(grouping: report.verdicts.filter { $0.outcome == .notApplicable }) {
            $0.findings.first?.message ?? "no reason is given"
        }
        guard !reasons.isEmpty else { return "" }
        return "not applicable:\n"
            + reasons.mapValues(\.count).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { Prose.entry("\($0.value)", $0.key, column: 8) + "\n" }.joined()
    }

    /// What is tested: the port, and against what.
    package var title: String { Self.title(of: report.header, palette: palette) }

    package static func title(of header: RunHeader, palette: Palette) -> String {
        let line =
            header.isRecorded
            ? header.implementation
            : "\(header.port) (\(header.implementation)) as AccessEnabler \(header.version) on "
                + header.platform.rawValue + header.overWire
        // Of what was recorded nobody drew lots, nor planned cases; what is served is a backend itself.
        var run = header.isRecorded && header.backend == "embedded" ? "" : ", backend \(header.backend)"
        if !header.isRecorded { run += ", seed \(header.seed), " + Prose.count(header.cases.count, "case") }
        return palette.bold(Prose.wrapped(line, width: palette.width)) + "\n"
            + palette.dim(Prose.wrapped("assay \(header.assayVersion)" + run, width: palette.width)) + "\n"
    }

    /// A block for every case that has something to say.
    package var findings: String {
        let blocks = report.verdicts.filter(Self.hasBlock).map { verdict in
            FailureBlock(verdict: verdict, report: report, palette: palette).text
        }
        return blocks.joined(separator: "\n")
    }

    /// What passed or was out of the question has nothing to explain.
    private static func hasBlock(_ verdict: Verdict) -> Bool {
        switch verdict.outcome {
        case .pass: verdict.findings.contains { $0.standing == .noticed }
        case .notApplicable, .notTestable: false
        case .warn, .fail, .crash, .inconclusive, .expectedFail: true
        }
    }

    /// The tables of areas, the verdicts on the whole, and the figures.
    package var summary: String {
        tables + "\n" + certificates + palette.dim(Self.words(for: report.figures, width: palette.width)) + "\n"
    }

    /// A table of areas for each profile, and what must be known beside it.
    package var tables: String {
        var parts = report.profiles.map { OutcomeTable($0, palette: palette).text }.filter { !$0.isEmpty }
        parts += RunEnvironmentText(report: report, palette: palette).paragraphs
        if !report.remarks.isEmpty {
            parts.append(report.remarks.map { palette.paragraph($0) }.joined())
        }
        let remarked = report.verdicts.count { $0.findings.contains(where: \.isRemark) }
        if remarked > 0 {
            parts.append(
                palette.paragraph(
                    "\(Prose.count(remarked, "case")) with remarks on what the documents leave open: report.json has them"
                ))
        }
        if let repeated = report.repeated {
            let words = Outcome.allCases.filter { repeated[$0] > 0 }.map { "\(repeated[$0]) \($0.rawValue)" }
            parts.append(
                palette.paragraph(
                    "of all \(Prose.count(repeated.total, "session")): \(words.joined(separator: ", "))"))
        }
        return parts.joined(separator: "\n")
    }

    private var certificates: String {
        report.profiles.map { $0.certificate(palette) }.joined()
            + report.problems.map { palette.paragraph($0.words) }.joined()
    }

    static func words(for figures: RunFigures, width: Int) -> String {
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
            words.append("\(Decimals.text(figures.quiet.milliseconds / 1_000, places: 2)) s waited for quiet")
        }
        return Prose.folded(
            words.enumerated().map { $0.offset == words.count - 1 ? $0.element : $0.element + "," }, indent: 0,
            width: width)
    }
}
