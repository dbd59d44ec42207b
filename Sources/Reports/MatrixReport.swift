internal import AccessEnablerAPI
package import Documents
package import Evidence

/// Several runs of one implementation, each as another platform or release.
package struct MatrixReport: Sendable {
    package struct Run: Sendable {
        /// The run's own folder, within that of all.
        package var folder: String
        package var report: RunReport

        package init(folder: String, report: RunReport) {
            self.folder = folder
            self.report = report
        }

        fileprivate var title: String { "\(report.header.platform.rawValue) \(report.header.version)" }
    }

    package static let schema = "assay/matrix/1"

    package var runs: [Run] = []
    /// How many runs there were to be.
    package var planned: Int

    package init(runs: [Run] = [], planned: Int) {
        self.runs = runs
        self.planned = planned
    }

    /// What the process says: the worst that any run says.
    package var exitCode: ExitCode {
        let codes = runs.map(\.report.exitCode)
        for code in [ExitCode.suite, .failed, .broken] where codes.contains(code) { return code }
        return codes.contains(.incomplete) || runs.count < planned ? .incomplete : .conformant
    }

    private var verdicts: [Verdict] { runs.flatMap(\.report.verdicts) }

    /// For each case the verdict that says most against the port, in the order of the cases.
    package var worstVerdicts: [Verdict] {
        var order: [String] = []
        var worst: [String: Verdict] = [:]
        for verdict in verdicts {
            guard let other = worst[verdict.caseID] else {
                order.append(verdict.caseID)
                worst[verdict.caseID] = verdict
                continue
            }
            if OutcomeCounts([other.outcome, verdict.outcome]).worst != other.outcome {
                worst[verdict.caseID] = verdict
            }
        }
        return order.compactMap { worst[$0] }
    }

    // MARK: - Text

    /// Every run whole, then what they come to together.
    package var text: String {
        runs.map { TextReport($0.report).text }.joined(separator: "\n") + "\n" + summary(.plain)
    }

    /// A row for each run, and the verdict on all.
    package func summary(_ palette: Palette) -> String {
        let table = OutcomeTable(
            of: runs.map { ($0.title, OutcomeCounts($0.report.verdicts.map(\.outcome))) }, called: "platform, version",
            palette: palette)
        var figures = RunFigures()
        for run in runs { figures.add(run.report.figures) }
        return table.text + "\n" + conclusion(palette) + "\n" + palette.dim(TextReport.words(for: figures)) + "\n"
    }

    private func conclusion(_ palette: Palette) -> String {
        let counts = OutcomeCounts(verdicts.map(\.outcome))
        let count = Prose.count(runs.count, "run")
        switch exitCode {
        case .conformant:
            return sentence(
                "CONFORMANT", .pass,
                "\(Prose.count(counts[.pass], "case")) passed in \(count), and nothing is left undecided", palette)
        case .failed:
            let failed = runs.filter { $0.report.exitCode == .failed }.map(\.title).joined(separator: ", ")
            return sentence(
                "NOT CONFORMANT", .fail,
                "\(counts[.fail] + counts[.crash]) of \(Prose.count(counts.total, "case")) in \(count) failed, as \(failed)",
                palette)
        case .broken:
            return sentence(
                "ADAPTER AT FAULT", .unknown,
                "\(Prose.count(counts[.pass], "case")) passed in \(count), but not all can be believed", palette)
        case .suite:
            return sentence("SUITE AT FAULT", .crash, "assay broke a rule of its own; no verdict counts", palette)
        default:
            let open = runs.filter { $0.report.exitCode == .incomplete }.map(\.title).joined(separator: ", ")
            let missing = planned - runs.count
            var reasons = open.isEmpty ? [] : ["something is undecided as \(open)"]
            if missing > 0 {
                reasons.append("\(Prose.count(missing, "run")) of \(planned) \(missing == 1 ? "was" : "were") not made")
            }
            return sentence(
                "INCOMPLETE", .unknown, "nothing failed, but \(reasons.joined(separator: ", and "))", palette)
        }
    }

    private func sentence(_ word: String, _ outcome: Outcome, _ text: String, _ palette: Palette) -> String {
        let lines = Prose.wrapped("\(word): \(text)", width: TextReport.width)
        return palette.colored(word, as: outcome) + lines.dropFirst(word.count)
    }

    // MARK: - Files

    /// For programs; `Specs/schema/matrix.schema.json` describes it.
    package var json: JSON {
        let json: JSON = [
            "schema": .string(Self.schema),
            "result": .string(JSONReport.word(for: exitCode)),
            "exit-code": .int(Int64(exitCode.rawValue)),
            "planned": .int(Int64(planned)),
            "outcomes": JSONReport.counts(OutcomeCounts(verdicts.map(\.outcome))),
            "runs": .array(runs.map { ["folder": .string($0.folder), "report": JSONReport.json($0.report)] }),
        ]
        return json.sortedByKey
    }

    package var junit: [UInt8] { JUnitReport.bytes(runs.map(\.report)) }
}
