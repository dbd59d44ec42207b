import AccessEnablerAPI
import Documents
import Evidence
import Load
import LoadResults
import Reports

struct LoadPairCommand: Command {
    var load = LoadCommand()
    var first: LoadSubject?
    var second: LoadSubject?
    var showsAll = false

    static let name = "load ab"
    static let syntax = Syntax<Self>(
        "Compares two implementations that take turns in one load run.",
        notes: """
            Every other iteration is of the second implementation, so both meet the
            same machine in the same moments. This shows smaller differences than
            'assay load compare' of two runs. Both are verified.

            exit codes: 0 the second is not slower, 1 it is slower, or a violation was
            found, 2 inconclusive: the measurement failed or was too short, 3 something did
            not start, 4 usage or spec error
            """,
        .positional("profile", sets: \.load.profile, help: "the load profile: its name, or a file"),
        .option("--a", value: "which", sets: \.first, help: "the first implementation, as in 'assay load'"),
        .option("--b", value: "which", sets: \.second, help: "the second"),
        .option(
            "--backend", value: "process|embedded", sets: \.load.backend,
            help: "the simulator in its own process, or in this one (default: process)"),
        .option(
            "--processes", value: "number", sets: \.load.processes,
            help: "how many processes of each adapter to start (default: 1)"),
        .option(
            "--duration", value: "time", sets: \.load.duration, help: "how long, instead of the profile's duration"),
        .option("--rate", value: "rate", sets: \.load.rate, help: "of both together, such as 100/s"),
        .option("--seed", value: "number", sets: \.load.seed, help: "instead of the profile's seed"),
        .option("--platform", value: "ios|tvos", sets: \.load.platform, help: "the platform to act as (default: ios)"),
        .option(
            "--wire", value: "sdk|rest-v1|rest-v2", sets: \.load.wire,
            help: "the protocol that both speak, as in 'assay run' (default: sdk)"),
        .reportFolder(\.load.reportFolder, help: "where the files go"), .specs(\.load.specs),
        .flag("--all", sets: \.showsAll, help: "show every phase and number of providers"),
        .quiet(\.load.isQuiet), .color(\.load.color))

    func run() async throws(ToolError) -> ExitCode {
        guard let first, let second else {
            throw .impossible(
                "'--a' and '--b' say which two are compared: \(first == nil ? "'--a'" : "'--b'") is missing")
        }
        var options = load
        (options.subject, options.other) = (first, second)
        guard !first.isBaseline, !second.isBaseline else {
            throw .impossible("every run measures the baseline anyway; it cannot be compared")
        }
        guard options.backend.isSimulated else {
            throw .impossible("only simulated service providers show what both were asked")
        }
        for subject in [first, second] { try options.wire.check(subject.choice, [options.version]) }
        if let folder = options.reportFolder { try ReportFolder.check(folder) }
        let folder = try SpecFolder.readSound(options.specs)
        var profile = try options.adapted(try folder.profile(named: options.profile))
        // They are about one implementation.
        profile.thresholds = []
        let console = Console(options.color)
        let session = LoadSession(
            options: options, profile: profile, specs: folder, console: console, interrupt: try Interrupt(tolerated: 2))
        var outcome = try await session.run()
        // Half of the load was another's: no run of one implementation is to be compared with it.
        outcome.origin = nil
        outcome.result.profile.title += " (\(first.text) beside \(second.text))"
        var problem = outcome.failure.map(ToolError.broken)
        if problem == nil { problem = await confirm(&outcome, session) }
        // What was measured is kept, whatever became of its confirmation.
        try outcome.write()
        if let problem { throw problem }
        let comparison = comparison(outcome.result, first, second)
        let plain = LoadComparisonText(comparison, showsAll: true)
        var files = Salvage()
        files.write(ComparisonText.mark + plain.text, to: outcome.folder + "/comparison.txt")
        files.write(LoadComparisonJSON.json(comparison).pretty, to: outcome.folder + "/comparison.json")
        files.write(comparison.markdown, to: outcome.folder + "/comparison.md")
        files.write(LoadJUnit.bytes(outcome.result, comparison), to: outcome.folder + "/junit.xml")
        if let problem = files.problem() { throw problem }
        if outcome.result.verdict == .violated {
            console.out(LoadSummary(outcome.result, palette: Palette(isColored: console.usesColor)).text)
        } else {
            console.out(LoadComparisonText(comparison, palette: console.palette, showsAll: showsAll).text)
        }
        console.line("report: \(outcome.folder)")
        return outcome.result.verdict == .violated ? .failed : comparison.exitCode
    }

    func comparison(_ result: LoadReport, _ first: LoadSubject, _ second: LoadSubject) -> LoadComparison {
        func run(_ subject: LoadSubject, _ name: String, _ side: TimeBlocks.Side) -> LoadComparison.Run {
            let figures = result.figures
            var run = LoadComparison.Run(
                name: "\(name), \(subject.text)", blocks: figures.blocks, side: side, measured: result.measured,
                objections: result.validity.objections, isOverloaded: result.overload != nil,
                isInProcess: subject.isInProcess)
            let isOther = side == .other
            run.isViolated =
                result.verdict == .violated && figures.verification.violations.contains { $0.isOther == isOther }
            run.completed = isOther ? figures.otherIterations : figures.ownCompleted
            run.failed = isOther ? figures.otherFailed : figures.ownFailed
            return run
        }
        return LoadComparison(run(first, "a", .implementation), run(second, "b", .other), isPaired: true)
    }

    /// Repeats the violations that load has shown under gates, against the implementation that it is of.
    ///
    /// Returns what went wrong, with which nothing of them is lost.
    private func confirm(_ outcome: inout LoadOutcome, _ session: LoadSession) async -> ToolError? {
        let all = outcome.result.figures.verification.violations
        guard !all.isEmpty else { return nil }
        var first: ToolError?
        var (violations, suspicions): ([IterationViolation], [IterationViolation]) = ([], [])
        for isOther in [false, true] {
            var own = session
            if isOther, let other = session.options.other { own.options.subject = other }
            var result = outcome.result
            result.figures.verification.violations = all.filter { $0.isOther == isOther }
            let replay = GatedReplay(session: own, folder: outcome.folder + (isOther ? "/b" : "/a"))
            let (judged, problem) = await replay.run(result)
            first = first ?? problem
            violations += judged.figures.verification.violations
            suspicions += judged.figures.verification.suspicions
        }
        outcome.result.take(violations: violations, suspicions: suspicions)
        return first
    }
}
