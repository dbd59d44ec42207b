import Evidence
import Reports
import Timing

/// Runs of one implementation, one after another, each as another platform or release.
struct MatrixRun {
    let options: RunCommand
    let legs: [Leg]
    let console: Console
    let interrupt: Interrupt

    /// Of so many runs each is shown whole; of more, only what was found.
    private static let shownWhole = 2

    /// What came of all, and for each case the verdict that says most against the port.
    ///
    /// `certify` makes one run, into the folder it is given.
    func run(
        _ certify: (Leg, String?) async throws(ToolError) -> Certification.Outcome
    ) async throws(ToolError) -> (ExitCode, [Verdict]) {
        let folder = try ReportFolder(options.reportFolder, at: .now(), name: options.implementation.folderName)
        var matrix = MatrixReport(planned: legs.count)
        for leg in legs where !interrupt.hasCome {
            let outcome = try await certify(leg, "\(folder.path)/\(leg.name)")
            matrix.runs.append(MatrixReport.Run(folder: leg.name, report: outcome.report))
            if !options.isQuiet { show(outcome.report) }
            try outcome.folder.write(outcome.report)
            if let failure = outcome.traceFailure { throw .broken("the trace could not be written: \(failure)") }
            if options.stopsAtFirstFailure, outcome.report.exitCode == .failed { break }
        }
        console.out(matrix.summary(Palette(isColored: console.usesColor)) + "\n")
        try folder.write(matrix)
        console.line("report: \(folder.path)")
        return (matrix.exitCode, matrix.worstVerdicts)
    }

    private func show(_ report: RunReport) {
        let text = TextReport(report, palette: Palette(isColored: console.usesColor))
        if !text.findings.isEmpty { console.out("\n" + text.findings) }
        if legs.count <= Self.shownWhole { console.out("\n" + text.tables + "\n") }
    }
}
