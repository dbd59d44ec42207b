internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping
internal import Synchronization

/// The reference with one delegate for all its sessions: that of the newest.
final class NewestSessionPort: Port {
    private let id: String
    private let reference: ReferencePort
    private let newest = Mutex<PortEvents?>(nil)

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
        newest.withLock { $0 = events }
        let forwarder = CallbackForwarder { [self] message in
            deliver(message, to: newest.withLock { $0 } ?? events)
        }
        return try reference.makeSession(
            configuration,
            events: PortEvents(
                delegate: forwarder, configurationTaken: events.configurationTaken,
                safariPresented: events.safariPresented))
    }
}
