internal import AccessEnablerAPI

/// All that an instance knows, and what it does about each event.
///
/// Nothing here waits, and nothing reaches the network, the delegate or a clock of its own: an event goes in,
/// actions come out. What is read or kept in between goes through the token storage and the injected clock.
/// Each flow is a file: its states, and as an extension of this type its transitions.
struct EnablerState: Sendable {
    let settings: Settings
    let wire: any ServiceWire
    let store: TokenStore
    let client: ClientIdentity
    /// Whether the device has an account that Apple SSO can use.
    let hasPlatformAccount: Bool
    private let clock: @Sendable () -> Int64

    var options = ClientOptions()
    /// What came with the last setRequestor, before 3.0.
    var proof: RequestorProof?
    var phase = ConfigurationPhase.unconfigured
    /// The URLs that were given last, where each led to a provider of its own.
    var known: (urls: [String], providers: [ServiceProvider]) = ([], [])
    var configurations = ReadConfigurations()
    var access: [ServiceProvider: ServiceAccess] = [:]
    var exchanges: [ExchangeID: Exchange] = [:]
    var authentication = AuthenticationFlow()
    var platformSSO = PlatformSSOFlow.none
    var logout = LogoutFlow.none
    /// Calls of logout that are not answered yet.
    var openLogouts = 0
    var authorizations: [AuthorizationID: AuthorizationFlow] = [:]
    var preauthorizations: [PreauthorizationID: PreauthorizationFlow] = [:]
    var preauthorizationCache: PreauthorizationCache?
    var isClockReported = false

    /// What came before the configuration was complete: calls (AE-Q-001, AE-Q-006), and answers of the platform.
    private var queue: [Event] = []
    private var timers: [TimerID.Kind: TimerID] = [:]
    private(set) var lastNumber = 0
    var actions: [Action] = []

    init(settings: Settings, environment: Environment) {
        self.settings = settings
        wire = settings.wire.made
        store = TokenStore(storage: environment.storage, ownStorage: environment.ownStorage)
        clock = environment.now
        hasPlatformAccount = environment.account != nil
        client = ClientIdentity(
            platform: settings.platform, version: settings.version,
            deviceID: store.deviceID(create: environment.newDeviceID), wire: wire)
    }

    /// What is fixed when the instance is made.
    struct Settings: Sendable {
        var wire = Wire.sdk
        var platform = Platform.iOS
        var version = SDKVersion.newest
        /// nil before 3.0, where the requestor is proved instead (``RequestorProof``).
        var softwareStatement: String?
        /// The application's own URL scheme (AE-NAV-014).
        var customScheme: String
        var defaultProvider: ServiceProvider
        /// Optional callbacks that the application does not have (AE-NAV-008).
        var omittedCallbacks: Set<Selector> = []
        var limits = TimeLimits()
    }

    // MARK: - Events

    mutating func handle(_ event: Event) -> [Action] {
        actions.removeAll(keepingCapacity: true)
        switch event {
        case .launched(let check):
            checkStorage(check)
        case .called(let call):
            take(call)
        case .replied(let id, let result):
            takeReply(id, result)
        case .timerFired(let id):
            takeTimer(id)
        case .platformAnswered(let id, let answer):
            // Which MVPDs there are is not known while the requestor is set again.
            if case .configuring = phase { queue.append(event) } else { takePlatformAnswer(id, answer) }
        case .barrier(let pass):
            actions.append(.passBarrier(pass))
        }
        return actions
    }

    /// Lets go of the actions once they are performed: until the next event they would be in no cache any more.
    mutating func forgetActions() {
        actions.removeAll(keepingCapacity: true)
    }

    /// Serves a call, or lets it wait for the configuration (AE-Q-001, AE-Q-002).
    private mutating func take(_ call: Call) {
        switch call {
        case .setOptions:
            // At any point in time (AE-OPT-004).
            serve(call)
        case .setRequestor where !phase.isUnderWay:
            serve(call)
        case .preauthorize where !phase.isSettled:
            // The one call that does not wait (AE-Q-010).
            serve(call)
        default:
            if phase.isSettled { serve(call) } else { queue.append(.called(call)) }
        }
    }

