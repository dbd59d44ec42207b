internal import AccessEnablerAPI
internal import PortWrapping

/// A port that answers calls by a rule that knows nothing of AccessEnabler.
final class DegeneratePort: Port {
    private let id: String
    private let answer: @Sendable (Message) -> [Message]

    init(_ id: String, answer: @escaping @Sendable (Message) -> [Message]) {
        self.id = id
        self.answer = answer
    }

    /// Claims what cases ask for, so that they run.
    var description: PortDescription {
        PortDescription(
            name: id, version: "0", calls: CallAnswers.calls,
            features: [
                .executorBarrier, .persistentStorage, .defaultServiceProvider, .safariViewController,
            ])
    }

    func makeSession(_ configuration: SessionConfiguration, events: PortEvents) throws(PortError) -> any PortSession {
        DegenerateSession(
            CallRelay(supportedCalls: CallAnswers.calls) { [answer] call in
                for callback in answer(call) { deliver(callback, to: events) }
            })
    }
}

private final class DegenerateSession: PortSession {
    let enabler: any AccessEnabler

    init(_ relay: CallRelay) {
        enabler = relay
    }

    func barrier(_ completion: @escaping @Sendable () -> Void) {
        completion()
    }

    func close() {}
}
