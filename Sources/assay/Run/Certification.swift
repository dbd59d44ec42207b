import AccessEnablerAPI
import Backend
import Documents
import Driver
import Evidence
import Gate
import Reports
import Runner
import Specification
import Synchronization
import Timing
import Transport

/// One run: everything that takes part in it is started, the cases are walked, and it is all taken down again.
struct Certification {
    let options: RunCommand
    let console: Console
    let specifications: Specifications
    let cases: [Case]
    let interrupt: Interrupt
    /// What is known of the port.
    var lists = PortLists()
    /// How wrong ports fail that are known.
    var fingerprints = Fingerprints()
    /// The number of the first session, which decides what is made up for it.
    var firstNumber = 0
    /// Where the cases have their places in the run of which this is a part; nil where it is whole.
    var part: RunConfiguration.Part?

    /// What came of it, and where it was written.
    struct Outcome {
        var report: RunReport
        var folder: ReportFolder
        /// Why the trace is not whole, where it is not.
        var traceFailure: FileError?
    }

    func run() async throws(ToolError) -> Outcome {
        let redactor = Redactor(secrets: options.secrets + (options.site?.secrets ?? []))
        do throws(ToolError) {
            return try await run(redactor)
        } catch {
            throw ToolError(exitCode: error.exitCode, message: redactor.redacted(text: error.message))
        }
    }

    private func run(_ redactor: Redactor) async throws(ToolError) -> Outcome {
        let (jobs, remark) = try Affordable.jobs(options.jobs.value, processes: options.processes.value)
        if let remark { console.error("assay: \(remark)") }
        let start = WallTime.now()
        var folder = try ReportFolder(options.reportFolder, at: start, name: options.implementation.folderName)
        if options.site != nil {
            // Others hand secrets out when they like: what is seen first and known later is taken out where it was written.
            folder.redactor = redactor
            console.redactor.withLock { $0 = redactor }
        }
        let trace = try saying("no trace can be written") {
            try TraceFile(folder.trace) { [interrupt] _ in interrupt.requestStop() }
        }
        let logs = SessionLogs()
        let observer = try observer(redactor)
        let environment = Mutex(RunEnvironment())
        let recorder = Recorder(
            sinks: [
                { trace.take($0) },
                { observation in
                    guard RunEnvironment.concerns(observation.event) else { return }
                    environment.withLock { $0.take(observation) }
                },
            ], redactor: redactor, observer: { observer.sighting(in: $0) }, matcher: { logs.take($0, kept: $1) })
        let client = try HTTPClient.started()
        let behind = try HTTPClient.started(trusting: options.site?.authorities)
        let facts = try await siteFacts(behind, redactor)
        let (providers, backend) = try startProviders(recorder, behind)
        defer { backend?.stop() }
        try await BackendReach(client, redactor).check(
            options.backend, version: options.leg.version,
            statement: options.bindings.last { $0.name == "software-statement" }?.value)
        let starter = ImplementationStarter(
            platform: options.leg.platform, version: options.leg.version, wire: options.wire, recorder: recorder,
            processes: options.processes.value, interrupt: interrupt, tell: { [console] in console.error($0) })
        let implementation: any Implementation
        do throws(ToolError) {
            implementation = try await starter.start(options.implementation)
        } catch {
            // What the adapter said before it ended is in it.
            try? trace.finish()
            throw error
        }
        let trials = await AdapterTrials(options: options, console: console, interrupt: interrupt).run()

        var header = redactor.redacted(header(implementation.description, start))
        header.site = facts
        let palette = console.palette
        if options.shown > .result { console.out(TextReport.title(of: header, palette: palette) + "\n") }
        let evaluator = CaseEvaluator(specifications, keepsAll: options.repeats.value == 1 && options.retries == 0)
        var runner = Runner(
            configuration: configuration(folder, start, implementation.description, jobs: jobs),
            implementation: implementation,
            providers: providers,
            client: client, recorder: recorder, logs: logs, judging: evaluator.judging, header: header)
        runner.trials = trials
        // With what is written in the trace: a bundle is judged by its own, which is made of the report's.
        header = runner.header
        let result = await walk(runner, palette)
        await implementation.stop()
        await client.stopAndWait()
        await behind.stopAndWait()

        var traceFailure: FileError?
        do throws(FileError) { try trace.finish() } catch { traceFailure = error }
        let repeats = Repeats(
            verdicts: (result.verdicts + result.retries).map { lists.applied(to: $0, header) },
            times: options.repeats.value + options.retries)
        let remarks = remarks(result) + (lists.expected.map(repeats.remarks) ?? [])
        var report = ReportDesk(specifications: specifications).report(
            header, verdicts: repeats.merged, figures: result.figures, records: evaluator.records,
            remarks: remarks.map { redactor.redacted(text: $0) }, environment: environment.withLock { $0 })
        report.repeated = repeats.outcomes
        report.tries = repeats.outcomesByCase
        report.problems = lists.expected.map(repeats.problems) ?? []
        if result.stop != nil, case .program = options.implementation {
            report.remarks.append("to find out why: \(report.lintCommand)")
        }
        report.lacks = lists.capabilities?.lacks(in: header, of: specifications.catalog.cases) ?? []
        report.choice = options.profile
        report.fingerprints = fingerprints
        report.durations = evaluator.durations
        for testCase in cases where testCase.area == SpecFolder.foreignArea {
            report.files[testCase.id] = testCase.file
        }
        return Outcome(report: folder.placed(report), folder: folder, traceFailure: traceFailure)
    }

