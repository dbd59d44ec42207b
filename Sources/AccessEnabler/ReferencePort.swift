public import AccessEnablerAPI
internal import Synchronization
internal import Timing

/// The reference implementation as something that can be tested.
public final class ReferencePort: Port {
    private let network: any Network
    private let directory: String?
    private let limits: TimeLimits
    private let storages = Mutex<[String: MemoryTokenStorage]>([:])

    /// One HTTP client serves all sessions.
    ///
    /// `directory` is where named storages are kept as files; without it they last as long as the port.
    /// Throws where the HTTP client cannot be started.
    public convenience init(directory: String? = nil, limits: TimeLimits = TimeLimits()) throws(PortError) {
        self.init(network: try CurlNetwork(), directory: directory, limits: limits)
    }

    package init(network: any Network, directory: String? = nil, limits: TimeLimits = TimeLimits()) {
        self.network = network
        self.directory = directory
        self.limits = limits
    }

    public var description: PortDescription {
        PortDescription(
            name: "reference", version: SDKVersion.newest.description, calls: ReferenceAccessEnabler.allCalls,
            features: [
                .httpTap, .executorBarrier, .persistentStorage, .storageDamage, .clockAhead,
                .defaultServiceProvider, .safariViewController, .platformSSO,
            ])
    }

    public func makeSession(
        _ configuration: SessionConfiguration, events: PortEvents
    ) throws(PortError) -> any PortSession {
        try makeSession(configuration, events: events) { _ in }
    }

    /// Lets `adapt` put something between the instance and what surrounds it.
    package func makeSession(
        _ configuration: SessionConfiguration, events: PortEvents, adapt: (inout Surroundings) -> Void
    ) throws(PortError) -> any PortSession {
        var surroundings = Surroundings(
            network: network, storage: try storage(configuration.storage), account: events.account)
        if configuration.damagesAuthorizations { TokenStore(storage: surroundings.storage).damageAuthorizations() }
        if configuration.clockAhead > .zero {
            let ahead = configuration.clockAhead.wholeNanoseconds / 1_000_000
            surroundings.now = { Surroundings.machineTime() + ahead }
        }
        adapt(&surroundings)
        return ReferenceSession(
            try ReferenceAccessEnabler(configuration, events: events, surroundings: surroundings, limits: limits))
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

    init(_ reference: ReferenceAccessEnabler) {
        self.reference = reference
    }

    var enabler: any AccessEnabler { reference }

    func barrier(_ completion: @escaping @Sendable () -> Void) {
        reference.barrier(completion)
    }

    func close() {
        reference.close()
    }
}
