import AccessEnablerAPI
import Backend
import Checkers
import Documents
import Driver
import Evidence
import Gate
import Runner
import Specification
import Timing
import Transport

/// Everything a run needs, on the embedded backend, with the specs of this package.
struct Workbench: Sendable {
    let specifications: Specifications
    let judge: Judge

    /// The folder above `Tests`.
    static let packageFolder = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

    static let dialect = Specifications.Dialect(checks: Judge.checks)

    /// Read once for all tests.
    private static let shipped = Result {
        let diagnostics = Diagnostics()
        let specifications = try Specifications.read(
            folder: packageFolder + "/Specs",
            dialect: dialect, diagnostics: diagnostics)
        try diagnostics.throwIfAny()
        return specifications
    }

    init() throws {
        specifications = try Self.shipped.get()
        judge = Judge(api: specifications.api, statements: specifications.register.statements)
    }

    func cases(_ isWanted: (Case) -> Bool = { _ in true }) -> [Case] {
        specifications.catalog.cases.filter(isWanted)
    }

    /// Runs the cases against what `make` makes, and returns the verdicts in order.
    ///
    /// The deadlines are for ports that do what they should, on a machine however busy; where something is not going
    /// to come, a test gives shorter ones.
    ///
    /// With `given` they run at service providers that are treated as somebody else's: an open world that knows
    /// nothing of the cases. With a `site`, too, there are gates before them, and it is what they have.
    func run(
        _ cases: [Case], platform: Platform = .iOS, over wire: Wire = .sdk, jobs: Int = 32,
        deadline: Duration = .seconds(60),
        callDeadline: Duration = .seconds(20),
        looks: Int? = nil,
        given: [String: String]? = nil, site: Site? = nil, world: OpenWorld = OpenWorld(),
        repetition: RepetitionPlan = RepetitionPlan(),
        observe: @escaping @Sendable (Observation) -> Void = { _ in },
        _ make: @Sendable (Recorder) async throws -> any Implementation
    ) async throws -> [Verdict] {
        let logs = SessionLogs()
        let redactor = Redactor()
        let observer = TokenObserver(key: given == nil ? try Backend.ownPublicKey() : nil, redactor: redactor)
        let recorder = Recorder(
            sinks: [observe], redactor: redactor, observer: { observer.sighting(in: $0) },
            matcher: { logs.take($0, kept: $1) })
        let unseen = Recorder(sinks: [])
        let backend =
            given == nil
            ? try Backend.start(endpoints: 8, recorder: recorder)
            : try Backend.start(endpoints: 8, recorder: unseen, openWorld: world)
        defer { backend.stop() }
        let client = try HTTPClient.start()
        let gates = try site.map { try Gates(before: backend, $0, client, recorder, jobs: jobs, given: given ?? [:]) }
        defer { gates?.backend.stop() }
        let providers =
            gates?.providers ?? given.map {
                ServiceProviders.elsewhere(RemoteProviders(baseURLs: backend.baseURLs, given: $0))
            }
            ?? .simulated(backend)
        let implementation = try await make(recorder)
        var header = RunHeader(
            assayVersion: "test", portName: implementation.description.name,
            portVersion: implementation.description.version, implementation: implementation.description.text,
            backend: given == nil ? RunHeader.embedded : backend.baseURLs.joined(separator: ","), platform: platform,
            version: .newest, seed: 7,
            features: implementation.description.features, calls: implementation.description.calls, startedAt: 0,
            given: Set((given ?? [:]).keys))
        header.wire = wire
        if let site { (header.backend, header.site) = (RunHeader.gate + header.backend, site) }
        let judge = self.judge
        var configuration = RunConfiguration(
            platform: platform, seed: 7, jobs: jobs, deadline: deadline, callDeadline: callDeadline,
            repetition: repetition, storageFolder: "storage-\(MonotonicTime.now().nanoseconds)")
        if let looks {
            configuration.looks = looks
            configuration.maxWait = deadline * 4
        }
        let runner = Runner(
            configuration: configuration, implementation: implementation, providers: providers, client: client,
            recorder: recorder,
            logs: logs,
            judging: Judging(
                matches: { judge.matches($0, $1, $2) }, repeated: { judge.repeated(in: $0) },
                verdict: { judge.verdict(for: $0, observations: $1, header: $2) },
                exclusion: { judge.exclusion(of: $0, header: $1) },
                isEvidenceSound: { judge.isEvidenceSound(in: $0, observations: $1, header: $2) },
                bindings: { judge.bindings(in: $0, observations: $1, header: $2) }), header: header)
        let result = await runner.run(cases)
        await implementation.stop()
        await client.stopAndWait()
        return result.verdicts
    }

    /// Runs the cases, a few at a time, until one of them fails by one of the statements: that a port is caught need not
    /// be seen again in each case that catches it, which takes seconds of waiting in vain.
    func run(
        _ cases: some Collection<Case>, until statements: [String], over wire: Wire = .sdk, deadline: Duration,
        _ make: @Sendable (Recorder) async throws -> any Implementation
    ) async throws -> [Verdict] {
        var verdicts: [Verdict] = []
        var left = Array(cases)[...]
        while !left.isEmpty, !verdicts.contains(where: { $0.isFailure(by: statements) }) {
            verdicts += try await run(Array(left.prefix(4)), over: wire, deadline: deadline, make)
            left = left.dropFirst(4)
        }
        return verdicts
    }
}

extension Verdict {
    /// Whether it is a failure for which one of the statements is a reason.
    func isFailure(by statements: [String]) -> Bool {
        outcome == .fail && findings.contains { !Set($0.statements).isDisjoint(with: statements) }
    }
}

/// The gates before a backend that plays somebody else's.
private struct Gates {
    let backend: Backend
    let providers: ServiceProviders

    init(
        before upstream: Backend, _ site: Site, _ client: HTTPClient, _ recorder: Recorder, jobs: Int,
        given: [String: String]
    ) throws {
        let urls = Array(upstream.baseURLs.prefix(site.providers.count))
        let forwarder = Forwarder(client, providers: urls)
        var options = BackendOptions()
        options.upstream = forwarder.upstream
        backend = try Backend.start(
            endpoints: GatedProviders.places(forJobs: jobs) * urls.count, recorder: recorder, options: options)
        forwarder.announce(backend.baseURLs)
        providers = .gated(GatedProviders(backend, providers: urls.count, given: given, logins: [:]))
    }
}
