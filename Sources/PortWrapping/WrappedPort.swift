package import AccessEnabler
package import AccessEnablerAPI

/// The reference with a mutation around every session.
package final class WrappedPort: Port {
    package let description: PortDescription
    private let reference: ReferencePort
    private let mutate: @Sendable (Stage, inout Mutation) -> Void

    /// - Parameters:
    ///   - wire: what the reference speaks.
    ///   - storage: the folder of named storages; without it they last as long as the port.
    ///   - limits: how long the reference waits.
    ///   - lacks: the features that the port does not say it has.
    package init(
        id: String, network: any Network, wire: Wire = .sdk, storage: String? = nil, limits: TimeLimits = .underTest,
        lacks: Set<PortFeature> = [],
        mutate: @escaping @Sendable (Stage, inout Mutation) -> Void
    ) {
        self.mutate = mutate
        reference = ReferencePort(network: network, directory: storage, wire: wire, limits: limits)
        var description = reference.description
        description.name = id
        description.features.subtract(lacks)
        self.description = description
    }

    package func makeSession(
        _ configuration: SessionConfiguration, events: PortEvents
    ) throws(PortError) -> any PortSession {
        let stage = Stage(events, configuration)
        var draft = Mutation()
        mutate(stage, &draft)
        let mutation = draft
        var configuration = configuration
        mutation.configuration(&configuration)
        stage.delivery = mutation.delivery
        let pass: @Sendable (Message) -> Void = { message in
            // Noted before it is told, because the application may answer at once.
            let changed = mutation.callback(message)
            stage.noteCallback(message)
            for callback in changed { stage.tell(callback) }
        }
        let tap: @Sendable (String) -> Void = { url in
            if !mutation.isTapping { stage.tap(url) }
        }
        let delegate = CallbackForwarder(receive: pass)
        let changed = PortEvents(
            delegate: delegate, configurationProcessed: tap,
            safariPresented: { url in pass(Message(.presentSafari, [Message.Argument("url", .string(url))])) },
            account: events.account)
        let session = try reference.makeSession(configuration, events: changed) { environment in
            stage.connect(environment.network)
            let network = mutation.wrapping(environment.network)
            environment.network = InterposedNetwork(network) { request, network, completion in
                stage.note(request)
                return network.send(request, completion: completion)
            }
            mutation.environment(&environment)
        }
        stage.connect(session.enabler)
        let relay = CallRelay(supportedCalls: session.enabler.supportedCalls) { (message: Message) in
            stage.prepare(message)
            let calls = mutation.call(message)
            stage.note(message)
            for call in calls { stage.call(call) }
        }
        return WrappedSession(session, relay: relay, stage: stage)
    }
}

private final class WrappedSession: PortSession {
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
        session.barrier { [stage] in stage.deliver(completion) }
    }

    func advanceClock(by time: Duration) {
        session.advanceClock(by: time)
    }

    func kill() {
        session.kill()
    }

    func close() {
        session.close()
        stage.disconnect()
    }
}
