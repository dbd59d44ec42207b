import AccessEnablerAPI
import Documents
import Evidence
import Load
import Reports
import Runner
import Specification
import Timing

struct RunCommand: Command {
    var selection = CaseSelection()
    var implementation = ImplementationChoice.builtin
    var wire = Wire.sdk
    var backend = BackendChoice.embedded
    var bindings: [Binding] = []
    var mayUseOthers = false
    var login = LoginWay.played
    /// How long a person who logs in is waited for.
    var loginTimeout = Duration.seconds(300)
    /// What is known of the service providers behind gates, before they are asked.
    var site: ChosenSite?
    /// What was asked for; both platforms, and the newest release, where nothing was.
    var askedPlatform: Platform?
    var askedVersion: SDKVersion?
    var isMatrix = false
    /// What this run is of.
    var leg = Leg(platform: .iOS, version: .newest)
    var jobs = Count(32)
    var repeats = Count(1)
    var retries = 0
    var processes = Count(1)
    var isSandboxed = false
    var seed: UInt64 = 1
    var deadline = Duration.seconds(5)
    var stopsAtFirstFailure = false
    var isSmoke = false
    /// The folder of an earlier run, for what failed there.
    var rerun: String?
    var cause: Count?
    /// Folders of earlier runs, for what did not pass there, or was not in the specs as it is now.
    var rerunFailed: String?
    var changedSince: String?
    /// Which of the cases are for this machine, and an earlier run that tells how long they take.
    var part = MachineShare.whole
    var durations: String?
    var profile = ProfileChoice.core
    var expectations: String?
    var writtenExpectations: String?
    var capabilities: String?
    var writtenCapabilities: String?
    var lint = LintChoice.auto
    var reportFolder: String?
    var publication = Publication()
    var specs: String?
    var asked = Shown.examples
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
              mutant:NAME   the reference with one rule broken
              variant:NAME     a port that is right, and differs from the reference;
                               several at once with + between ('assay list --variants')

            \(Publication.notes)

