internal import AccessEnabler
internal import AccessEnablerAPI

/// The reference with a mutation around every session.
final class MutantPort: Port {
    private let id: String
    private let reference: ReferencePort
    private let mutate: @Sendable (Stage, inout Mutation) -> Void

    init(id: String, network: any Network, mutate: @escaping @Sendable (Stage, inout Mutation) -> Void) {
        self.id = id
        self.mutate = mutate
        reference = ReferencePort(network: network)
    }

    var description: PortDescription {
        var description = reference.description
        description.name = id
        return description
    }

    func makeSession(_ configuration: SessionConfiguration, events: PortEvents) throws(PortError) -> any PortSession {
        let stage = Stage(events, configuration)
        var draft = Mutation()
        mutate(stage, &draft)
        let mutation = draft
        var configuration = configuration
        mutation.configuration(&configuration)
        let pass: @Sendable (Message) -> Void = { message in
            // Noted before it is told, because the application may answer at once.
            let changed = mutation.callback(message)
            stage.noteCallback(message)
            for callback in changed { stage.tell(callback) }
        }
        let tap: @Sendable (String) -> Void = { url in
            if !mutation.isTapping { events.configurationTaken(url) }
        }
        let delegate = CallbackForwarder(receive: pass)
        let changed = PortEvents(
            delegate: delegate, configurationTaken: tap,
            safariPresented: { url in pass(Message(.presentSafari, [Message.Argument("url", .string(url))])) },
            account: events.account)
        let session = try reference.makeSession(configuration, events: changed) { surroundings in
            stage.connect(surroundings.network)
            surroundings.network = MutantNetwork(
                base: mutation.network(surroundings.network), mutation: mutation, stage: stage)
            mutation.surroundings(&surroundings)
        }
        stage.connect(session.enabler)
        let relay = CallRelay(supportedCalls: session.enabler.supportedCalls) { (message: Message) in
            stage.prepare(message)
            let calls = mutation.call(message)
            stage.note(message)
            for call in calls { stage.call(call) }
        }
        return MutantSession(session, relay: relay, stage: stage)
    }
}

private final class MutantSession: PortSession {
    private let session: any PortSession
    private let relay: CallRelay
    private let stage: Stage

    init(_ session: any PortSession, relay: CallRelay, stage: Stage) {
        self.session = session
        self.relay = relay
        self.stage = stage
    }

    var enabler: any AccessEnabler { relay }

    func barrier(_ completion: @escaping @Sendable () -> Void) {
        session.barrier(completion)
    }

    func close() {
        session.close()
        stage.disconnect()
    }
}
