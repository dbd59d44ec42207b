internal import AccessEnabler
internal import AccessEnablerAPI

/// The reference, with instances that report once more a moment after they were let go.
final class LingeringPort: Port {
    private let id: String
    private let reference: ReferencePort

    init(id: String, network: any Network, wire: Wire) {
        self.id = id
        reference = ReferencePort(network: network, wire: wire)
    }

    var description: PortDescription {
        var description = reference.description
        description.name = id
        return description
    }

    func makeSession(_ configuration: SessionConfiguration, events: PortEvents) throws(PortError) -> any PortSession {
        LingeringSession(try reference.makeSession(configuration, events: events), events)
    }
}

private final class LingeringSession: PortSession {
    private let session: any PortSession
    private let events: PortEvents

    init(_ session: any PortSession, _ events: PortEvents) {
        self.session = session
        self.events = events
    }

    var enabler: any AccessEnabler { session.enabler }

    func barrier(_ completion: @escaping @Sendable () -> Void) {
        session.barrier(completion)
    }

    func advanceClock(by time: Duration) {
        session.advanceClock(by: time)
    }

    func close() {
        session.close()
        _ = Environment.sleep(.milliseconds(2)) { [events] in
            events.delegate.setAuthenticationStatus(.error, errorCode: .userNotAuthenticated)
        }
    }
}
