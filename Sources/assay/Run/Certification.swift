import AccessEnablerAPI
import Backend
import Documents
import Driver
import Evidence
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
    /// Knows what the run was given as secrets.
    var redactor = Redactor()

    /// What came of it, and where it was written.
    struct Outcome {
        var report: RunReport
        var folder: ReportFolder
        /// Why the trace is not whole, where it is not.
        var traceFailure: FileError?
    }

    func run() async throws(ToolError) -> Outcome {
        do throws(ToolError) {
            return try await run(redactor)
        } catch {
            throw ToolError(exitCode: error.exitCode, message: redactor.redacted(text: error.message))
        }
    }

    private func run(_ redactor: Redactor) async throws(ToolError) -> Outcome {
        let (jobs, remark) = try Affordable.jobs(options.jobs.value, processes: options.processes.value)
        if let remark { console.error("assay: \(remark)") }
        let records = try Records(of: self, redactor)
        let evaluator = CaseEvaluator(specifications, keepsAll: options.repeats.value == 1 && options.retries == 0)
        do throws(ToolError) {
            let (header, result, traceFailure) = try await drive(records, evaluator, jobs: jobs)
            let report = report(header, result, evaluator, records)
            return Outcome(report: records.folder.placed(report), folder: records.folder, traceFailure: traceFailure)
        } catch {
            // What the adapter said before it ended is in it.
            _ = await records.trace.finish()
            throw error
        }
    }

    /// Where everything goes that is seen in a run.
    private struct Records {
        let folder: ReportFolder
        let start = WallTime.now()
        let redactor: Redactor
        let trace: TraceFile
        let logs = SessionLogs()
        let recorder: Recorder
        let environment: @Sendable () -> RunEnvironment

        init(of run: Certification, _ redactor: Redactor) throws(ToolError) {
            let options = run.options
            var folder = try ReportFolder(options.reportFolder, at: start, name: options.implementation.folderName)
            if options.site != nil {
                // Others hand secrets out when they like: what is seen first and known later is taken out where it was
                // written.
                folder.redactor = redactor
                run.console.redactor.withLock { $0 = redactor }
            }
            let trace = try saying("no trace can be written") { [folder, interrupt = run.interrupt] in
                try TraceFile(folder.trace) { _ in interrupt.requestStop() }
            }
            (self.folder, self.redactor, self.trace) = (folder, redactor, trace)
            let observer = try run.observer(redactor)
            let environment = Mutex(RunEnvironment())
            self.environment = { environment.withLock { $0 } }
            recorder = Recorder(
                sinks: [
                    { trace.take($0) },
                    { observation in
                        guard RunEnvironment.concerns(observation.event) else { return }
                        environment.withLock { $0.take(observation) }
                    },
                ], redactor: redactor, observer: { observer.sighting(in: $0) },
                matcher: { [logs] in logs.take($0, kept: $1) })
        }
    }

    /// Starts what takes part in the run, has the cases walked, and stops it again, whatever becomes of it.
    private func drive(
        _ records: Records, _ evaluator: CaseEvaluator, jobs: Int
    ) async throws(ToolError) -> (RunHeader, RunResult, traceFailure: FileError?) {
        try await HTTPClient.started(trusting: options.site?.authorities).stopped { behind throws(ToolError) in
            try await HTTPClient.started().stopped { client throws(ToolError) in
                let facts = try await siteFacts(behind, records.redactor)
                let (providers, backend) = try startProviders(records.recorder, behind)
                defer { backend?.stop() }
                try await BackendReach(client, records.redactor).check(
                    options.backend, version: options.leg.version,
                    statement: options.bindings.last { $0.name == "software-statement" }?.value)
                let implementation = try await ImplementationStarter(
                    platform: options.leg.platform, version: options.leg.version, wire: options.wire,
                    recorder: records.recorder, processes: options.processes.value, interrupt: interrupt,
                    tell: { [console] in console.error($0) }
                ).start(options.implementation)
                let trials = await AdapterTrials(options: options, console: console, interrupt: interrupt).run()
                var header = records.redactor.redacted(header(implementation.description, records.start))
                header.site = facts
                if options.shown > .result {
                    console.out(TextReport.title(of: header, palette: console.palette) + "\n")
                }
                var runner = Runner(
                    configuration: configuration(records.folder, records.start, implementation.description, jobs: jobs),
                    implementation: implementation, providers: providers, client: client, recorder: records.recorder,
                    logs: records.logs, judging: evaluator.judging, header: header)
                runner.trials = trials
                let result = await walk(runner, console.palette)
                await implementation.stop()
                // The header has what is written in the trace: a bundle is judged by its own, which is made of the report's.
                return (runner.header, result, await records.trace.finish())
            }
        }
    }

    private func report(
        _ header: RunHeader, _ result: RunResult, _ evaluator: CaseEvaluator, _ records: Records
    ) -> RunReport {
        let repeats = Repeats(
            verdicts: (result.verdicts + result.retries).map { lists.applied(to: $0, header) },
            times: options.repeats.value + options.retries)
        let remarks = remarks(result) + (lists.expected.map(repeats.remarks) ?? [])
        // In lines that are cut, what was learned at the end would not be found any more.
        let seen = evaluator.records.mapValues { attempts in
            attempts.map { attempt in attempt.map { records.redactor.redacted($0) } }
        }
        var report = ReportDesk(specifications: specifications).report(
            header, verdicts: repeats.merged, figures: result.figures, records: seen,
            remarks: remarks.map { records.redactor.redacted(text: $0) }, environment: records.environment())
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
        return report
    }

    /// An interrupt ends the run soon, and what was seen until then is reported.
    private func walk(_ runner: Runner, _ palette: Palette) async -> RunResult {
        let view =
            options.shown == .result
            ? nil : ProgressView(console, total: cases.count * options.repeats.value, palette: palette)
        let all = (0..<options.repeats.value).flatMap { _ in cases }
        let result = await interrupt.cancelling {
            await runner.run(all) { [lists] verdict, remaining in
                view?.take(lists.applied(to: verdict, runner.header), remaining: remaining)
            }
        }
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
        if let site = options.site {
            let gated = try site.gates(
                sessions: min(options.jobs.value, site.sessions ?? .max), isForPeople: options.login == .byHand,
                recorder, client, exhausted: site.exhausted(console, interrupt))
            return (.gated(gated), gated.backend)
        }
        return try saying("the backend does not start") {
            let endpoints = cases.map(\.fixture.providers.count).max() ?? 1
            let backend = try Backend.start(endpoints: max(1, endpoints), recorder: recorder)
            return (.simulated(backend), backend)
        }
    }

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
