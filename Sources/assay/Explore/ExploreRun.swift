import AccessEnablerAPI
import Documents
import Evidence
import Exploration
import Reports
import Specification
import Timing

/// One search from its beginning to its report.
///
/// What was found is run once more as `assay run` would, as the contracts that it is now, so that its report, trace and
/// bundles are those of any run.
struct ExploreRun {
    let options: ExploreCommand
    let folder: SpecFolder
    let console: Console
    let interrupt: Interrupt

    func run() async throws(ToolError) -> ExitCode {
        let start = MonotonicTime.now()
        if let junit = options.junit { try OwnFile.check(junit) }
        let report = try ReportFolder(
            options.reportFolder, at: .now(), name: "explore-\(options.implementation.folderName)")
        let corpus = try options.corpus.map { path throws(ToolError) in try Corpus(path) }
        let legs = options.legs
        var code = ExitCode.conformant
        var confirmed: [RunReport] = []
        for (index, leg) in legs.enumerated() {
            let time = options.time ?? (options.runs == nil ? .seconds(60) : nil)
            let end = time.map { start + $0 * (index + 1) / legs.count }
            var explorer = Explorer(specifications: folder.specifications, choice: options.implementation, leg: leg)
            explorer.seed = options.seed
            explorer.focus = options.focus
            explorer.statement = options.statement
            explorer.jobs = options.jobs.value
            explorer.interrupt = interrupt
            explorer.tell = { [console] in console.error($0) }
            explorer.end = end
            explorer.stopsAtFirst = options.endsAtFirstFailure
            explorer.isAdvised = options.isAdvised
            explorer.corpus = try corpus?.choices(of: leg.platform) ?? []
            let outcome = try await explorer.explore(
                atMost: options.runs?.value ?? .max,
                found: {
                    console.line("\($0.isFailure ? "FAIL" : "WARN")  \($0.contract.id)  \(Script($0.scenario).title)")
                })
            if let statement = options.statement, outcome.scenarios == 0, outcome.isExhausted, code != .failed {
                throw .impossible("no scenario was found on \(leg.platform) in which \(statement) is promised")
            }
            // What was found is told all the same where the corpus cannot be kept.
            var unkept: ToolError?
            do throws(ToolError) { try corpus?.keep(outcome, of: leg.platform) } catch { unkept = error }
            let own = legs.count > 1 ? "\(report.path)/\(leg.name)" : report.path
            try tell(outcome, leg, own)
            // Where no time was left nothing was found out.
            if outcome.scenarios == 0, !interrupt.hasCome { console.line("  no time was left: give more with '--for'") }
            let found = outcome.scenarios == 0 ? .incomplete : try await confirm(outcome, leg, own, &confirmed)
            // What failed on one platform and on the next, and nothing where nothing did.
            if let junit = options.junit { try OwnFile.write(JUnitReport.bytes(confirmed), to: junit) }
            code = ExitCode.worst(of: [code, found])
            if let unkept { throw unkept }
            if interrupt.hasCome, index + 1 < legs.count {
                console.line("stopped before \(legs[(index + 1)...].map(\.name).joined(separator: ", "))")
                code = ExitCode.worst(of: [code, .incomplete])
            }
            if interrupt.hasCome || options.endsAtFirstFailure && code == .failed { break }
        }
        console.line("report: \(report.path)")
        return code
    }

    private func tell(_ outcome: Exploration, _ leg: Leg, _ path: String) throws(ToolError) {
        let failures = outcome.findings.count(where: \.isFailure)
        let warnings = outcome.findings.count - failures
        console.line(
            "\(leg.name): \(Prose.count(outcome.scenarios, "scenario")) of \(outcome.moves) moves in \(outcome.steps) steps, "
                + Prose.count(failures, "failure") + (warnings > 0 ? ", \(Prose.count(warnings, "warning"))" : "")
                + "; \(outcome.coverage.statements.count) statements "
                + "and \(outcome.coverage.size) moves in states and after others were tried")
        let undecided = outcome.undecided.sorted { $0.value.count > $1.value.count }.prefix(5)
        let files = ExploredFiles.undecided(below: path)
        try saying("what is inconclusive cannot be written") { try files.write(undecided.map(\.value.contract)) }
        guard !options.isQuiet else { return }
        for (reason, open) in undecided {
            console.line("  inconclusive \(open.count): \(reason)\n    such as \(files.path(of: open.contract))")
        }
    }

    /// Runs the contracts of what failed once more, with everything that a run leaves behind.
    ///
    /// - Parameter reports: those of all platforms so far.
    private func confirm(
        _ outcome: Exploration, _ leg: Leg, _ path: String, _ reports: inout [RunReport]
    ) async throws(ToolError) -> ExitCode {
        guard !outcome.findings.isEmpty else { return .conformant }
        let (files, contracts) = (ExploredFiles.failed(below: path), outcome.findings.map(\.contract))
        try saying("what was found cannot be written") { try files.write(contracts) }
        var specifications = folder.specifications
        let diagnostics = Diagnostics()
        specifications.catalog.cases = specifications.cases(
            in: contracts.map {
                Catalog.File(path: files.path(of: $0), area: SpecFolder.foreignArea, bytes: Array($0.text.utf8))
            }, dialect: SpecFolder.dialect, diagnostics: diagnostics)
        var run = RunCommand()
        run.implementation = options.implementation
        run.isSandboxed = options.isSandboxed
        run.leg = leg
        run.seed = options.seed
        run.lint = .never
        run.isQuiet = true
        run.reportFolder = path
        let certified = try await Certification(
            options: run, console: console, specifications: specifications, cases: specifications.catalog.cases,
            interrupt: interrupt
        ).run()
        if !options.isQuiet {
            let text = TextReport(certified.report, palette: Palette(isColored: console.usesColor))
            console.out("\n" + text.findings)
        }
        try certified.folder.write(certified.report, traceFailure: certified.traceFailure)
        reports.append(certified.report)
        // What failed when it was explored failed, also where it does so by chance.
        let code = outcome.findings.contains(where: \.isFailure) ? ExitCode.failed : .conformant
        return ExitCode.worst(of: [code, certified.report.exitCode])
    }
}
