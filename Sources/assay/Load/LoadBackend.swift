import Backend
import Cryptography
import Evidence
import Load
import LoadResults
import Runner
import Synchronization
import Timing
import Transport

/// The service providers of a load run, wherever they are.
final class LoadBackend: Sendable {
    enum Place: Sendable {
        case embedded(Backend, Progress)
        case process(BackendProcess)
        case elsewhere
    }

    /// A closure that is what a lock guards, and not a member of it, is wrapped once more by every look at it.
    private struct Listener {
        var complete: (@Sendable (MonotonicTime) -> Void)?
    }

    /// Up to when a backend in this process has recorded everything.
    final class Progress: Sendable {
        let time = Mutex(MonotonicTime(nanoseconds: 0))
    }

    let providers: LoadProviders
    let publicKey: PublicKey?
    private let place: Place
    private let listener = Mutex(Listener())
    private let beat = Mutex<Task<Void, Never>?>(nil)

    init(_ place: Place, _ providers: LoadProviders, _ publicKey: PublicKey?) {
        self.place = place
        self.providers = providers
        self.publicKey = publicKey
    }

    /// Starts them, and hands what they see to the instances.
    static func start(
        _ choice: LoadBackendChoice, _ users: LoadUsers, _ profile: LoadProfile, isBare: Bool, _ instances: Instances,
        specs: String
    ) async throws(ToolError) -> LoadBackend {
        switch choice {
        case .of(.elsewhere(let urls)):
            return LoadBackend(
                .elsewhere, LoadProviders(baseURLs: urls, areSimulated: false, close: { _ in }), nil)
        case .process:
            let process = try await BackendProcess.start(profile, isBare: isBare, specs: specs)
            let backend = LoadBackend(
                .process(process),
                LoadProviders(baseURLs: process.ready.baseURLs, areSimulated: true, close: { process.close($0) }),
                process.ready.publicKey)
            process.listen { [weak backend] news in
                if case .complete(let time) = news { backend?.tell(time) } else { instances.take(news) }
            }
            return backend
        case .of(.embedded):
            return try embedded(users, instances)
        case .of(.gate):
            preconditionFailure("gates are started before a site")
        }
    }

    /// What is recorded by a backend in this process is handed to the instances.
    private static func collecting(for instances: Instances, _ redactor: Redactor? = nil) -> Recorder {
        let collector = Mutex(ExchangeCollector())
        return Recorder(
            sinks: [{ observation in instances.take(collector.withLock { $0.take(observation) }) }], redactor: redactor)
    }

    private static func embedded(_ users: LoadUsers, _ instances: Instances) throws(ToolError) -> LoadBackend {
        var options = BackendOptions()
        options.virtualUsers = users.backend
        let progress = Progress()
        options.beat = { time in progress.time.withLock { $0 = time } }
        return try saying("the backend does not start") {
            let backend = try Backend.start(
                endpoints: users.templates.endpoints, recorder: collecting(for: instances), options: options)
            return LoadBackend(
                .embedded(backend, progress),
                LoadProviders(baseURLs: backend.baseURLs, areSimulated: true, close: { backend.close($0) }),
                backend.publicKey)
        }
    }

    /// At once where the service providers are on this machine, and nothing else was said.
    private static let maxSessions = 32

    /// Gates before the service providers of a site, which hand what they see to the instances.
    ///
    /// - Parameter exhausted: called for each request beyond the budget.
    static func gates(
        before site: ChosenSite, _ profile: LoadProfile, _ instances: Instances, _ redactor: Redactor,
        _ client: HTTPClient, exhausted: @escaping @Sendable () -> Void
    ) throws(ToolError) -> LoadBackend {
        let progress = Progress()
        var options = BackendOptions()
        options.beat = { time in progress.time.withLock { $0 = time } }
        let sessions = min(site.sessions ?? maxSessions, profile.limit)
        let gated = try site.gates(
            sessions: sessions, collecting(for: instances, redactor), client, options, exhausted: exhausted)
        return LoadBackend(
            .embedded(gated.backend, progress), LoadProviders(LoadGates(gated, sessions: sessions)), nil)
    }

    /// Calls `complete` again and again with the time up to which everything the backend has recorded has been told.
    func listen(_ complete: @escaping @Sendable (MonotonicTime) -> Void) {
        listener.withLock { $0.complete = complete }
        let progress: Progress?
        switch place {
        case .process: return
        // What is recorded has been told; and the backend's own thread has no time for whoever listens.
        case .embedded(_, let own): progress = own
        case .elsewhere: progress = nil
        }
        let beat = Task {
            while !Task.isCancelled {
                complete(progress?.time.withLock { $0 } ?? .now())
                try? await Task.sleep(for: .milliseconds(4))
            }
        }
        self.beat.withLock { $0 = beat }
    }

    private func tell(_ time: MonotonicTime) {
        listener.withLock { $0.complete }?(time)
    }

    /// How its process ended, where it has ended of itself.
    var failure: String? {
        if case .process(let process) = place { process.failure } else { nil }
    }

    /// What it takes from the machine, where that is not the generator's.
    var usage: ProcessUsage? {
        if case .process(let process) = place { ProcessUsage.read(process.identifier) } else { nil }
    }

    func stop() async {
        beat.withLock { $0 }?.cancel()
        switch place {
        case .embedded(let backend, _): backend.stop()
        case .process(let process): await process.stop()
        case .elsewhere: break
        }
    }
}
