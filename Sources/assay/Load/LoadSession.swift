import AccessEnablerAPI
import Checkers
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

    /// Knows what the run was given as secrets, and what service providers behind gates issue.
    let redactor: Redactor
    private var descriptorLimit = 0

    /// Service providers behind gates, what they have, and who asks them.
    typealias Gated = (site: ChosenSite, facts: Site, client: HTTPClient)

    init(
        options: LoadCommand, profile: LoadProfile, specs: SpecFolder, console: Console, interrupt: Interrupt
    ) {
        (self.options, self.profile, self.specs) = (options, profile, specs)
        (self.console, self.interrupt) = (console, interrupt)
        redactor = Redactor(secrets: options.bindings.secrets + (options.site?.secrets ?? []))
        console.redactor.withLock { [redactor] in $0 = redactor }
    }

    func run() async throws(ToolError) -> LoadOutcome {
        try Affordable.check()
        try Affordable.checkMemory()
        var session = self
        session.descriptorLimit = raiseDescriptorLimit()
        session.profile = try session.affordable()
        do throws(ToolError) {
            return try await session.runWithSite()
        } catch {
            throw ToolError(exitCode: error.exitCode, message: redactor.redacted(text: error.message))
        }
    }

    /// The profile with no more iterations at once than there are descriptors for.
    ///
    /// A process that runs out of them is ended by the runtime, and a backend that does refuses what is right.
    private func affordable() throws(ToolError) -> LoadProfile {
        // Connections that wait for their next request have theirs, too: those of the implementation and of the
        // baseline.
        let each = (options.backend == .process ? 2 : 4) * profile.providers.maxCount
        let maxUsers = max(1, (descriptorLimit - min(Self.ownDescriptors, descriptorLimit / 4)) / each)
        var profile = profile
        profile.limit = min(profile.limit, maxUsers)
        // Users who think are at a service provider now and then only.
        if case .users(let users) = profile.arrivals, users > maxUsers,
            profile.traffic.allSatisfy({ $0.think == .none })
        {
            throw .impossible(
                "\(users) users at \(profile.providers.maxCount) service providers need more connections than the "
                    + "\(descriptorLimit) descriptors that a process may have; at most \(maxUsers) users fit")
        }
        return profile
    }

    /// What is not for connections to service providers: files, pipes, processes, sockets that listen.
    private static let ownDescriptors = 1_000

    /// The same, with what service providers behind gates turn out to have.
    private func runWithSite() async throws(ToolError) -> LoadOutcome {
        guard let site = options.site else { return try await run(at: nil) }
        if showsProgress { console.line(site.promise) }
        return try await HTTPClient.started(trusting: site.authorities).stopped { client throws(ToolError) in
            let facts = try await SiteProbe(client: client, version: options.version, redactor: redactor).facts(
                of: site)
            var session = self
            session.profile = profile.fitted(to: facts, options.platform, options.version, over: options.wire)
            return try await session.run(at: (site, facts, client))
        }
    }

    private func run(at gated: Gated?) async throws(ToolError) -> LoadOutcome {
        let origin = try part.origin(seed: profile.seed)
        let demand = LoadReport.Profile(profile).demand
        let earlier = try options.earlier.map { folder throws(ToolError) in
            try LoadReportFile.earlier(in: folder, for: demand)
        }
        // Against nobody, every time-out would look like one of the port.
        if let urls = options.backend.urls { try await BackendReach(try HTTPClient.started(), redactor).check(urls) }
        let shortages = Shortage.occurrences
        let beginning = WallTime.now()
        let folder = try ReportFolder(
            options.reportFolder, at: beginning, name: "load-\(profile.id)-\(options.subject.folderName)"
        ).path
        try saying("what an earlier run left cannot be taken away") { try ViolationFiles.clear(below: folder) }
        let users = LoadUsers(
            profile,
            LoadTemplates(
                profile, cases: specs.specifications.catalog.cases, areElsewhere: options.backend.urls != nil,
                areGated: gated != nil),
            given: gated?.site.given ?? Dictionary(options.bindings.map { ($0.name, $0.value) }) { _, last in last },
            share: options.part)
        var outcome = try await LoadParticipants.with(self, users, at: gated) { all throws(ToolError) in
            var header = redactor.redacted(header(all.implementation.description, beginning))
            header.site = gated?.facts
            return try await drive(all, users, header, folder, origin, earlier)
        }
        if options.backend.urls != nil || gated != nil { outcome.redactor = redactor }
        if outcome.failure == nil, Shortage.occurrences != shortages {
            outcome.failure = "the machine \(Shortage.reason)"
        }
        return outcome
    }

    /// Has the iterations made, and says what they come to.
    private func drive(
        _ all: LoadParticipants, _ planned: LoadUsers, _ header: RunHeader, _ folder: String, _ origin: LoadPart.Origin,
        _ earlier: LoadReport.EarlierRun?
    ) async throws(ToolError) -> LoadOutcome {
        let judge = Judge(api: specs.specifications.api, statements: specs.specifications.register.statements)
        var users = planned
        let omissions = try omit(from: &users, judge, header)
        if showsProgress {
            console.out(LoadSummary.title(.init(profile), header, backend: options.backend.words))
        }
        let bundles = ViolationFiles(folder: folder, header: header, profile: profile.file)
        var origin = origin
        let begin: MonotonicTime?
        (begin, origin.start) = part.start()
        part.tellReady(origin.start)
        try await part.wait(until: begin, interrupt)
        let raw = try options.isRaw ? Self.raw(in: folder) : nil
        let run = LoadRun(
            LoadParts(
                profile: profile, users: users, implementation: all.implementation, baseline: all.baseline,
                other: all.other, providers: all.backend.providers, recorder: all.recorder, instances: all.instances,
                client: all.client, header: header, redactor: redactor, start: begin, raw: raw,
                deadline: options.deadline, verifies: options.verifies,
                judging: Judging(
                    matches: { judge.matches($0, $1, $2) }, repeated: { judge.repeated(in: $0) },
                    verdict: { judge.verdict(for: $0, observations: $1, header: $2) }),
                nominate: { bundles.keep($0, $1, $2, $3) }))
        all.backend.listen { run.backendIsComplete(upTo: $0) }
        let hiccups = HiccupMeter()
        let view = showsProgress ? LoadView(console) : nil
        let lines = options.progress == .json ? ProgressLines(part) : nil
        let observer = LoadObserver(run, all, hiccups: hiccups) { sample in
            view?.show(run, at: .now())
            lines?.tell(run, sample)
            // Load that nobody watches any more ends, in good order.
            if lines != nil, console.hasLostReader, !interrupt.hasCome { interrupt.requestStop() }
        }
        let figures = await walk(run, observer, all.backend)
        let resources = await observer.end()
        view?.end()
        lines?.tell(run, resources.last)
        // What is asked of the whole run is asked where its parts are put together.
        var partial = profile
        if !options.part.isWhole { partial.thresholds = [] }
        var result = LoadReport(
            profile: partial, header: header, figures: figures, resources: resources,
            measured: min(profile.measured(figures.seconds), MonotonicTime.now() - run.start),
            wasStopped: interrupt.hasCome, isVerified: options.verifies, maxInstances: all.instances.maxOpen,
            machine: .init(
                processors: MachineUsage.read()?.processors ?? 1, descriptorLimit: descriptorLimit,
                refusedConnections: all.instances.refusedConnections),
            hiccups: hiccups.end(), news: all.instances.news.merging(omissions.map { ($0, 1) }) { $0 + $1 },
            earlier: earlier)
        result.command = options.again(seed: profile.seed)
        return LoadOutcome(
            folder: folder, origin: origin, result: result,
            failure: raw?.end().map { "the iterations cannot be written: \($0)" }
                ?? all.backend.failure.map { "the backend of the load run was lost: \($0)" },
            lostEvidence: bundles.problem)
    }

    /// Leaves out of the traffic what cannot be done here, and says why of each.
    private func omit(
        from users: inout LoadUsers, _ judge: Judge, _ header: RunHeader
    ) throws(ToolError) -> [String] {
        // Of service providers elsewhere nothing is expected, so nothing need be arranged there.
        var known = header
        if header.site == nil { known.backend = RunHeader.embedded }
        let omissions = users.templates.adapt(
            to: options.platform, options.version, over: options.wire, at: header.site
        ) { testCase in
            judge.exclusion(of: testCase, header: known)?.findings.first?.message ?? unbound(in: testCase)
        }.map { "\($0.name) is left out: \($0.reason)" }
        guard !users.templates.areEmpty else {
            throw .impossible("none of the profile's traffic can be done here: \(omissions.joined(separator: "; "))")
        }
        return omissions
    }

    /// What the run does as a part of one that several machines make.
    private var part: PartRun { PartRun(options: options, specs: specs, console: console) }

    private var showsProgress: Bool { !options.isQuiet && !options.printsJSON && options.progress == .text }

    /// An interrupt ends the run soon, and what was seen until then is reported.
    private func walk(_ run: LoadRun, _ observer: LoadObserver, _ backend: LoadBackend) async -> LoadFigures {
        observer.start()
        let work = Task { await run.run() }
        let (ends, end) = AsyncStream.makeStream(of: LoadFigures.self)
        let waiting = Task { end.yield(await work.value) }
        let watch = Task { [interrupt] in
            // Without a backend every iteration fails, which says nothing about the implementation.
            while backend.failure == nil, !interrupt.hasCome {
                guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
            }
            work.cancel()
            // What does not come home soon is not waited for: its iterations are not over, and nothing is said of them.
            guard (try? await Task.sleep(for: Self.gracePeriod)) != nil else { return }
            end.yield(run.figures)
        }
        defer {
            waiting.cancel()
            watch.cancel()
        }
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
