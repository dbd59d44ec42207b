import AccessEnablerAPI
import Documents
import Evidence
import Load
import LoadResults
import Reports

struct LoadCommand: Command {
    var profile = ""
    var subject = LoadSubject.implementation(.builtin)
    var other: LoadSubject?
    var backend = LoadBackendChoice.process
    var bindings: [Binding] = []
    var mayUseOthers = false
    /// What is known of the service providers behind gates, before they are asked.
    var site: ChosenSite?
    var transport = LoadTransport.direct
    var processes = Count(1)
    var isSandboxed = false
    var duration: Duration?
    var iterations: IterationCount?
    var rate: Rate?
    var users: Count?
    var seed: UInt64?
    var platform = Platform.iOS
    var version = SDKVersion.newest
    var wire = Wire.sdk
    var deadline = Duration.seconds(10)
    var reportFolder: String?
    var specs: String?
    var mayLoadOthers = false
    var isUnverified = false
    /// Whether the highest rate is looked for, and what must hold at it.
    var findsCapacity = false
    var objectives: [Threshold] = []
    var thresholds: [Threshold] = []
    /// The folder of the run that relative thresholds are held against.
    var earlier: String?
    /// Whether every iteration is written to a file of its own.
    var isRaw = false
    /// How often a run whose measurement failed is begun.
    var attempts = Count(1)
    var isQuiet = false
    var printsJSON = false
    /// What of the whole run is made here.
    var part = MachineShare.whole
    var startAt: StartTime?
    var clockOffset = SignedDuration(.zero)
    var clockUncertainty = Duration.zero
    var progress = ProgressChoice.text
    var color = ColorChoice.auto

