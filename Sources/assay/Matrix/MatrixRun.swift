import Documents
import Evidence
import Reports

/// Runs of one implementation, one after another, each as another platform or release.
struct MatrixRun {
    let options: RunCommand
    let legs: [Leg]
    let console: Console
    let interrupt: Interrupt

    /// Of so many runs each is shown whole; of more, only what was found.
    private static let shownWhole = 2

    /// What came of all, and what is wrong with the list of known failures.
    ///
    /// `certify` makes one run, into the folder it is given; `check` says what is wrong with the list, given for each case
    /// the verdict that says most against the port.
    func run(
        _ folder: ReportFolder,
        _ certify: (Leg, String) async throws(ToolError) -> Certification.Outcome,
        _ check: ([Verdict], [RunHeader]) throws(ToolError) -> [ListProblem]
    ) async throws(ToolError) -> (ExitCode, problems: [ListProblem]) {
        var matrix = MatrixReport(planned: legs.count)
        matrix.folder = folder.path
        var folders: [ReportFolder] = []
        // What was found out is told first, and what is missing of it at the end.
        var missing: ToolError?
        func write(_ report: RunReport, to folder: ReportFolder, _ traceFailure: FileError? = nil) {
            do throws(ToolError) {
                try folder.write(report, traceFailure: traceFailure)
            } catch {
                missing = missing ?? error
            }
        }
        for leg in legs where !interrupt.hasCome {
            let outcome = try await certify(leg, "\(folder.path)/\(leg.name)")
            matrix.runs.append(MatrixReport.Run(folder: leg.name, report: outcome.report))
            folders.append(outcome.folder)
            show(outcome.report)
            write(outcome.report, to: outcome.folder, outcome.traceFailure)
            if options.stopsAtFirstFailure, outcome.report.exitCode == .failed { break }
        }
        let problems =
            matrix.runs.flatMap(\.report.problems) + (try check(matrix.worstVerdicts, matrix.runs.map(\.report.header)))
        if !problems.isEmpty {
            // No run can be certified where the list that excuses failures is not right.
            for index in matrix.runs.indices {
                matrix.runs[index].report.problems = problems
                write(matrix.runs[index].report, to: folders[index])
            }
        }
        console.show(options.shown, matrix.diagnosis, matrix.summary(console.palette))
        try folder.write(matrix)
        console.line("\nreport: \(folder.path)")
        try options.publication.publish(folder.path, console)
        if let missing { throw missing }
        return (matrix.exitCode, problems)
    }

    private func show(_ report: RunReport) {
        let text = TextReport(report, palette: console.palette)
        if options.shown == .cases, !text.findings.isEmpty { console.out("\n" + text.findings) }
        if options.shown > .result, legs.count <= Self.shownWhole { console.out("\n" + text.tables + "\n") }
    }
}
