package import AccessEnabler
package import AccessEnablerAPI
internal import Synchronization

/// What a mutant knows of its session, and how it acts on its own.
///
/// Any thread.
package final class Stage: Sendable {
    private struct Memory {
        var urls: [String] = []
        var requestor = ""
        var isConfigured = false
        var hasSucceeded = false
        var lastCall: Selector?
        var selected: String?
        var firstSelected: String?
        var resource: String?
        var filter: [String]?
        var calls: [Selector: Int] = [:]
        var callbacks: [Selector: Int] = [:]
        var authorized: NetworkRequest?
        var current: NetworkRequest?
        var network: (any Network)?
        var enabler: (any AccessEnabler)?
        var atEnd: [@Sendable () -> Void] = []
        var delivery: (any Delivery)?
        var isClosed = false
    }

    private let memory = Mutex(Memory())
    private let events: PortEvents
    package let defaultServiceProvider: String?
    package let platform: Platform

    package init(_ events: PortEvents, _ configuration: SessionConfiguration) {
        self.events = events
        defaultServiceProvider = configuration.defaultServiceProvider
        platform = configuration.platform
    }

    // MARK: - Knowing

    /// The service providers of the last setRequestor, without duplicates and trailing slashes.
    package var urls: [String] { memory.withLock { $0.urls } }
    /// The requestor of the last setRequestor.
    package var requestor: String { memory.withLock { $0.requestor } }
    /// Whether the application was told that the last setRequestor succeeded.
    package var isConfigured: Bool { memory.withLock { $0.isConfigured } }
    /// Whether the application was told of an authentication.
    package var hasSucceeded: Bool { memory.withLock { $0.hasSucceeded } }
    /// The call under way or the last; to a mutation of a call, the one before.
    package var lastCall: Selector? { memory.withLock { $0.lastCall } }
    /// The last MVPD that the application selected, also if it took it back since.
    package var selected: String? { memory.withLock { $0.selected } }
    /// The first MVPD that the application selected.
    package var firstSelected: String? { memory.withLock { $0.firstSelected } }
    /// The resource of the last authorization call.
    package var resource: String? { memory.withLock { $0.resource } }
    /// The MVPDs that the filter of the last login named.
    package var filter: [String]? { memory.withLock { $0.filter } }
    /// How many such calls came before the one under way.
    package func count(of call: Selector) -> Int { memory.withLock { $0.calls[call] ?? 0 } }
    /// How many such callbacks the reference made before the one under way.
    package func countCallbacks(_ callback: Selector) -> Int { memory.withLock { $0.callbacks[callback] ?? 0 } }
    /// Whether a setRequestor before the call under way has not been answered.
    package var isConfiguring: Bool {
        memory.withLock { memory in
            let calls = memory.calls.reduce(0) { $0 + ($1.key.configures ? $1.value : 0) }
            return calls > memory.callbacks[.setRequestorComplete] ?? 0
        }
    }
    /// A request of the reference that carried an access token.
    package var authorizedRequest: NetworkRequest? { memory.withLock { $0.authorized } }
    /// The same, but one that carried the options that hold now.
    package var currentRequest: NetworkRequest? { memory.withLock { $0.current } }

    /// The URL with its service provider replaced by the next one of the list; nil where there is no other.
    package func elsewhere(_ url: String) -> String? {
        let urls = self.urls
        guard urls.count > 1, let index = urls.firstIndex(where: { url.hasPrefix($0) }) else { return nil }
        return urls[(index + 1) % urls.count] + url.dropFirst(urls[index].count)
    }

    /// A page of the first service provider that looks like that of a login.
    package var loginPage: String { "\(urls.first ?? "")/adobe-services/authenticate/saml?noflash=true" }

    // MARK: - Acting

    package func tell(_ message: Message) {
        deliver { [events] in PortWrapping.deliver(message, to: events) }
    }

    /// Runs `work` when all that was told before has been.
    func deliver(_ work: @escaping @Sendable () -> Void) {
        guard let delivery else { return work() }
        delivery.deliver { [self] in
            if !memory.withLock({ $0.isClosed }) { work() }
        }
    }

    /// How the application is told; nil is at once.
    var delivery: (any Delivery)? {
        get { memory.withLock { $0.delivery } }
        set { memory.withLock { $0.delivery = newValue } }
    }

    /// Makes a call of the reference that no mutation sees.
    package func call(_ message: Message) {
        try? memory.withLock { $0.enabler }?.perform(message)
    }

    /// Sends a request nobody waits for.
    package func send(_ request: NetworkRequest) {
        _ = memory.withLock { $0.network }?.send(request) { _ in }
    }

    package func tap(_ url: String) {
        events.configurationProcessed(url)
    }

    // MARK: - Learning

    package func connect(_ network: any Network) {
        memory.withLock { $0.network = network }
    }

    package func connect(_ enabler: any AccessEnabler) {
        memory.withLock { $0.enabler = enabler }
    }

    /// Something to do when the session is closed.
    package func atEnd(_ body: @escaping @Sendable () -> Void) {
        memory.withLock { $0.atEnd.append(body) }
    }

    package func disconnect() {
        let atEnd = memory.withLock { memory in
            memory.enabler = nil
            memory.network = nil
            memory.isClosed = true
            return exchange(&memory.atEnd, with: [])
        }
        for body in atEnd { body() }
    }

    /// Before the call is made: what it says of the providers.
    package func prepare(_ call: Message) {
        guard call.selector.configures else { return }
        let given = call["urls"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let texts = given.isEmpty ? [defaultServiceProvider ?? "https://sp.auth.adobe.com"] : given
        var urls: [String] = []
        for text in texts {
            var url = text
            while url.last == "/" { url.removeLast() }
            if !urls.contains(url) { urls.append(url) }
        }
        memory.withLock { memory in
            memory.urls = urls
            memory.requestor = call["requestorID"]?.stringValue ?? ""
            memory.isConfigured = false
        }
    }

    package func note(_ call: Message) {
        memory.withLock { memory in
            memory.calls[call.selector, default: 0] += 1
            memory.lastCall = call.selector
            if call.selector == .setSelectedProvider, let id = call["mvpdId"]?.stringValue {
                memory.selected = id
                if memory.firstSelected == nil { memory.firstSelected = id }
            }
            if case .object(let filter)? = call["filter"] {
                memory.filter = filter["TV_PROVIDERS"]?.arrayValue?.compactMap(\.stringValue)
            }
            if let resource = call["resource"]?.stringValue { memory.resource = resource }
            if call.selector == .setOptions { memory.current = nil }
        }
    }

    package func noteCallback(_ callback: Message) {
        memory.withLock { memory in
            memory.callbacks[callback.selector, default: 0] += 1
            if callback.selector == .setAuthenticationStatus, callback["status"] == 1 { memory.hasSucceeded = true }
            if callback.selector == .setRequestorComplete { memory.isConfigured = callback["status"] == 1 }
        }
    }

    package func note(_ request: NetworkRequest) {
        guard request.headers.contains(where: { $0.name == "Authorization" }) else { return }
        memory.withLock { ($0.authorized, $0.current) = (request, request) }
    }
}

extension Selector {
    /// One of the forms of setRequestor.
    package var configures: Bool { rawValue.hasPrefix("setRequestor:") }
}