    static let name = "load"
    static let syntax = Syntax<Self>(
        "Puts an implementation under load, verifies every session, and measures.",
        notes: """
            A profile is a name in Specs/load, such as smoke, fan-out, faults, soak or
            thundering-herd, or a file (Documentation/load.md).

            exit codes: 0 PASSED: correct and fast enough, 1 VIOLATED: not correct,
            99 MISSED: a threshold failed, 97 OVERLOADED: more came than somebody could
            keep up with, 98 INVALID: the measurement itself failed, 2 STOPPED before
            its end or INCOMPLETE: a threshold is open, 3 something did not start,
            4 usage or spec error
            """,
        .positional("profile", sets: \.profile, help: "the load profile: its name, or a file"),
        .option(
            "--implementation", "-i", value: "which", sets: \.subject,
            help: "what is put under load, as in 'assay run'; baseline: plain requests without an "
                + "implementation (default: builtin)"),
        .option(
            "--backend", value: "which", sets: \.backend,
            help: "process: the simulator in its own process; embedded: in this process; the URLs of service "
                + "providers, separated by commas; or gate: and such URLs or a site file "
                + "(Documentation/real-backend.md; default: process)"),
        .mayUseOthers(\.mayUseOthers, "for service providers behind gates"),
        .options(
            "--bind", value: "name=value", addsTo: \.bindings,
            help: "the value of a name at another backend: requestor, software-statement, user, password, or an MVPD"),
        .option(
            "--transport", value: "direct|libcurl", sets: \.transport,
            help: "how builtin and baseline send plain HTTP to an IP address: direct, over the generator's own "
                + "connections, which takes a fraction of the processor time, or over libcurl (default: direct)"),
        .option(
            "--processes", value: "number", sets: \.processes,
            help: "how many processes of the adapter to start (default: 1)"),
        .flag(
            Sandbox.option, sets: \.isSandboxed,
            help: "confine the adapter, as in 'assay run'"),
        .option("--duration", value: "time", sets: \.duration, help: "how long, instead of the profile's duration"),
        .option(
            "--iterations", value: "number", sets: \.iterations,
            help: "how many iterations, instead of the profile's duration"),
        .option("--rate", value: "rate", sets: \.rate, help: "such as 100/s, instead of the profile's arrivals"),
        .option(
            "--users", value: "number", sets: \.users,
            help: "a fixed number of users, instead of the profile's arrivals"),
        .option("--seed", value: "number", sets: \.seed, help: "instead of the profile's seed"),
        .option("--platform", value: "ios|tvos", sets: \.platform, help: "the platform to act as (default: ios)"),
        .option(
            "--api-version", value: "version", sets: \.version,
            help: "the release of AccessEnabler to act as (default: \(SDKVersion.newest))"),
        .option(
            "--wire", value: "sdk|rest-v1|rest-v2", sets: \.wire,
            help: "the protocol that the implementation speaks, as in 'assay run' (default: sdk)"),
        .option(
            "--deadline", value: "time", sets: \.deadline,
            help: "how long each call and each wait of an iteration may take (default: 10s)"),
        .reportFolder(\.reportFolder), .specs(\.specs),
        .flag(
            "--i-may-load-this-host", sets: \.mayLoadOthers,
            help: "needed for service providers that are not on this machine"),
        .flag(
            "--unverified", sets: \.isUnverified,
            help: "only measure, and verify nothing, to see what verification costs"),
        .option(
            "--part", value: "i/n", sets: \.part,
            help: "run only part i of n; 'assay load merge' makes one report of all parts (default: 1/1)"),
        .option(
            "--start-at", value: "time", sets: \.startAt,
            help: "when iterations start: seconds since 1970, or a time such as 2026-11-23T20:15:00Z"),
        .option(
            "--clock-offset", value: "time", sets: \.clockOffset,
            help: "how far this machine's clock is ahead of the clock that --start-at uses, such as -1.5ms"),
        .option(
            "--clock-uncertainty", value: "time", sets: \.clockUncertainty,
            help: "how wrong --clock-offset may be; the report shows it"),
        .option(
            "--progress", value: "text|json", sets: \.progress,
            help: "json: each second, one line of JSON with what is new, for programs (default: text)"),
        .flag(
            "--find-capacity", sets: \.findsCapacity,
            help: "look for the highest rate that meets the objective, for each number of service providers"),
        .options(
            "--slo", value: "threshold", addsTo: \.objectives,
            help: "the objective, such as 'completion.p99 < 50ms' (default: the profile's thresholds on times)"),
        .option(
            "--earlier", value: "folder", sets: \.earlier,
            help: "the earlier run that thresholds such as 'overhead.p99 <= earlier * 1.1' are held against"),
        .options(
            "--threshold", value: "threshold", addsTo: \.thresholds,
            help: "one more threshold, in addition to the profile's"),
        .flag("--raw", sets: \.isRaw, help: "write every iteration to iterations.csv.gz, too"),
        .option(
            "--attempts", value: "number", sets: \.attempts,
            help: "begin a run whose measurement failed anew, until there have been so many (default: 1)"),
        .quiet(\.isQuiet),
        .flag("--json", sets: \.printsJSON, help: "print the report as JSON, and nothing else on standard output"),
        .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        try check()
        guard case .of(.gate(let source)) = backend, site == nil else { return try await runChecked() }
        var prepared = self
        prepared.site = try await ChosenSite.read(source, bindings)
        try prepared.site?.check(mayUseOthers: mayUseOthers)
        return try await prepared.runChecked()
    }

    private func runChecked() async throws(ToolError) -> ExitCode {
        if let reportFolder { try ReportFolder.check(reportFolder) }
        if isSandboxed {
            try await Sandbox.check(subject.choice ?? .builtin, isElsewhere: !backend.isSimulated)
        }
        let folder = try SpecFolder.readSound(specs)
        let profile = try adapted(try folder.profile(named: profile))
        let console = Console(color)
        // A second one may come while the first is still being obeyed.
        let interrupt = try Interrupt(tolerated: 2)
        var session = LoadSession(
            options: self, profile: profile, specs: folder, console: console, interrupt: interrupt)
        if findsCapacity {
            return try await CapacityRun(
                options: self, profile: profile, specs: folder, console: console, interrupt: interrupt
            ).run()
        }
        var outcome = try await session.run()
        var failed: [String] = []
        while outcome.result.verdict == .invalid, outcome.failure == nil, failed.count + 1 < attempts.value,
            !interrupt.hasCome
        {
            let reason = outcome.result.validity.objections.joined(separator: "; ")
            failed.append("attempt \(failed.count + 1) was invalid: \(reason)")
            if !isQuiet { console.error("assay: \(failed.last ?? "")") }
            // The run that counts takes the folder of the one that does not.
            session.options.reportFolder = outcome.folder
            outcome = try await session.run()
        }
        outcome.result.validity.remarks += failed.map { .init(subject: "machine", text: $0) }
        // What was found out is shown first: where nothing can be written it would be lost.
        let unrepeated = await outcome.repeatViolations(of: session)
        var problems = [unrepeated].compactMap(\.self)
        do throws(ToolError) { try outcome.write() } catch { problems.append(error) }
        if progress == .json {
            PartRun(options: self, specs: folder, console: console).tellResult(outcome)
        } else if printsJSON {
            console.line(LoadJSON.report(outcome.result).text)
        } else {
            let summary = LoadSummary(outcome.result, palette: Palette(isColored: console.usesColor))
            console.out((isQuiet ? "" : "\n") + summary.text)
            console.line("report: \(outcome.folder)")
        }
        if let failure = outcome.failure { problems.insert(.broken(failure), at: 0) }
        if let first = problems.first {
            throw ToolError(exitCode: first.exitCode, message: problems.map(\.message).joined(separator: "\n"))
        }
        return outcome.result.exitCode
    }

