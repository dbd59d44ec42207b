import AccessEnabler
import AccessEnablerAPI
import Backend
import Checkers
import Cryptography
import Documents
import Driver
import Evidence
import Load
import LoadResults
import POSIX
import Reports
import Runner
import Specification
import Synchronization
import Timing
import Transport

/// One run of `assay load`: everything that takes part in it is started, and taken down again.
struct LoadSession {
    var options: LoadCommand
    var profile: LoadProfile
    let specs: SpecFolder
    let console: Console
    let interrupt: Interrupt

    /// What relative thresholds are held against.
    var earlier: LoadReport.EarlierRun?

    /// Knows what the run was given as secrets, and what service providers behind gates issue.
    private let redactor: Redactor

    init(
        options: LoadCommand, profile: LoadProfile, specs: SpecFolder, console: Console, interrupt: Interrupt
    ) {
        (self.options, self.profile, self.specs) = (options, profile, specs)
        (self.console, self.interrupt) = (console, interrupt)
        redactor = Redactor(secrets: options.site?.secrets ?? [])
        if options.site != nil { console.redactor.withLock { [redactor] in $0 = redactor } }
    }

    func run() async throws(ToolError) -> LoadOutcome {
        try Affordable.check()
        try Affordable.checkMemory()
        let limit = raiseDescriptorLimit()
        var session = self
        session.profile = try affordable(descriptors: limit)
        return try await session.run(descriptorLimit: limit)
    }

    /// The profile with no more iterations at once than there are descriptors for.
    ///
    /// A process that runs out of them is ended by the runtime, and a backend that does refuses what is right.
    private func affordable(descriptors: Int) throws(ToolError) -> LoadProfile {
        // Connections that wait for their next request have theirs, too: those of the implementation and of the
        // baseline.
        let each = (options.backend == .process ? 2 : 4) * profile.providers.maxCount
        let maxUsers = max(1, (descriptors - min(Self.ownDescriptors, descriptors / 4)) / each)
        var profile = profile
        profile.limit = min(profile.limit, maxUsers)
        // Users who think are at a service provider now and then only.
        if case .users(let users) = profile.arrivals, users > maxUsers,
            profile.traffic.allSatisfy({ $0.think == .none })
        {
            throw .impossible(
                "\(users) users at \(profile.providers.maxCount) service providers need more connections than the "
                    + "\(descriptors) descriptors that a process may have; at most \(maxUsers) users fit")
        }
        return profile
    }

    /// What is not for connections to service providers: files, pipes, processes, sockets that listen.
    private static let ownDescriptors = 1_000

    /// The same, with what service providers behind gates turn out to have.
    private func run(descriptorLimit limit: Int) async throws(ToolError) -> LoadOutcome {
        guard let site = options.site else { return try await run(descriptorLimit: limit, at: nil) }
        if showsProgress { console.line(site.promise) }
        do throws(ToolError) {
            return try await HTTPClient.started(trusting: site.authorities).stopped { client throws(ToolError) in
                let facts = try await SiteProbe(client: client, version: options.version, redactor: redactor).facts(
                    of: site)
                var session = self
                session.profile = profile.fitted(to: facts, options.platform, options.version, over: options.wire)
                return try await session.run(descriptorLimit: limit, at: (site, facts, client))
            }
        } catch {
            throw ToolError(exitCode: error.exitCode, message: redactor.redacted(text: error.message))
        }
    }

