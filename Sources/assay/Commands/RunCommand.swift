import AccessEnablerAPI
import Evidence
import Reports
import Specification

/// The command `assay run`.
struct RunCommand: Command {
    var selection = CaseSelection()
    var implementation = ImplementationChoice.builtin
    var backend = BackendChoice.embedded
    var bindings: [Binding] = []
    var platform = Platform.iOS
    var version = SDKVersion.newest
    var jobs = Count(32)
    var processes = Count(1)
    var seed: UInt64 = 1
    var deadline = Duration.seconds(5)
    var stopsAtFirstFailure = false
    var reportFolder: String?
    var specs: String?
    var isQuiet = false
    var color = ColorChoice.auto

    static let name = "run"
    static let syntax = Syntax<Self>(
        "Certifies an implementation of AccessEnabler: runs the contracts and reports.",
        notes: """
            Implementations:
              builtin          the reference, in this process
              exec:COMMAND     a program that speaks the adapter protocol over its standard
                               input and output (Documentation/adapter-protocol.md)
              listen:127.0.0.1:PORT  an adapter that dials in there, with the token that is
                               shown at the start
              degenerate:NAME  a port that does nothing right
              deviation:NAME   the reference with one rule broken
            """,
        .options(
            "--filter", "-f", value: "pattern", addsTo: \.selection.filters,
            help: "only cases whose id, contract or area this is, contains this, or fits with * and ?"),
        .options(
            "--statement", "-s", value: "id", addsTo: \.selection.statements,
            help: "only cases that cite this statement, such as AE-SP-007"),
        .option(
            "--implementation", "-i", value: "which", sets: \.implementation,
            help: "what to certify (default: builtin)"),
        .option(
            "--backend", value: "which", sets: \.backend,
            help: "embedded, or the URLs of service providers with commas between (default: embedded)"),
        .options(
            "--bind", value: "name=value", addsTo: \.bindings,
            help: "what a name of the contracts is at a backend elsewhere: an MVPD such as A, requestor, user, "
                + "password, software-statement"),
        .option("--platform", value: "ios|tvos", sets: \.platform, help: "as which platform (default: ios)"),
        .option(
            "--api-version", value: "version", sets: \.version,
            help: "as which release of AccessEnabler (default: \(SDKVersion.newest))"),
        .option("--jobs", "-j", value: "number", sets: \.jobs, help: "how many cases at once (default: 32)"),
        .option(
            "--processes", value: "number", sets: \.processes,
            help: "how many processes of an adapter at once (default: 1)"),
        .option("--seed", value: "number", sets: \.seed, help: "what random choices begin with (default: 1)"),
        .option(
            "--deadline", value: "time", sets: \.deadline,
            help: "how long to wait for what must come, such as 500ms (default: 5s)"),
        .flag("--fail-fast", sets: \.stopsAtFirstFailure, help: "stop at the first failure"),
        .option(
            "--report-dir", value: "folder", sets: \.reportFolder,
            help: "where the run's files go (default: a new folder below Reports)"),
        .option("--specs", value: "folder", sets: \.specs, help: "the specs (default: ./Specs, or the tool's own)"),
        .flag("--quiet", "-q", sets: \.isQuiet, help: "show only the result"),
        .option("--color", value: "auto|always|never", sets: \.color, help: "colours (default: auto)"))

    func run() async throws(ToolError) -> ExitCode {
        if backend == .embedded, let binding = bindings.first {
            throw .impossible(
                "'--bind \(binding.name)=…' is for service providers elsewhere: it goes with '--backend URL'")
        }
        guard deadline >= .milliseconds(100) else {
            throw .impossible("'--deadline' must be at least 100ms: a correct implementation needs some time, too")
        }
        guard version <= .newest else {
            throw .impossible("'--api-version \(version)' is newer than the newest documented, \(SDKVersion.newest)")
        }
        let specifications = try SpecFolder.readSound(specs).specifications
        let cases: [Case]
        do throws(UsageError) {
            cases = try selection.cases(of: specifications)
        } catch {
            throw .usage(error)
        }
        let console = Console(color)
        let certification = Certification(
            options: self, console: console, specifications: specifications, cases: cases,
            interrupt: try Interrupt())
        let outcome = try await certification.run()
        try outcome.folder.write(outcome.report)
        show(outcome.report, console)
        console.line("report: \(outcome.folder.path)")
        if let failure = outcome.traceFailure { throw .broken("the trace could not be written: \(failure)") }
        return outcome.report.exitCode
    }

    private func show(_ report: RunReport, _ console: Console) {
        let text = TextReport(report, palette: Palette(isColored: console.usesColor))
        if !isQuiet, !text.findings.isEmpty { console.out("\n" + text.findings) }
        console.out("\n" + text.summary + "\n")
    }
}
