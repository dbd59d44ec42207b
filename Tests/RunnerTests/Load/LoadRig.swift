import AccessEnablerAPI
import Backend
import Checkers
import LoadResults
import Documents
import Driver
import Evidence
import Load
import POSIX
import Runner
import Specification
import Synchronization
import Testing
import Timing
import Transport

/// Everything a load run needs, on the embedded backend.
struct LoadRig: Sendable {
    let profile: LoadProfile
    private let bench: Workbench

    init(_ text: String) throws {
        bench = try Workbench()
        let diagnostics = Diagnostics()
        let document = try YAML.read(Array(text.utf8), file: "profile.yaml")
        let read = LoadProfileReader(cases: bench.cases()).profile(
            in: document, file: "profile.yaml", diagnostics: diagnostics)
        try diagnostics.throwIfAny()
        profile = try #require(read)
    }

    /// Runs it, and ends it early once `isEnough`.
    ///
    /// - Parameter disturb: called on the backend's thread for everything it sees.
    func run(
        disturb: @escaping @Sendable (Observation) -> Void = { _ in },
        until isEnough: @escaping @Sendable (LoadFigures) -> Bool = { _ in false },
        deadline: Duration = .seconds(20),
        _ make: (Recorder) async throws -> any Implementation
    ) async throws -> LoadReport {
        let users = LoadUsers(profile, LoadTemplates(profile, cases: bench.cases()))
        let instances = Instances()
        let collector = Mutex(ExchangeCollector())
        let seen = Recorder(sinks: [
            { observation in
                disturb(observation)
                instances.take(collector.withLock { $0.take(observation) })
            }
        ])
        var options = BackendOptions()
        options.virtualUsers = users.backend
        let backend = try Backend.start(
            addresses: Array(repeating: SocketAddress(), count: users.templates.endpoints), recorder: seen,
            options: options)
        defer { backend.stop() }
        let observer = TokenObserver(key: backend.publicKey)
        let recorder = Recorder(sinks: [{ instances.take($0) }]) { observer.sighting(in: $0) }
        let implementation = try await make(recorder)
        let client = try HTTPClient.start()
        let header = header(implementation.description)
        let judge = bench.judge
        let run = LoadRun(
            LoadParts(
                profile: profile, users: users, implementation: implementation,
                baseline: InProcessImplementation(port: try BaselinePort(), recorder: recorder),
                providers: LoadProviders(baseURLs: backend.baseURLs, areSimulated: true, close: { backend.close($0) }),
                recorder: recorder, instances: instances, client: client, header: header, deadline: deadline,
                judging: Judging(
                    matches: { judge.matches($0, $1, $2) }, repeated: { judge.repeated(in: $0) },
                    verdict: { judge.verdict(for: $0, observations: $1, header: $2) })))
        let work = Task { await run.run() }
        let watch = Task {
            while !Task.isCancelled {
                run.backendIsComplete(upTo: .now())
                if run.look(isEnough) { work.cancel() }
                try? await Task.sleep(for: .milliseconds(4))
            }
        }
        let figures = await work.value
        watch.cancel()
        await implementation.stop()
        await client.stopAndWait()
        return LoadReport(
            profile: profile, header: header, figures: figures, resources: [],
            measured: MonotonicTime.now() - run.start, wasStopped: work.isCancelled, isVerified: true,
            maxInstances: instances.maxOpen, machine: .init(processors: 2, descriptorLimit: 0))
    }

    func run(
        disturb: @escaping @Sendable (Observation) -> Void = { _ in },
        until isEnough: @escaping @Sendable (LoadFigures) -> Bool = { _ in false },
        deadline: Duration = .seconds(20), port: any Port
    ) async throws -> LoadReport {
        try await run(disturb: disturb, until: isEnough, deadline: deadline) {
            InProcessImplementation(port: port, recorder: $0)
        }
    }

    private func header(_ description: ImplementationDescription) -> RunHeader {
        RunHeader(
            assayVersion: "test", portName: description.name, portVersion: description.version,
            implementation: description.text, backend: RunHeader.embedded, platform: .iOS, version: .newest,
            seed: profile.seed, features: description.features, calls: description.calls, startedAt: 0)
    }
}
