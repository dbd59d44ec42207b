package import AccessEnablerAPI
import Synchronization
import Transport

/// An implementation that asks every service provider for its configuration and looks at no answer.
///
/// What it takes is what the machine takes: the baseline that implementations are measured against. It keeps no contract.
package final class BaselinePort: Port {
    private let client: HTTPClient
    private let wire: Wire

    /// - Parameters:
    ///   - sendsDirectly: whether plain requests may pass by libcurl (``HTTPClient/Options/sendsDirectly``).
    ///   - wire: of which generation the configurations are.
    package init(sendsDirectly: Bool = false, wire: Wire = .sdk) throws(PortError) {
        self.wire = wire
        do throws(TransportError) {
            client = try HTTPClient.start(.init(sendsDirectly: sendsDirectly))
        } catch {
            throw PortError("the HTTP client did not start: \(error.message)")
        }
    }

    /// Runs tasks on the thread that replies arrive on, where they must not block.
    package var executor: any TaskExecutor { client.executor() }

    package var description: PortDescription {
        PortDescription(
            name: "baseline", version: "0", calls: [.setRequestorServiceProviders], features: [.httpTap])
    }

    package func makeSession(
        _ configuration: SessionConfiguration, events: PortEvents
    ) throws(PortError) -> any PortSession {
        BaselineSession(BaselineEnabler(client: client, wire: wire, events: events))
    }
}

private final class BaselineSession: PortSession {
    let enabler: any AccessEnabler

    init(_ enabler: BaselineEnabler) {
        self.enabler = enabler
    }

    func barrier(_ completion: @escaping @Sendable () -> Void) {
        completion()
    }

    func close() {}
}

private final class BaselineEnabler: AccessEnabler {
    let supportedCalls: Set<Selector> = [.setRequestorServiceProviders]
    private let client: HTTPClient
    private let wire: Wire
    private let events: PortEvents

    init(client: HTTPClient, wire: Wire, events: PortEvents) {
        self.client = client
        self.wire = wire
        self.events = events
    }

    func setRequestor(_ requestorID: String, serviceProviders: [String]?) {
        let urls = (serviceProviders ?? []).map { $0 + wire.configurationPath(of: requestorID) }
        guard !urls.isEmpty else { return events.delegate.setRequestorComplete(.error) }
        let missing = Missing(urls.count)
        for url in urls {
            client.send(HTTPRequest(url: url)) { [events] _ in
                events.configurationProcessed(url)
                if missing.isLast() { events.delegate.setRequestorComplete(.success) }
            }
        }
    }

    func setRequestor(
        _ requestorID: String, signedRequestorID: String, serviceProviders: [String]?, secret: String?,
        publicKey: String?
    ) {}
    func setOptions(_ options: Value.Members) {}
    func checkAuthentication() {}
    func getAuthentication(force: Bool, data: Value.Members?, filter: ProviderFilter?) {}
    func setSelectedProvider(_ mvpdID: String?) {}
    func getSelectedProvider() {}
    func handleExternalURL(_ url: String) {}
    func getAuthenticationToken() {}
    func checkPreauthorizedResources(_ resources: [String], cache: Bool) {}
    func preauthorize(_ request: PreauthorizeRequest) {}
    func checkAuthorization(_ resource: String, data: Value.Members?) {}
    func getAuthorization(_ resource: String, data: Value.Members?) {}
    func logout() {}
    func getMetadata(_ keys: Value.Members) {}
}

/// How many replies are still to come.
private final class Missing: Sendable {
    private let count: Atomic<Int>

    init(_ count: Int) {
        self.count = Atomic(count)
    }

    /// Counts one down; true for the last.
    func isLast() -> Bool {
        count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }
}
