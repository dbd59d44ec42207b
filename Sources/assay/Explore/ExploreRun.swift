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
    let legs: [Leg]
    let folder: SpecFolder
    let console: Console
    let interrupt: Interrupt

    func run() async throws(ToolError) -> ExitCode {
        let start = MonotonicTime.now()
        if let junit = options.junit { try OwnFile.check(junit) }
        let report = try ReportFolder(
            options.reportFolder, at: .now(), name: "explore-\(options.implementation.folderName)")
        let corpus = try options.corpus.map { path throws(ToolError) in try Corpus(path) }
        // A mistake in the last of them had better not be told when all else has been searched.
        let corpora = try legs.map { leg throws(ToolError) in try corpus?.choices(of: leg.platform) ?? [] }
        var code = ExitCode.conformant
        var isPromised = false
        var confirmed: [RunReport] = []
        for (index, leg) in legs.enumerated() {
            let time = options.time ?? (options.runs == nil ? .seconds(60) : nil)
            // Each platform has its share, also where what was under way on the one before took longer.
            let began = MonotonicTime.now()
            let end = time.map { max(start + $0 * (index + 1) / legs.count, began + $0 / legs.count) }
            var explorer = Explorer(specifications: folder.specifications, choice: options.implementation, leg: leg)
            explorer.wire = options.wire
            explorer.seed = options.seed
            explorer.focus = options.focus
            explorer.statement = options.statement
            explorer.jobs = options.jobs.value
            explorer.interrupt = interrupt
            explorer.tell = { [console] in console.error($0) }
            explorer.end = end
            // What is under way at the end is judged, unless that takes long.
            explorer.cutOff = end.map { $0 + .seconds(60) }
            explorer.stopsAtFirst = options.endsAtFirstFailure
            explorer.isAdvised = options.isAdvised
            explorer.corpus = corpora[index]
            let outcome = try await explorer.explore(
                atMost: options.runs?.value ?? .max,
                found: {
                    console.line("\($0.isFailure ? "FAIL" : "WARN")  \($0.contract.id)  \(Script($0.scenario).title)")
                })
            let hasNone = outcome.scenarios == 0 && outcome.isExhausted
            isPromised = isPromised || !hasNone
            // What was found is told all the same where the corpus cannot be kept, or a scenario is no contract.
            var unkept: ToolError?
            do throws(ToolError) {
                try outcome.checkForMistakes()
                try corpus?.keep(outcome, of: leg.platform)
            } catch { unkept = error }
            let own = legs.count > 1 ? "\(report.path)/\(leg.name)" : report.path
            try tell(outcome, leg, own)
            if hasNone {
                console.line(
                    options.statement.map { "  no scenario was found in which \($0) is promised" }
                        ?? "  no scenario was found: the implementation may have too few calls")
            } else if outcome.scenarios == 0, !interrupt.hasCome {
                console.line("  no time was left: give more with '--for'")
            }
            // Where nothing could be decided nothing was found out.
            let isVain = outcome.decided == 0 && !(hasNone && options.statement != nil)
            let found = isVain ? .incomplete : try await confirm(outcome, leg, own, &confirmed)
            // What failed on one platform and on the next, and nothing where nothing did.
            if let junit = options.junit { try OwnFile.write(JUnitReport.bytes(confirmed), to: junit) }
            code = ExitCode.worst(of: [code, found])
            if let unkept { throw unkept }
            if interrupt.hasCome {
                let rest = legs[(index + 1)...].map(\.name).joined(separator: ", ")
                console.line(rest.isEmpty ? "stopped" : "stopped before \(rest)")
                code = ExitCode.worst(of: [code, .incomplete])
            }
            if interrupt.hasCome || options.endsAtFirstFailure && code == .failed { break }
        }
        console.line("report: \(report.path)")
        if let statement = options.statement, !isPromised, !interrupt.hasCome {
            throw .impossible("no scenario was found in which \(statement) is promised")
        }
        return code
    }

    private func tell(_ outcome: Exploration, _ leg: Leg, _ path: String) throws(ToolError) {
        let failures = outcome.findings.count(where: \.isFailure)
        let warnings = outcome.findings.count - failures
        console.line(
            "\(leg.name): \(Prose.count(outcome.scenarios, "scenario")) "
                + (outcome.decided < outcome.scenarios ? "(\(outcome.decided) decided) " : "")
                + "of \(outcome.moves) moves in \(outcome.steps) steps, " + Prose.count(failures, "failure")
                + (warnings > 0 ? ", \(Prose.count(warnings, "warning"))" : "")
                + "; \(outcome.coverage.statements.count) statements "
                + "and \(outcome.coverage.size) moves in states and after others were tried")
        let undecided = outcome.undecided.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(5)
        let files = ExploredFiles(report: path, name: "inconclusive")
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
        let (files, contracts) = (ExploredFiles(report: path, name: "explored"), outcome.findings.map(\.contract))
        try saying("what was found cannot be written") { try files.write(contracts) }
        var specifications = folder.specifications
        let diagnostics = Diagnostics()
        specifications.catalog.cases = specifications.cases(
            in: contracts.map {
                Catalog.File(path: files.path(of: $0), area: SpecFolder.foreignArea, bytes: Array($0.text.utf8))
            }, dialect: SpecFolder.dialect, diagnostics: diagnostics)
        guard diagnostics.isEmpty else {
            let wrong = diagnostics.sorted.map(\.description).joined(separator: "\n")
            throw ToolError(exitCode: .suite, message: "what was found is no contract\n" + wrong)
        }
        var run = RunCommand()
        run.implementation = options.implementation
        run.isSandboxed = options.isSandboxed
        run.leg = leg
        run.wire = options.wire
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
