package import AccessEnablerAPI

/// A port whose instances do what a test says.
package struct ScriptedPort: Port {
    /// Runs on the thread of the call.
    package typealias Script = @Sendable (Message, ScriptedSession) -> Void

    private let features: Set<PortFeature>
    private let refusal: PortError?
    fileprivate let closing: @Sendable (ScriptedSession) -> Void
    fileprivate let script: Script

    package init(
        features: Set<PortFeature> = [.executorBarrier], refusal: PortError? = nil,
        closing: @escaping @Sendable (ScriptedSession) -> Void = { _ in }, script: @escaping Script
    ) {
        self.features = features
        self.refusal = refusal
        self.closing = closing
        self.script = script
    }

    package var description: PortDescription {
        PortDescription(name: "scripted", version: "1", calls: ScriptedSession.calls, features: features)
    }

    package func makeSession(
        _ configuration: SessionConfiguration, events: PortEvents
    ) throws(PortError) -> any PortSession {
        if let refusal { throw refusal }
        return ScriptedSession(port: self, events: events)
    }
}

package final class ScriptedSession: PortSession, AccessEnabler {
    package static let calls: Set<Selector> = [
        .setRequestor, .checkAuthentication, .getAuthentication, .setSelectedProvider, .logout, .setOptions,
        .getMetadata,
    ]

    package let events: PortEvents
    private let port: ScriptedPort

    fileprivate init(port: ScriptedPort, events: PortEvents) {
        self.port = port
        self.events = events
    }

    package var enabler: any AccessEnabler { self }
    package var supportedCalls: Set<Selector> { Self.calls }
    package func barrier(_ completion: @escaping @Sendable () -> Void) { completion() }
    package func close() { port.closing(self) }

    private func run(_ selector: Selector, _ arguments: Message.Argument...) {
        port.script(Message(selector, arguments), self)
    }

    package func setOptions(_ options: Value.Members) { run(.setOptions, .init("options", .object(options))) }
    package func setRequestor(_ requestorID: String, serviceProviders: [String]?) {
        run(.setRequestor, .init("requestorID", .string(requestorID)))
    }
    package func setRequestor(
        _ requestorID: String, signedRequestorID: String, serviceProviders: [String]?, secret: String?,
        publicKey: String?
    ) {}
    package func checkAuthentication() { run(.checkAuthentication) }
    package func getAuthentication(force: Bool, data: Value.Members?, filter: ProviderFilter?) {
        run(.getAuthentication)
    }
    package func setSelectedProvider(_ mvpdID: String?) {
        run(.setSelectedProvider, .init("mvpdId", mvpdID.map(Value.string) ?? .null))
    }
    package func getSelectedProvider() {}
    package func handleExternalURL(_ url: String) {}
    package func getAuthenticationToken() {}
    package func checkPreauthorizedResources(_ resources: [String], cache: Bool) {}
    package func preauthorize(_ request: PreauthorizeRequest) {}
    package func checkAuthorization(_ resource: String, data: Value.Members?) {}
    package func getAuthorization(_ resource: String, data: Value.Members?) {}
    package func logout() { run(.logout) }
    package func getMetadata(_ keys: Value.Members) { run(.getMetadata, .init("keyDictionary", .object(keys))) }
}