    /// - Parameter gated: the service providers behind gates, what they have, and who asks them.
    private func run(
        descriptorLimit limit: Int, at gated: (site: ChosenSite, facts: Site, client: HTTPClient)?
    ) async throws(ToolError) -> LoadOutcome {
        let part = PartRun(options: options, specs: specs, console: console)
        var origin = try part.origin(seed: profile.seed)
        // Against nobody, every time-out would look like one of the port.
        if let urls = options.backend.urls { try await BackendReach(try HTTPClient.started(), redactor).check(urls) }
        let shortages = Shortage.occurrences
        let beginning = WallTime.now()
        let folder = try ReportFolder(
            options.reportFolder, at: beginning, name: "load-\(profile.id)-\(options.subject.folderName)")
        try saying("what an earlier run left cannot be taken away") { try ViolationFiles.clear(below: folder.path) }
        let cases = specs.specifications.catalog.cases
        var users = LoadUsers(
            profile,
            LoadTemplates(
                profile, cases: cases, areElsewhere: options.backend.urls != nil, areGated: gated != nil),
            given: gated?.site.given
                ?? Dictionary(options.bindings.map { ($0.name, $0.value) }) { _, last in last },
            share: options.part)
        let instances = Instances()
        let tokenObserver = Mutex(TokenObserver(key: nil))
        let recorder = Recorder(sinks: [{ instances.take($0) }], lanes: 64) { event in
            guard case .callback = event else { return nil }
            return tokenObserver.withLock { $0 }.sighting(in: event)
        }
        let backend: LoadBackend
        if let gated {
            backend = try LoadBackend.gates(
                before: gated.site, profile, instances, redactor, gated.client,
                exhausted: gated.site.exhausted(console, interrupt))
        } else {
            backend = try await LoadBackend.start(
                options.backend, users, profile, isBare: options.subject.isBaseline, instances, specs: specs.path)
        }
        if let key = backend.publicKey { tokenObserver.withLock { $0 = TokenObserver(key: key) } }
        let client = try HTTPClient.started()
        let implementation = try await startImplementation(options.subject, recorder)
        var other: (any Implementation)?
        if let subject = options.other { other = try await startImplementation(subject, recorder) }
        let baseline = profile.baseline > 0 && options.backend.urls == nil ? try baseline(recorder) : nil

        var header = redactor.redacted(header(implementation.description, beginning))
        header.site = gated?.facts
        let judge = Judge(
            api: specs.specifications.api, statements: specs.specifications.register.statements)
        // Of service providers elsewhere nothing is expected, so nothing need be arranged there.
        var known = header
        if gated == nil { known.backend = RunHeader.embedded }
        let omitted = users.templates.adapt(
            to: options.platform, options.version, over: options.wire, at: gated?.facts
        ) { testCase in
            judge.exclusion(of: testCase, header: known)?.findings.first?.message ?? unbound(in: testCase)
        }
        let omissions = omitted.map { "\($0.name) is left out: \($0.reason)" }
        guard !users.templates.areEmpty else {
            await implementation.stop()
            await backend.stop()
            throw .impossible("none of the profile's traffic can be done here: \(omissions.joined(separator: "; "))")
        }
        if showsProgress {
            console.out(LoadSummary.title(.init(profile), header, backend: options.backend.words))
        }
        let bundles = ViolationFiles(folder: folder.path, header: header, profile: profile.file)
        let (begin, ownStart) = part.start()
        origin.start = ownStart
        part.tellReady(ownStart)
        try await part.wait(until: begin, interrupt)
        let raw = try options.isRaw ? Self.raw(in: folder.path) : nil
        let run = LoadRun(
            LoadParts(
                profile: profile, users: users, implementation: implementation, baseline: baseline, other: other,
                providers: backend.providers, recorder: recorder, instances: instances, client: client,
                header: header, redactor: redactor, start: begin, raw: raw, deadline: options.deadline,
                verifies: options.verifies,
                judging: Judging(
                    matches: { judge.matches($0, $1, $2) }, repeated: { judge.repeated(in: $0) },
                    verdict: { judge.verdict(for: $0, observations: $1, header: $2) }),
                nominate: { bundles.keep($0, $1, $2, $3) }))
        backend.listen { run.backendIsComplete(upTo: $0) }
        let hiccups = HiccupMeter()
        let view = showsProgress ? LoadView(console) : nil
        let lines = options.progress == .json ? ProgressLines(part) : nil
        let observer = LoadObserver(run, backend: backend, implementation: implementation, hiccups: hiccups) { sample in
            view?.show(run, at: .now())
            lines?.tell(run, sample)
            // Load that nobody watches any more ends, in good order.
            if lines != nil, console.hasLostReader, !interrupt.hasCome { interrupt.requestStop() }
        }
        let figures = await walk(run, observer, backend)
        let lost = raw?.end()
        let failure =
            lost.map { "the iterations cannot be written: \($0)" }
            ?? backend.failure.map { "the backend of the load run was lost: \($0)" }
            ?? (Shortage.occurrences == shortages ? nil : "the machine \(Shortage.reason)")
        let resources = observer.end()
        view?.end()
        lines?.tell(run, resources.last)
        // What is lost from now on is our doing.
        let news = instances.news

        await implementation.stop()
        await baseline?.stop()
        await other?.stop()
        await client.stopAndWait()
        await backend.stop()
        // What is asked of the whole run is asked where its parts are put together.
        var partial = profile
        if !options.part.isWhole { partial.thresholds = [] }
        let measured = min(observer.measured, MonotonicTime.now() - run.start)
        var result = LoadReport(
            profile: partial, header: header, figures: figures, resources: resources, measured: measured,
            wasStopped: interrupt.hasCome, isVerified: options.verifies, maxInstances: instances.maxOpen,
            machine: .init(
                processors: MachineUsage.read()?.processors ?? 1, descriptorLimit: limit,
                refusedConnections: instances.refusedConnections),
            hiccups: hiccups.end(), news: news.merging(omissions.map { ($0, 1) }) { $0 + $1 }, earlier: earlier)
        result.command = options.again(seed: profile.seed)
        return LoadOutcome(
            folder: folder.path, origin: origin, redactor: gated == nil ? nil : redactor, result: result,
            failure: failure)
    }

