import AccessEnablerAPI
import Backend
import Checkers
import Cryptography
import Driver
import Evidence
import Load
import POSIX
import Reports
import Specification
import Synchronization
import Timing
import Transport

/// One run of `assay load`: everything that takes part in it is started, and taken down again.
struct LoadSession {
    let options: LoadCommand
    let profile: LoadProfile
    let specs: SpecFolder
    let console: Console
    let interrupt: Interrupt

    func run() async throws(ToolError) -> LoadOutcome {
        let limit = raiseDescriptorLimit()
        let start = WallTime.now()
        let folder = try ReportFolder(
            options.reportFolder, at: start, name: "load-\(profile.id)-\(options.subject.folderName)")
        let cases = specs.specifications.catalog.cases
        let crowd = LoadCrowd(
            profile, LoadTemplates(profile, cases: cases, areElsewhere: options.backend.urls != nil),
            given: Dictionary(options.bindings.map { ($0.name, $0.value) }) { _, last in last })
        let instances = Instances()
        let witness = Mutex(TokenWitness(key: nil))
        let recorder = Recorder(sinks: [{ instances.take($0) }]) { event in
            guard case .callback = event else { return nil }
            return witness.withLock { $0 }.sighting(in: event)
        }
        let backend = try await LoadBackend.start(options.backend, crowd, profile, instances, specs: specs.path)
        if let key = backend.publicKey { witness.withLock { $0 = TokenWitness(key: key) } }
        let client = try startClient()
        let implementation = try await startImplementation(recorder)
        let floor = profile.floor > 0 && options.backend.urls == nil ? try null(recorder) : nil

        let header = header(implementation.description, start)
        if !options.isQuiet, !options.printsJSON { console.out(LoadSummary.title(profile, header)) }
        let judge = Judge(api: specs.specifications.api)
        let bundles = ViolationFiles(folder: folder.path, header: header)
        let run = LoadRun(
            LoadParts(
                profile: profile, crowd: crowd, implementation: implementation, floor: floor,
                providers: backend.providers, recorder: recorder, instances: instances, client: client,
                header: header, deadline: options.deadline, verifies: !options.isUnverified,
                matches: { judge.matches($0, $1, $2) },
                verdict: { judge.verdict(for: $0, observations: $1, header: $2) },
                nominate: { bundles.keep($0, $1, $2, $3) }))
        backend.listen { run.backendIsComplete(upTo: $0) }
        let hiccups = HiccupMeter()
        let observer = LoadObserver(
            run, backend: backend, view: options.isQuiet || options.printsJSON ? nil : LoadView(console))
        let figures = await walk(run, observer)
        let resources = observer.end()

        await implementation.stop()
        await floor?.stop()
        await client.stopAndWait()
        await backend.stop()
        let measured = min(observer.measured, MonotonicTime.now() - run.startedAt)
        let result = LoadResult(
            profile: profile, header: header, figures: figures, resources: resources, measured: measured,
            wasStopped: interrupt.hasCome, isVerified: !options.isUnverified, mostInstances: instances.most,
            machine: .init(processors: MachineUsage.read()?.processors ?? 1, descriptorLimit: limit),
            hiccups: hiccups.end())
        return LoadOutcome(folder: folder.path, result: result)
    }

    /// An interrupt ends the run soon, and what was seen until then is reported.
    private func walk(_ run: LoadRun, _ observer: LoadObserver) async -> LoadFigures {
        let work = Task { await run.run() }
        interrupt.listen { work.cancel() }
        observer.start()
        return await work.value
    }

    // MARK: - What takes part

    private func startClient() throws(ToolError) -> HTTPClient {
        do throws(TransportError) {
            return try HTTPClient.start()
        } catch {
            throw .broken("the browser does not start: \(error.message)")
        }
    }

    private func startImplementation(_ recorder: Recorder) async throws(ToolError) -> any Implementation {
        switch options.subject {
        case .null: return try null(recorder)
        case .implementation(.builtin):
            return InProcessImplementation(
                port: try ImplementationStarter.port(of: .builtin), recorder: recorder, isTrusted: true)
        case .implementation(let choice):
            return try await ImplementationStarter(
                platform: options.platform, version: options.version, recorder: recorder,
                processes: options.processes.value, tell: { console.error($0) }
            ).start(choice)
        }
    }

    private func null(_ recorder: Recorder) throws(ToolError) -> any Implementation {
        do throws(PortError) {
            return InProcessImplementation(port: try NullPort(), recorder: recorder, text: "null", isTrusted: true)
        } catch {
            throw .broken("\(error.message)")
        }
    }

    private func header(_ description: ImplementationDescription, _ start: WallTime) -> RunHeader {
        RunHeader(
            assayVersion: assayVersion, portName: description.name, portVersion: description.version,
            implementation: options.subject.text, backend: options.backend.text, platform: options.platform,
            version: options.version, seed: profile.seed, features: description.features, calls: description.calls,
            startedAt: start.milliseconds, given: Set(options.bindings.map(\.name)))
    }
}
