import AccessEnablerAPI
import Synchronization

/// A port whose instances do what a test says.
struct ScriptedPort: Port {
    /// Runs on the thread of the call.
    typealias Script = @Sendable (Message, ScriptedSession) -> Void

    var features: Set<PortFeature> = [.executorBarrier]
    var refusal: PortError?
    var closing: @Sendable (ScriptedSession) -> Void = { _ in }
    var script: Script

    var description: PortDescription {
        PortDescription(
            name: "scripted", version: "1", calls: ScriptedSession.calls, features: features)
    }

    func makeSession(_ configuration: SessionConfiguration, events: PortEvents) throws(PortError) -> any PortSession {
        if let refusal { throw refusal }
        return ScriptedSession(port: self, events: events)
    }
}

final class ScriptedSession: PortSession, AccessEnabler {
    static let calls: Set<Selector> = [
        .setRequestor, .checkAuthentication, .getAuthentication, .setSelectedProvider, .logout, .setOptions,
        .getMetadata,
    ]

    let events: PortEvents
    private let port: ScriptedPort

    init(port: ScriptedPort, events: PortEvents) {
        self.port = port
        self.events = events
    }

    var enabler: any AccessEnabler { self }
    var supportedCalls: Set<Selector> { Self.calls }
    func barrier(_ completion: @escaping @Sendable () -> Void) { completion() }
    func close() { port.closing(self) }

    private func run(_ selector: Selector, _ arguments: Message.Argument...) {
        port.script(Message(selector, arguments), self)
    }

    func setOptions(_ options: [String: Value]) { run(.setOptions, .init("options", .object(options))) }
    func setRequestor(_ requestorID: String, serviceProviders: [String]?) {
        run(.setRequestor, .init("requestorID", .string(requestorID)))
    }
    func setRequestor(
        _ requestorID: String, signedRequestorID: String, serviceProviders: [String]?, secret: String?,
        publicKey: String?
    ) {}
    func checkAuthentication() { run(.checkAuthentication) }
    func getAuthentication(force: Bool, data: [String: Value]?, filter: ProviderFilter?) { run(.getAuthentication) }
    func setSelectedProvider(_ mvpdID: String?) {
        run(.setSelectedProvider, .init("mvpdId", mvpdID.map(Value.string) ?? .null))
    }
    func getSelectedProvider() {}
    func handleExternalURL(_ url: String) {}
    func getAuthenticationToken() {}
    func checkPreauthorizedResources(_ resources: [String], cache: Bool) {}
    func preauthorize(_ request: PreauthorizeRequest) {}
    func checkAuthorization(_ resource: String, data: [String: Value]?) {}
    func getAuthorization(_ resource: String, data: [String: Value]?) {}
    func logout() { run(.logout) }
    func getMetadata(_ keys: [String: Value]) { run(.getMetadata, .init("keyDictionary", .object(keys))) }
}
