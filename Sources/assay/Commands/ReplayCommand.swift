import Documents
import Evidence
import Reports
import Specification

struct ReplayCommand: Command {
    var bundle = ""
    var implementation: ImplementationChoice?
    var profile = ProfileChoice.core
    var deadline = Duration.seconds(5)
    var reportFolder: String?
    var specs: String?
    var isSandboxed = false
    var isQuiet = false
    var color = ColorChoice.auto

    static let name = "replay"
    static let syntax = Syntax<Self>(
        "Runs a failed case again, with the same seed, session and order of replies.",
        notes: """
            A run writes a bundle for each failed case to 'failures' in its folder.
            'assay check BUNDLE' judges what was seen then, without any implementation.
            """,
        .positional("bundle", sets: \.bundle, help: "the bundle's folder"),
        .implementation(\.implementation, help: "what to run it against, as in 'assay run' (default: what failed)"),
        .flag(
            Sandbox.option, sets: \.isSandboxed,
            help: "confine the adapter, as in 'assay run'"),
        .option(
            "--profile", value: "core|extensions|all", sets: \.profile,
            help: "what decides the exit code, as in 'assay run' (default: core)"),
        .option(
            "--deadline", value: "time", sets: \.deadline,
            help: "how long each step waits, such as 500ms (default: 5s)"),
        .reportFolder(\.reportFolder), .specs(\.specs), .quiet(\.isQuiet), .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        try Affordable.check()
        try Affordable.checkMemory()
        let console = Console(color)
        let bundle = try ReplayBundle.read(bundle)
        let specifications = try SpecFolder.readSound(specs).specifications
        guard let testCase = specifications.catalog.cases.first(where: { $0.id == bundle.caseID }) else {
            throw .input("the specs no longer have the case '\(bundle.caseID)'")
        }
        if bundle.isSandboxed, implementation == nil, !isSandboxed {
            throw .impossible(
                "what failed was confined: give '\(Sandbox.option)', or name what to run with '--implementation'")
        }
        let options = try options(bundle)
        if isSandboxed { try await Sandbox.check(options.implementation) }
        var certification = Certification(
            options: options, console: console, specifications: specifications, cases: [testCase],
            interrupt: try Interrupt())
        certification.firstNumber = bundle.number
        let outcome = try await certification.run()
        try outcome.folder.write(outcome.report, traceFailure: outcome.traceFailure)
        let text = TextReport(outcome.report, palette: console.palette)
        if !isQuiet, !text.findings.isEmpty { console.out("\n" + text.findings) }
        let now = outcome.report.verdicts.first?.outcome.rawValue ?? "not run"
        console.line("\(bundle.caseID): \(now), where it was \(bundle.outcome.rawValue)")
        let header = outcome.report.header
        if testCase.fitted(to: header.platform, header.version, over: header.wire).steps.map(\.text) != bundle.steps {
            console.line("the contract's steps are no longer those that were run then")
        }
        console.line("report: \(outcome.folder.path)")
        return outcome.report.exitCode
    }

    private func options(_ bundle: ReplayBundle) throws(ToolError) -> RunCommand {
        var options = RunCommand()
        if let implementation {
            options.implementation = implementation
        } else if bundle.implementation.contains("sha256:") {
            throw .input(
                "what failed cannot be run again: its command '\(bundle.implementation)' had a secret, which is not kept; "
                    + "give the command with --implementation")
        } else {
            do throws(InvalidValue) {
                options.implementation = try ImplementationChoice(argument: bundle.implementation)
            } catch {
                throw .input("what failed cannot be run again: \(error.message); name another with --implementation")
            }
        }
        options.isSandboxed = isSandboxed
        options.leg = Leg(platform: bundle.platform, version: bundle.version)
        options.wire = bundle.wire
        options.seed = bundle.seed
        // One case is not worth to try the adapter for.
        options.lint = .never
        options.deadline = deadline
        options.profile = profile
        options.reportFolder = reportFolder
        options.isQuiet = isQuiet
        options.color = color
        return options
    }
}