    /// Whether people watch.
    private var showsProgress: Bool { !options.isQuiet && !options.printsJSON && options.progress == .text }

    /// An interrupt ends the run soon, and what was seen until then is reported.
    private func walk(_ run: LoadRun, _ observer: LoadObserver, _ backend: LoadBackend) async -> LoadFigures {
        observer.start()
        let work = Task { await run.run() }
        // Without a backend every iteration fails, which says nothing about the implementation.
        let watch = Task {
            while backend.failure == nil, (try? await Task.sleep(for: .milliseconds(100))) != nil {}
            if !Task.isCancelled { work.cancel() }
        }
        defer { watch.cancel() }
        // What does not come home soon is not waited for: its iterations are not over, and nothing is said of them.
        let (ends, end) = AsyncStream.makeStream(of: LoadFigures.self)
        let waiting = Task { end.yield(await work.value) }
        interrupt.listen {
            work.cancel()
            Task {
                try? await Task.sleep(for: Self.gracePeriod)
                end.yield(run.figures)
            }
        }
        defer { waiting.cancel() }
        for await figures in ends { return figures }
        return run.figures
    }

    /// How long a run that is stopped waits for the iterations under way.
    private static let gracePeriod = Duration.seconds(2)

    /// Every iteration goes to a file of its own.
    private static func raw(in folder: String) throws(ToolError) -> RawIterations {
        let file = try saying("the iterations cannot be written") {
            try AppendingFile(creating: folder + "/iterations.csv.gz")
        }
        return RawIterations { bytes in
            do throws(FileError) {
                try file.append(bytes)
                return nil
            } catch {
                return "\(error)"
            }
        }
    }

    // MARK: - What takes part

    private func startImplementation(
        _ subject: LoadSubject, _ recorder: Recorder
    ) async throws(ToolError) -> any Implementation {
        switch subject {
        case .baseline: return try baseline(recorder)
        case .implementation(.builtin):
            return try inProcess("builtin", recorder) { sendsDirectly throws(PortError) in
                let network = try CurlNetwork(sendsDirectly: sendsDirectly)
                return (ReferencePort(network: network, wire: options.wire), network.executor)
            }
        case .implementation(let choice):
            return try await ImplementationStarter(
                platform: options.platform, version: options.version, wire: options.wire, recorder: recorder,
                processes: options.processes.value, interrupt: interrupt, tell: { console.error($0) }
            ).start(choice)
        }
    }

    /// What nobody said of service providers elsewhere, and a login needs.
    private func unbound(in testCase: Case) -> String? {
        guard options.backend.urls != nil,
            testCase.steps.contains(where: { if case .browse = $0.action { true } else { false } })
        else { return nil }
        let needed = ["user", "password"] + testCase.fixture.mvpds.prefix(1)
        let missing = needed.filter { name in !options.bindings.contains { $0.name == name } }
        guard !missing.isEmpty else { return nil }
        return "a login there needs \(missing.map { "--bind \($0)=…" }.joined(separator: " "))"
    }

    private func baseline(_ recorder: Recorder) throws(ToolError) -> any Implementation {
        try inProcess("baseline", recorder) { sendsDirectly throws(PortError) in
            let port = try BaselinePort(sendsDirectly: sendsDirectly, wire: options.wire)
            return (port, port.executor)
        }
    }

    private func inProcess(
        _ text: String, _ recorder: Recorder,
        _ make: (_ sendsDirectly: Bool) throws(PortError) -> (any Port, any TaskExecutor)
    ) throws(ToolError) -> any Implementation {
        try saying(text) {
            let (port, executor) = try make(options.transport == .direct)
            return InProcessImplementation(
                port: port, recorder: recorder, text: text, isTrusted: true, executor: executor)
        }
    }

    private func header(_ description: ImplementationDescription, _ start: WallTime) -> RunHeader {
        var header = RunHeader(
            assayVersion: assayVersion, portName: description.name, portVersion: description.version,
            implementation: options.subject.text, backend: options.backend.text, platform: options.platform,
            version: options.version, seed: profile.seed, features: description.features, calls: description.calls,
            startedAt: start.milliseconds, given: Set(options.bindings.map(\.name)))
        header.wire = options.wire
        return header
    }
}