            exit codes: 'assay --help' and Reports/README.md have them
            """,
        .filter(\.selection.filters),
        .statements(\.selection.statements),
        .options(
            "--exclude", "-x", value: "pattern", addsTo: \.selection.exclusions,
            help: "not the cases that fit this, as with --filter"),
        .option(
            "--rerun", value: "folder", sets: \.rerun, help: "only the cases that failed in this earlier run"),
        .option("--cause", value: "number", sets: \.cause, help: "of these only those with this cause"),
        .option(
            "--rerun-failed", value: "folder", sets: \.rerunFailed,
            help: "only the cases that failed, were inconclusive or were not run in this earlier run"),
        .option(
            "--changed-since", value: "folder", sets: \.changedSince,
            help: "only the cases that are new or changed in the specs since this earlier run"),
        .option(
            "--part", value: "i/n", sets: \.part,
            help: "only the cases of machine i of n, for 'assay merge' (Documentation/many-machines.md)"),
        .option(
            "--durations", value: "folder", sets: \.durations,
            help: "an earlier run: --part divides the cases by its durations; give all parts the same one"),
        .flag(
            "--smoke", sets: \.isSmoke,
            help: "only the smoke set: few cases that catch as many mutants as all cases do"),
        .implementation(\.implementation, help: "what to certify (default: builtin)"),
        .option(
            "--wire", value: "sdk|rest-v1|rest-v2", sets: \.wire,
            help: "the protocol that the implementation speaks: the built-in and mutants are made to, others are taken "
                + "at their word (Documentation/migration.md; default: sdk)"),
        .option(
            "--backend", value: "which", sets: \.backend,
            help: "embedded, the URLs of service providers with commas between, or gate: and such URLs or a site file "
                + "(Documentation/real-backend.md; default: embedded)"),
        .mayUseOthers(\.mayUseOthers, "for service providers behind gates"),
        .option(
            "--login", value: "played|by-hand", sets: \.login,
            help: "who logs in behind gates: by-hand prints each page's address and waits for you (default: played)"),
        .option("--login-timeout", value: "time", sets: \.loginTimeout, help: "how long, at each page (default: 5m)"),
        .options(
            "--bind", value: "name=value", addsTo: \.bindings,
            help: "the value of a name of the contracts at another backend: an MVPD such as A, requestor, user, "
                + "password, software-statement"),
        .option(
            "--platform", value: "ios|tvos", sets: \.askedPlatform,
            help: "the platform to act as (default: each in turn)"),
        .option(
            "--api-version", value: "version", sets: \.askedVersion,
            help: "the release of AccessEnabler to act as (default: \(SDKVersion.newest))"),
        .flag(
            "--matrix", sets: \.isMatrix,
            help: "as each of \(Leg.releases.map(\.description).joined(separator: ", ")) on each platform that has it"),
        .option(
            "--profile", value: "core|extensions|all", sets: \.profile,
            help: "what decides the exit code: core, what the documents of iOS and tvOS ask for; extensions, what "
                + "only other documents ask for; or all; every run judges both (default: core)"),
        .option("--jobs", "-j", value: "number", sets: \.jobs, help: "how many cases at once (default: 32)"),
        .option(
            "--processes", value: "number", sets: \.processes,
            help: "how many processes of the adapter to start (default: 1)"),
        .flag(
            Sandbox.option, sets: \.isSandboxed,
            help: "confine the adapter: no network but that of this run, no file to write (Documentation/security.md)"),
        .option(
            "--repeat", value: "number", sets: \.repeats,
            help: "how often each case is run, to find intermittent failures; the worst result counts (default: 1)"),
        .option(
            "--retries", value: "number", sets: \.retries,
            help: "how often a failed case is run again, to report how often it fails; it stays failed (default: 0)"),
        .option("--seed", value: "number", sets: \.seed, help: "what random choices begin with (default: 1)"),
        .option(
            "--deadline", value: "time", sets: \.deadline,
            help: "how long each step waits, such as 500ms (default: 5s)"),
        .option(
            "--lint", value: "auto|always|never", sets: \.lint,
            help: "whether to try an adapter first (default: auto: when all cases are run)"),
        .flag("--fail-fast", sets: \.stopsAtFirstFailure, help: "stop at the first failure"),
        .option(
            "--expectations", value: "file", sets: \.expectations,
            help: "failures that are known (Documentation/strength.md)"),
        .option(
            "--write-expectations", value: "file", sets: \.writtenExpectations,
            help: "write the failures of this run as known ones; entries of --expectations that still hold are kept"),
        .option(
            "--capabilities", value: "file", sets: \.capabilities,
            help: "calls and features that the port leaves out on purpose (Documentation/strength.md)"),
        .option(
            "--write-capabilities", value: "file", sets: \.writtenCapabilities,
            help: "write which calls and features the port lacks; reasons given in --capabilities are kept"),
        .reportFolder(\.reportFolder),
        .option("--summary", value: "file", sets: \.publication.summary, help: "write Markdown for a CI server"),
        .option(
            "--annotations", value: "none|github", sets: \.publication.annotations,
            help: "print annotations for a CI server (default: none)"),
        .option(
            "--code-quality", value: "file", sets: \.publication.codeQuality, help: "write GitLab's code quality"),
        .options("--badge", value: "file", addsTo: \.publication.badges, help: "write a badge, .svg or .json"),
        .option(
            "--against", value: "folder", sets: \.publication.against,
            help: "the earlier run that the summary compares this one with"),
        .specs(\.specs, help: "the specs, or the file of a contract"),
        .option(
            "--show", value: "result|causes|examples|cases", sets: \.asked,
            help: "how much is shown: only the result, also a line for each cause, also the clearest case of the first "
                + "ten causes, or every case (default: examples)"),
        .quiet(\.isQuiet, help: "the same as --show result"), .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        // Before any file is opened: what cannot be read for want of descriptors is not the file's fault.
        try Affordable.check(processes: processes.value)
        try Affordable.checkMemory()
        // Before anything that takes time: a run that is stopped before it has begun reports that nothing was decided.
        let interrupt = try Interrupt()
        if backend == .embedded, let binding = bindings.first {
            throw .impossible(
                "'--bind \(binding.name)=…' is for service providers elsewhere: it goes with '--backend URL'")
        }
        if login == .byHand {
            guard case .gate = backend else { throw .impossible("'--login by-hand' goes with '--backend gate:…'") }
        }
        if isSandboxed { try await Sandbox.check(implementation, isElsewhere: backend != .embedded) }
        guard (0...100).contains(retries) else { throw .impossible("'--retries' must be from 0 to 100") }
        guard deadline >= .milliseconds(100) else {
            throw .impossible("'--deadline' must be at least 100ms: a correct implementation needs some time, too")
        }
        if let askedVersion, askedVersion > .newest {
            throw .impossible(
                "'--api-version \(askedVersion)' is newer than the newest documented, \(SDKVersion.newest)")
        }
        try wire.check(implementation, isMatrix ? Leg.releases : [askedVersion ?? .newest])
        var prepared = self
        if case .gate(let source) = backend {
            prepared.site = try await ChosenSite.read(source, bindings, loggingIn: login)
            try prepared.site?.check(mayUseOthers: mayUseOthers)
        }
        let site = prepared.site
        try prepared.publication.check()
        let folder = try SpecFolder.readSound(specs)
        let specifications = folder.specifications
        let fingerprints = try FingerprintFile.fingerprints(in: folder.path)
        let plan = try cases(of: folder)
        let console = Console(color)
        let lists = try lists(of: specifications.catalog.cases)
        let legs = try await legs(of: plan, interrupt)
        let record = try record(of: plan, as: legs, in: folder)
        let cases = record.places.map { plan[$0] }
        for list in [writtenExpectations, writtenCapabilities].compactMap(\.self) { try OwnFile.check(list) }
        if let reportFolder { try ReportFolder.clear(reportFolder) }
        var place = try ReportFolder(reportFolder, at: .now(), name: implementation.folderName)
        let redactor = Redactor(secrets: bindings.secrets + (site?.secrets ?? []))
        if site != nil { place.redactor = redactor }
        try record.write(to: place.path)
        return try await prepared.conclude(
            legs, in: place, lists, specifications, console, interrupt
        ) { leg, folder async throws(ToolError) in
            var options = self
            options.leg = leg
            options.reportFolder = folder
            options.site = site
            // An adapter is tried once, whatever it is certified as, and however many machines certify it.
            if leg != legs[0] || part.index > 0 { options.lint = .never }
            var certification = Certification(
                options: options, console: console, specifications: specifications, cases: cases,
                interrupt: interrupt, lists: lists, fingerprints: fingerprints)
            // What one of several runs learns is in the report of all.
            certification.redactor = redactor
            if !part.isWhole { certification.part = .init(places: record.places, planned: plan.count) }
            var outcome = try await certification.run()
            outcome.report.specs = record.specs
            return outcome
        }
    }

    /// Has every run made, as each of `legs`, and says what all come to.
    ///
    /// - Parameter certify: makes one run, into the folder it is given.
    func conclude(
        _ legs: [Leg], in folder: ReportFolder, _ lists: PortLists, _ specifications: Specifications,
        _ console: Console, _ interrupt: Interrupt,
        _ certify: (Leg, String) async throws(ToolError) -> Certification.Outcome
    ) async throws(ToolError) -> ExitCode {
        let check = { (verdicts: [Verdict], headers: [RunHeader]) throws(ToolError) -> [ListProblem] in
            try listProblems(verdicts, headers, lists, specifications)
        }
        let (code, problems) =
            legs.count > 1
            ? try await MatrixRun(options: self, legs: legs, console: console, interrupt: interrupt)
                .run(folder, certify, check)
            : try await runOnce(legs[0], folder, console, certify, check)
        for problem in problems { console.error(problem.words) }
        return Self.code(code, with: problems)
    }

    /// What the process says of runs that come to `code`, where lists that are kept of the port have these problems.
    static func code(_ code: ExitCode, with problems: [ListProblem]) -> ExitCode {
        guard !problems.isEmpty else { return code }
        return ExitCode.worst(of: [code, problems.allSatisfy(\.isImprovement) ? .outdated : .usage])
    }

    func listProblems(
        _ verdicts: [Verdict], _ headers: [RunHeader], _ lists: PortLists, _ specifications: Specifications
    ) throws(ToolError) -> [ListProblem] {
        // All that the port has, where nobody chose among them.
        let all = specifications.catalog.cases
        let isWhole = askedPlatform == nil && headers.allSatisfy { $0.cases.count == all.count }
        let platforms = isWhole ? Set(headers.map(\.platform)) : Set(Platform.allCases)
        return try checkExpectations(lists.expected, verdicts, specifications)
            + checkCapabilities(lists.capabilities, headers, all, platforms)
    }

    var shown: Shown { isQuiet ? .result : asked }

    private func runOnce(
        _ leg: Leg, _ folder: ReportFolder, _ console: Console,
        _ certify: (Leg, String) async throws(ToolError) -> Certification.Outcome,
        _ check: ([Verdict], [RunHeader]) throws(ToolError) -> [ListProblem]
    ) async throws(ToolError) -> (ExitCode, problems: [ListProblem]) {
        var outcome = try await certify(leg, folder.path)
        outcome.report.problems += try check(outcome.report.verdicts, [outcome.report.header])
        // What was found out is shown first: where nothing can be written it would be lost.
        show(outcome.report, console)
        try outcome.folder.write(outcome.report, traceFailure: outcome.traceFailure)
        console.line("\nreport: \(outcome.folder.path)")
        try publication.publish(outcome.folder.path, console)
        return (outcome.report.exitCode, outcome.report.problems)
    }

    /// What is wrong with the list of known failures; a list that is written now has nothing wrong with it.
    private func checkExpectations(
        _ expected: ExpectedFailures?, _ verdicts: [Verdict], _ specifications: Specifications
    ) throws(ToolError) -> [ListProblem] {
        if let path = writtenExpectations {
            let text = ExpectedFailures.text(
                for: verdicts, of: implementation.text, keeping: expected,
                expires: Stamp.day(.now() + .seconds(90 * 86_400)))
            try saying("the expectations cannot be written") { try File.write(text, to: path) }
            return []
        }
        guard let expected else { return [] }
        let file = RunReport.quoted(expected.file)
        let rewrite = "\(again) --expectations \(file) --write-expectations \(file)"
        return expected.problems(after: verdicts, of: specifications.catalog.cases, rewrite: rewrite)
    }

    private var again: String {
        "assay run \(isSandboxed ? "\(Sandbox.option) " : "")--implementation \(RunReport.quoted(implementation.text))"
    }

    private func lists(of cases: [Case]) throws(ToolError) -> PortLists {
        var lists = PortLists(of: cases)
        if let expectations {
            lists.expected = try ExpectedFailures.read(expectations, of: cases, today: Stamp.day(.now()))
        }
        if let capabilities { lists.capabilities = try Capabilities.read(capabilities, of: cases) }
        return lists
    }

    /// What is wrong with the list of what the port does not have; one that is written now has nothing wrong with it.
    private func checkCapabilities(
        _ capabilities: Capabilities?, _ headers: [RunHeader], _ cases: [Case], _ platforms: Set<Platform>
    ) throws(ToolError) -> [ListProblem] {
        if let path = writtenCapabilities {
            try saying("the capabilities cannot be written") {
                try File.write(
                    Capabilities.text(
                        headers, of: cases, on: platforms, implementation.text, keeping: capabilities), to: path)
            }
            return []
        }
        guard let capabilities else { return [] }
        let file = RunReport.quoted(capabilities.file)
        let rewrite = "\(again) --capabilities \(file) --write-capabilities \(file)"
        return capabilities.problems(headers, of: cases, on: platforms, rewrite: rewrite)
    }

    private func cases(of folder: SpecFolder) throws(ToolError) -> [Case] {
        let cases = try selection.cases(of: folder.specifications)
        if rerunFailed != nil || changedSince != nil { return try casesOfEarlierRuns(folder, among: cases) }
        if let rerun { return try earlierRun("--rerun", rerun).cases(of: cause?.value, among: cases) }
        guard cause == nil else { throw .impossible("'--cause' is of an earlier run: it goes with '--rerun FOLDER'") }
        return isSmoke ? try SmokeCases.chosen(cases, of: folder) : cases
    }

    func show(_ report: RunReport, _ console: Console) {
        let text = TextReport(report, palette: console.palette)
        if shown == .cases, !text.findings.isEmpty { console.out("\n" + text.findings) }
        console.show(shown, report.diagnosis, text.summary)
    }
}