    /// Serves what waited, in its order, until a call starts a new configuration.
    mutating func serveQueue() {
        while phase.isSettled, !queue.isEmpty {
            switch queue.removeFirst() {
            case .called(let call): serve(call)
            case .platformAnswered(let id, let answer): takePlatformAnswer(id, answer)
            default: break
            }
        }
    }

    private mutating func serve(_ call: Call) {
        switch call {
        case .setOptions(let values): setOptions(values)
        case .setRequestor(let requestor, let urls, let proof):
            configure(requestor, serviceProviders: urls, proof: proof)
        case .checkAuthentication: checkAuthentication()
        case .getAuthentication(let force, let data, let filter):
            getAuthentication(force: force, data: data, filter: filter)
        case .setSelectedProvider(let id?): select(id)
        case .setSelectedProvider(nil): cancelAuthentication()
        case .getSelectedProvider: tellSelectedProvider()
        case .handleExternalURL(let url): takeExternalURL(url)
        case .checkPreauthorizedResources(let resources, let cache): checkPreauthorized(resources, cache: cache)
        case .preauthorize(let request): preauthorize(request)
        case .checkAuthorization(let resource, let data): checkAuthorization(resource, data: data)
        case .getAuthorization(let resource, let data): getAuthorization(resource, data: data)
        case .logout: startLogout()
        case .getMetadata(let keys): tellMetadata(keys)
        }
    }

    // MARK: - Timers

    mutating func startTimer(_ kind: TimerID.Kind, _ time: Duration) {
        cancelTimer(kind)
        let id = TimerID(kind: kind, number: nextNumber())
        timers[kind] = id
        actions.append(.startTimer(id, time))
    }

    mutating func cancelTimer(_ kind: TimerID.Kind) {
        guard let id = timers.removeValue(forKey: kind) else { return }
        actions.append(.cancelTimer(id))
    }

    private mutating func takeTimer(_ id: TimerID) {
        // A timer may have fired before its cancellation was performed.
        guard timers[id.kind] == id else { return }
        timers[id.kind] = nil
        switch id.kind {
        case .configurationGrace, .configurationLimit: endConfigurationWait()
        case .poll: pollSecondScreen()
        }
    }

    // MARK: - Shared

    /// Milliseconds since 1970.
    var now: Int64 { clock() }

    /// The requestor that was set last; empty where none was.
    var requestor: String {
        switch phase {
        case .unconfigured: ""
        case .configuring(let configuring): configuring.requestor
        case .synchronising(let configuration, _), .ready(let configuration): configuration.requestor
        case .failed(let requestor): requestor
        }
    }

    mutating func callBack(_ callback: Callback) {
        // Nothing else follows from it (AE-TRK-002).
        if case .sendTrackingData = callback, settings.omittedCallbacks.contains(.sendTrackingData) { return }
        actions.append(.callBack(callback))
    }

    mutating func report(_ status: StatusReport) {
        guard settings.version >= status.since else { return }
        callBack(.status(status.dictionary))
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Ends what belongs to a requestor that is not the present one any more, each with its answer.
    ///
    /// A logout is everybody's, and goes on.
    mutating func abandonFlows() {
        let reason = "another requestor was set"
        withdraw { $0 != .logout }
        // AE-AUTHN-017, and AE-GETZ-012 of what waited for the login.
        if authentication.state != .idle { failAuthentication() }
        authentication = AuthenticationFlow()
        // AE-CHKZ-007, AE-GETZ-012.
        for id in authorizations.keys.sorted(by: { $0.number < $1.number }) {
            authorizations.removeValue(forKey: id).map { failAuthorization($0, .userNotAuthorized, reason) }
        }
        // AE-PRE-003.
        for id in preauthorizations.keys.sorted(by: { $0.number < $1.number }) {
            preauthorizations.removeValue(forKey: id).map {
                failPreauthorization($0, "requestor_not_configured", reason)
            }
        }
        preauthorizationCache = nil
    }
}
