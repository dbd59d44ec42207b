public import AccessEnablerAPI
internal import Encodings
internal import Synchronization
internal import Timing

/// The reference implementation as something that can be tested.
///
/// Its sessions make their callbacks on the network's thread: a tester takes note of them and returns.
public final class ReferencePort: Port {
    private let network: any Network
    private let directory: String?
    private let wire: Wire
    private let limits: TimeLimits
    private let storages = Mutex<[String: MemoryTokenStorage]>([:])

    /// Makes a port whose sessions share one HTTP client.
    ///
    /// - Parameters:
    ///   - directory: where named storages are kept as files; without it they last as long as the port.
    ///   - wire: which generation of the protocol its instances speak.
    ///   - limits: how long they wait for what may never come.
    /// - Throws: `PortError` where the HTTP client cannot be started.
    public convenience init(
        directory: String? = nil, wire: Wire = .sdk, limits: TimeLimits = .underTest
    ) throws(PortError) {
        self.init(network: try CurlNetwork(), directory: directory, wire: wire, limits: limits)
    }

    package init(
        network: any Network, directory: String? = nil, wire: Wire = .sdk, limits: TimeLimits = .underTest
    ) {
        self.network = network
        self.directory = directory
        self.wire = wire
        self.limits = limits
    }

    /// The newest release, with every call of every release and every feature.
    public var description: PortDescription {
        PortDescription(
            name: "reference", version: SDKVersion.newest.description, calls: ReferenceAccessEnabler.allCalls,
            features: [
                .httpTap, .executorBarrier, .persistentStorage, .storageDamage, .clockAhead,
                .clockAdvance,
                .defaultServiceProvider, .safariViewController, .platformSSO, .applications, .storageUpgrade,
                .optionalCallbacks,
            ])
    }

    /// Makes an instance over the storage that `configuration` names.
    ///
    /// On iOS the applications of a device share the storage; on tvOS each has its own (AE-STO-004).
    ///
    /// - Throws: `PortError` where ``ReferenceAccessEnabler`` throws it, and where the directory of the storage cannot
    ///   be made.
    public func makeSession(
        _ configuration: SessionConfiguration, events: PortEvents
    ) throws(PortError) -> any PortSession {
        try makeSession(configuration, events: events) { _ in }
    }

    /// Lets `adapt` put something between the instance and what surrounds it.
    package func makeSession(
        _ configuration: SessionConfiguration, events: PortEvents, adapt: (inout Environment) -> Void
    ) throws(PortError) -> any PortSession {
        let own = try storage(configuration.storage.map { "\($0) of \(configuration.application ?? "")" })
        let shared = configuration.platform == .tvOS ? own : try storage(configuration.storage)
        var environment = Environment(
            network: network, storage: shared, ownStorage: own, account: events.account)
        environment.turn = .network(network)
        environment.after = { [network] in network.run($1, after: $0) }
        if configuration.damagesAuthorizations {
            TokenStore(storage: shared, ownStorage: own).damageAuthorizations()
        }
        let clock = SteeredClock(ahead: configuration.clockAhead)
        environment.now = { clock.now() }
        adapt(&environment)
        return ReferenceSession(
            try ReferenceAccessEnabler(
                configuration, events: events, environment: environment, wire: wire, limits: limits), clock)
    }

    private func storage(_ name: String?) throws(PortError) -> any TokenStorage {
        guard let name else { return MemoryTokenStorage() }
        if let directory {
            return try FileTokenStorage(directory: "\(directory)/\(PercentEncoding.encode(name))")
        }
        return storages.withLock { storages in
            let storage = storages[name] ?? MemoryTokenStorage()
            storages[name] = storage
            return storage
        }
    }
}

private final class ReferenceSession: PortSession {
    private let reference: ReferenceAccessEnabler
    private let clock: SteeredClock

    init(_ reference: ReferenceAccessEnabler, _ clock: SteeredClock) {
        self.reference = reference
        self.clock = clock
    }

    var enabler: any AccessEnabler { reference }

    func barrier(_ completion: @escaping @Sendable () -> Void) {
        reference.barrier(completion)
    }

    func advanceClock(by time: Duration) {
        clock.advance(by: time)
    }

    func close() {
        reference.close()
    }

    /// Everything is stored before it is told, so that there is nothing left to do.
    func kill() {
        reference.close()
    }
}

/// The machine's time of day, and how much later a tester wants it to be.
private final class SteeredClock: Sendable {
    private let ahead: Atomic<Int64>

    init(ahead: Duration) {
        self.ahead = Atomic(ahead.wholeMilliseconds)
    }

    func advance(by time: Duration) {
        ahead.add(time.wholeMilliseconds, ordering: .relaxed)
    }

    func now() -> Int64 { Environment.machineTime() + ahead.load(ordering: .relaxed) }
}

extension TimeLimits {
    /// Those of an instance whose user is a tester, who types fast.
    public static let underTest = TimeLimits(poll: .milliseconds(500))
}