    private func check() throws(ToolError) {
        if backend.isSimulated, let binding = bindings.first {
            throw .impossible(
                "'--bind \(binding.name)=…' is for service providers elsewhere: it goes with '--backend URL'")
        }
        if let stranger = backend.urls?.first(where: { !BackendChoice.isLoopback($0) }), !mayLoadOthers {
            throw .impossible(
                "\(stranger) is not on this machine; if you are allowed to load it, add --i-may-load-this-host")
        }
        if case .of(.gate) = backend {
            guard part.isWhole, !findsCapacity else {
                throw .impossible("'--part' and '--find-capacity' cannot be used with '--backend gate:…'")
            }
        }
        if duration != nil, iterations != nil {
            throw .impossible("'--duration' and '--iterations' exclude each other")
        }
        if printsJSON, progress == .json {
            throw .impossible("'--json' and '--progress json' exclude each other: both write to standard output")
        }
        if findsCapacity {
            guard rate == nil, users == nil, duration == nil, iterations == nil, part.isWhole, progress == .text else {
                throw .impossible("'--find-capacity' chooses rates and durations by itself, on one machine")
            }
            guard !isUnverified, attempts.value == 1, thresholds.isEmpty, earlier == nil else {
                throw .impossible(
                    "'--find-capacity' verifies every run and repeats what fails; '--unverified', '--attempts', "
                        + "'--threshold' and '--earlier' do not go with it ('--slo' says what must hold)")
            }
        } else if !objectives.isEmpty {
            throw .impossible("'--slo' goes with '--find-capacity'; a profile has thresholds")
        }
        if attempts.value > 1, !part.isWhole || progress == .json {
            throw .impossible("'--attempts' is for runs of one machine: the others do not begin anew")
        }
        if rate != nil, users != nil { throw .impossible("'--rate' and '--users' exclude each other") }
        guard version <= .newest else {
            throw .impossible("'--api-version \(version)' is newer than the newest documented, \(SDKVersion.newest)")
        }
        try wire.check(subject.choice, [version])
    }

    /// The baseline keeps no contract.
    var verifies: Bool { !isUnverified && !subject.isBaseline }

    /// The profile as the other arguments change it.
    func adapted(_ profile: LoadProfile) throws(ToolError) -> LoadProfile {
        var profile = profile
        if let duration {
            guard duration > .zero else { throw .impossible("'--duration' must be more than zero") }
            profile.length = .time(duration)
        }
        if let iterations { profile.length = .iterations(iterations.number) }
        if let rate { profile.arrivals = profile.arrivals.at(rate: rate.perSecond) }
        if let users { profile.arrivals = .users(users.value) }
        if let seed { profile.seed = seed }
        let counts = profile.providers.counts
        for threshold in thresholds {
            if case .time(_, _, let count?) = threshold.quantity, !counts.contains(count) {
                throw .impossible(
                    "the threshold '\(threshold)' is about \(count) service providers, and the profile asks "
                        + counts.map(String.init).joined(separator: ", "))
            }
            profile.thresholds.append(threshold)
        }
        // A search, and a run of two, hold nothing against an earlier run.
        if earlier == nil, part.isWhole, !findsCapacity, other == nil,
            let relative = profile.thresholds.first(where: { $0.factor != nil })
        {
            throw .impossible("the threshold '\(relative)' is relative: '--earlier' says to which run")
        }
        if let urls = backend.urls { profile.providers = profile.providers.atMost(urls.count) }
        if let site { try profile.goThroughGates(before: site) }
        profile.isPair = other != nil
        return subject.isBaseline ? profile.bare : profile
    }
}