    /// An interrupt ends the run soon, and what was seen until then is reported.
    private func walk(_ runner: Runner, _ palette: Palette) async -> RunResult {
        let view =
            options.shown == .result
            ? nil : ProgressView(console, total: cases.count * options.repeats.value, palette: palette)
        let all = (0..<options.repeats.value).flatMap { _ in cases }
        let work = Task {
            await runner.run(all) { [lists] verdict, remaining in
                view?.take(lists.applied(to: verdict, runner.header), remaining: remaining)
            }
        }
        interrupt.listen { work.cancel() }
        let result = await work.value
        view?.end()
        return result
    }

    private func remarks(_ result: RunResult) -> [String] {
        let planned = cases.count * options.repeats.value
        let missing = planned - result.verdicts.count
        guard missing > 0 else { return [] }
        if result.unopened == missing {
            return [
                "no instance of the kind they need was ever made, not even for a case alone in a fresh process: "
                    + "\(Prose.count(missing, "case")) of \(planned) were not run"
            ]
        }
        let reason =
            result.stop.map { "the run ended because \($0)" }
            ?? (interrupt.hasCome ? "the run was stopped" : "the run ended at its first failure")
        return ["\(reason): \(Prose.count(missing, "case")) of \(planned) \(missing == 1 ? "was" : "were") not run"]
    }

    // MARK: - What takes part

    private func startProviders(
        _ recorder: Recorder, _ client: HTTPClient
    ) throws(ToolError) -> (ServiceProviders, Backend?) {
        if case .elsewhere(let urls) = options.backend {
            let given = Dictionary(options.bindings.map { ($0.name, $0.value) }) { _, last in last }
            return (.elsewhere(RemoteProviders(baseURLs: urls, given: given)), nil)
        }
        return try saying("the backend does not start") {
            if let site = options.site { return try startGates(before: site, recorder, client) }
            let endpoints = cases.map(\.fixture.providers.count).max() ?? 1
            let backend = try Backend.start(endpoints: max(1, endpoints), recorder: recorder)
            return (.simulated(backend), backend)
        }
    }

    private func startGates(
        before site: ChosenSite, _ recorder: Recorder, _ client: HTTPClient
    ) throws(BackendError) -> (ServiceProviders, Backend?) {
        let forwarder = Forwarder(client, providers: site.urls, limits: site.limits) { [console, interrupt] in
            if !interrupt.hasCome { console.error("assay: \(site.exhaustion)") }
            interrupt.requestStop()
        }
        var backendOptions = BackendOptions()
        backendOptions.upstream = forwarder.upstream
        backendOptions.upstream?.isForPeople = options.login == .byHand
        let endpoints = GatedProviders.places(forJobs: jobs(of: site)) * site.urls.count
        let backend = try Backend.start(
            endpoints: endpoints, recorder: recorder, limits: Forwarder.serverLimits, options: backendOptions)
        forwarder.announce(backend.baseURLs)
        let gated = GatedProviders(backend, providers: site.urls.count, given: site.given, logins: site.logins)
        return (.gated(gated), backend)
    }

    private func jobs(of site: ChosenSite) -> Int { min(options.jobs.value, site.sessions ?? .max) }

    /// What there is to know of the providers behind gates; nil where there are no gates.
    private func siteFacts(_ client: HTTPClient, _ redactor: Redactor) async throws(ToolError) -> Site? {
        guard let site = options.site else { return nil }
        console.line(site.promise)
        return try await SiteProbe(client: client, version: options.leg.version, redactor: redactor).facts(of: site)
    }

    /// Validates what is delivered; the key is that of the simulator, and of others nobody knows it.
    private func observer(_ redactor: Redactor) throws(ToolError) -> TokenObserver {
        guard case .embedded = options.backend else { return TokenObserver(key: nil, redactor: redactor) }
        return try saying("the backend does not start") {
            TokenObserver(key: try Backend.ownPublicKey(), redactor: redactor)
        }
    }

    private func configuration(
        _ folder: ReportFolder, _ start: WallTime, _ port: ImplementationDescription, jobs: Int
    ) -> RunConfiguration {
        var configuration = RunConfiguration(
            platform: options.leg.platform, version: options.leg.version, seed: options.seed,
            jobs: min(jobs, port.sessionLimit ?? .max, options.site?.sessions ?? .max),
            deadline: options.deadline, stopsAtFirstFailure: options.stopsAtFirstFailure,
            storageFolder: "\(folder.path)/storage/\(start.milliseconds)")
        configuration.firstNumber = firstNumber
        configuration.part = part
        configuration.retries = options.retries
        if options.login == .byHand { configuration.attendant = attendant() }
        let expected = lists.expected
        configuration.isKnown = { expected?.applied(to: $0).outcome == .expectedFail }
        return configuration
    }

    /// Whoever sits in front of the terminal.
    private func attendant() -> Attendant {
        let desk = LoginDesk { [console] in console.error($0) }
        desk.listen()
        return desk.attendant(timeout: options.loginTimeout)
    }

    private func header(_ description: ImplementationDescription, _ start: WallTime) -> RunHeader {
        var header = RunHeader(
            assayVersion: assayVersion, portName: description.name, portVersion: description.version,
            implementation: options.implementation.text, backend: options.backend.text, platform: options.leg.platform,
            version: options.leg.version, seed: options.seed, features: description.features, calls: description.calls,
            startedAt: start.milliseconds, cases: cases.map(\.id),
            given: Set(options.bindings.map(\.name)), isSandboxed: options.isSandboxed)
        header.wire = options.wire
        return header
    }
}
