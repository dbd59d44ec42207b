package import Documents
internal import Evidence

/// What is wrong, as GitHub and GitLab show it beside a change.
package struct Annotations {
    private let report: SavedReport
    private let comparison: RunComparison?

    package init(_ report: SavedReport, comparison: RunComparison? = nil) {
        self.report = report
        self.comparison = comparison
    }

    /// GitHub shows ten errors and ten warnings of a step, and leaves out the others without a word.
    private static let maxShown = 10

    /// Workflow commands, a line each: one for each cause, errors first.
    package var github: String {
        let all = report.causes
        var lines: [String] = []
        for (level, outcomes) in [
            ("error", [Outcome.fail, .crash]), ("warning", [.warn, .inconclusive, .notTestable, .pass]),
        ] {
            let own = all.filter { outcomes.contains($0.cause.outcome) }
            let shown = own.prefix(own.count > Self.maxShown ? Self.maxShown - 1 : Self.maxShown)
            for (cause, legs) in shown {
                let news = isNew(cause.title) ? "new: " : ""
                let cases = cause.cases.prefix(5).joined(separator: "\n")
                let rest = cause.cases.count - 5
                lines.append(
                    Self.command(
                        level,
                        title: "\(news)\(cause.outcome.rawValue) (\(legs.joined(separator: ", "))) \(cause.title)",
                        "\(Prose.count(cause.cases.count, "case"))\n\(cases)" + (rest > 0 ? "\nand \(rest) more" : "")
                            + "\n\(cause.rerun)"))
            }
            if own.count > shown.count {
                lines.append(
                    Self.command(
                        level, title: "and \(own.count - shown.count) more causes",
                        own.dropFirst(shown.count).prefix(30).map(\.cause.title).joined(separator: "\n")))
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func isNew(_ title: String) -> Bool { comparison?.causesCome.contains { $0.title == title } ?? false }

    /// GitHub cuts what is longer than some kilobytes.
    private static func command(_ level: String, title: String, _ message: String) -> String {
        let data = escaped(Prose.cut(message, to: 2_000))
        let property = escaped(Prose.cut(title, to: 200)).replacing(":", with: "%3A").replacing(",", with: "%2C")
        return "::\(level) title=\(property)::\(data)"
    }

    private static func escaped(_ text: String) -> String {
        // `displayed` would take line ends for what alters the display.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).displayed }
        return lines.joined(separator: "\n").replacing("%", with: "%25").replacing("\r", with: "%0D")
            .replacing("\n", with: "%0A")
    }

    /// GitLab's report on code quality, which shows in a merge request what came and what is gone: an entry for each case
    /// that failed, known by what is wrong and not by when.
    ///
    /// - Parameter digest: the SHA-256 of a text in hexadecimal digits.
    package func codeQuality(digest: (String) -> String) -> JSON {
        var entries: [JSON] = []
        for run in report.runs {
            let causes = Dictionary(run.causes.flatMap { cause in cause.cases.map { ($0, cause) } }) { first, _ in first
            }
            for verdict in run.verdicts {
                guard let outcome = verdict.outcome(in: run.choice), let severity = Self.severity(outcome) else {
                    continue
                }
                let message = verdict.messages.first ?? verdict.title
                entries.append([
                    "type": "issue", "check_name": .string("assay/\(verdict.contractID)"),
                    "description": .string(
                        Prose.printable(
                            "\(outcome.rawValue) \(verdict.caseID) (\(run.title)): "
                                + (causes[verdict.caseID]?.title ?? message))),
                    "categories": ["Compatibility"], "severity": .string(severity),
                    "fingerprint": .string(digest("\(run.title)\n\(verdict.caseID)\n\(outcome.rawValue)")),
                    "location": [
                        "path": .string("contracts/\(verdict.area)/\(verdict.contractID)"), "lines": ["begin": 1],
                    ],
                ])
            }
        }
        return .array(entries)
    }

    private static func severity(_ outcome: Outcome) -> String? {
        switch outcome {
        case .crash: "blocker"
        case .fail: "critical"
        case .warn: "minor"
        case .inconclusive: "info"
        default: nil
        }
    }
}
