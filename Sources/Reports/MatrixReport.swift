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

    package static let schema = "assay/matrix/3"

    package var runs: [Run] = []
    /// How many runs there were to be.
    package var planned: Int
    /// The folder of all runs, as a shell finds it from here.
    package var folder = ""

    package init(runs: [Run] = [], planned: Int) {
        self.runs = runs
        self.planned = planned
    }

    /// What the process says: the worst of the profiles that were asked about.
    package var exitCode: ExitCode { ProfileReport.deciding(profiles).exitCode }

    /// What all runs come to together, in each profile.
    package var profiles: [ProfileReport] {
        ProfileReport.all(of: runs.map(\.report), missingRuns: missingRuns)
    }

    private var missingRuns: Int { max(0, planned - runs.count) }
    private var verdicts: [Verdict] { runs.flatMap(\.report.verdicts) }

    /// For each case the verdict that says most against the port, in the order of the cases.
    package var worstVerdicts: [Verdict] {
        verdicts.grouped(by: \.caseID).compactMap { _, verdicts in
            let worst = OutcomeCounts(verdicts.map(\.outcome)).worst
            return verdicts.first { $0.outcome == worst }
        }
    }

    // MARK: - Text

    package var diagnosis: Diagnosis { Diagnosis(runs.map(\.report), folder: folder) }

    /// Why they failed, every run whole, then what they come to together.
    package var text: String {
        let causes = DiagnosisText(diagnosis)
        let parts = [causes.blocks] + runs.map { TextReport($0.report).text } + [summary(.plain), causes.summary]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// For each profile a row for each run, and the verdicts on all.
    package func summary(_ palette: Palette) -> String {
        let profiles = profiles
        let tables = profiles.filter { !$0.verdicts.isEmpty }.map { part in
            OutcomeTable(
                of: runs.map { ($0.title, ProfileReport(part.profile, of: [$0.report]).counts) },
                called: part.profile.rawValue, palette: palette
            ).text
        }
        var figures = RunFigures()
        for run in runs { figures.add(run.report.figures) }
        let problems = runs.first?.report.problems ?? []
        return tables.joined(separator: "\n") + "\n" + profiles.map { $0.certificate(palette) }.joined()
            + problems.map { palette.paragraph($0.words) }.joined()
            + palette.dim(TextReport.words(for: figures, width: palette.width)) + "\n"
    }

    // MARK: - Files

    /// For programs; `Specs/schema/matrix.schema.json` describes it.
    package var json: JSON {
        let (profiles, diagnosis) = (profiles, diagnosis)
        let deciding = ProfileReport.deciding(profiles)
        let json: JSON = [
            "schema": .string(Self.schema),
            "result": .string(deciding.word.lowercased()),
            "exit-code": .int(Int64(deciding.exitCode.rawValue)),
            "planned": .int(Int64(planned)),
            "profiles": .array(profiles.map(JSONReport.profile)),
            "causes": JSONReport.causes(diagnosis),
            "behaves-like": JSONReport.likenesses(diagnosis),
            "runs": .array(runs.map { ["folder": .string($0.folder), "report": JSONReport.json($0.report)] }),
        ]
        return json.sortedByKey
    }

    package var junit: [UInt8] { JUnitReport.bytes(runs.map(\.report), profiles) }
}
