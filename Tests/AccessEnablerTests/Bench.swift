import AccessEnablerAPI
import Synchronization

@testable import AccessEnabler

/// An instance's state with everything around it in a test's hands.
struct Bench {
    static let start: Int64 = 1_800_000_000_000
    static let deviceID = String(repeating: "d", count: 64)

    var state: EnablerState
    var service: Service
    let clock = Clock()
    let storage: any TokenStorage
    /// Requests that were sent and neither answered nor cancelled.
    private(set) var open: [(id: ExchangeID, request: NetworkRequest)] = []
    private(set) var sent: [NetworkRequest] = []
    private(set) var cancelled: [NetworkRequest] = []
    private(set) var callbacks: [Callback] = []
    private(set) var timers: [TimerID] = []
    private(set) var safari: [String] = []
    private(set) var taken: [String] = []
    /// The last question to the platform's account, and what it was where it was for the account itself.
    private(set) var asked: PlatformQuestionID?
    private(set) var questions: [AccountRequest] = []

    final class Clock: Sendable {
        private let reading = Atomic(Bench.start)

        var now: Int64 {
            get { reading.load(ordering: .sequentiallyConsistent) }
            set { reading.store(newValue, ordering: .sequentiallyConsistent) }
        }
    }

    init(
        _ mvpds: [String: [Service.Entry]] = ["a.test": [.init("A"), .init("B")]], platform: Platform = .iOS,
        version: SDKVersion = .newest, storage: any TokenStorage = MemoryTokenStorage(),
        ownStorage: any TokenStorage = MemoryTokenStorage(), omittedCallbacks: Set<Selector> = [],
        hasAccount: Bool = false, wire: Wire = .sdk
    ) {
        service = Service(mvpds: mvpds)
        self.storage = storage
        var settings = EnablerState.Settings(
            softwareStatement: version < .softwareStatements ? nil : "statement", customScheme: "adbe.test",
            defaultProvider: .adobe)
        settings.wire = wire
        settings.platform = platform
        settings.version = version
        settings.omittedCallbacks = omittedCallbacks
        state = EnablerState(
            settings: settings,
            environment: Environment(
                network: NoNetwork(), storage: storage, ownStorage: ownStorage, now: { [clock] in clock.now },
                newDeviceID: { Bench.deviceID }, account: hasAccount ? NoAccount() : nil))
    }

    /// One service provider with the MVPD A.
    init(overREST wire: Wire) {
        self.init(["a.test": [.init("A")]], wire: wire)
        service.withoutCode = "A"
    }

    // MARK: - Acting

    mutating func handle(_ event: Event) {
        for action in state.handle(event) {
            switch action {
            case .send(let id, let request):
                open.append((id, request))
                sent.append(request)
            case .cancel(let id):
                cancelled += open.filter { $0.id == id }.map(\.request)
                open.removeAll { $0.id == id }
            case .startTimer(let id, _): timers.append(id)
            case .cancelTimer(let id): timers.removeAll { $0 == id }
            case .callBack(let callback): callbacks.append(callback)
            case .presentSafari(let url): safari.append(url)
            case .configurationProcessed(let url): taken.append(url)
            case .askAccess(let id): asked = id
            case .askAccount(let id, let request):
                asked = id
                questions.append(request)
            case .passBarrier(let pass): pass()
            }
        }
    }

    mutating func call(_ calls: Call...) {
        for call in calls { handle(.called(call)) }
    }

    /// The platform answers the last question.
    mutating func answer(_ answer: PlatformAnswer) {
        if let asked { handle(.platformAnswered(asked, answer)) }
    }

    /// Lets the service answer everything but the requests whose path contains one of `held`.
    mutating func serve(holding held: String...) {
        service.now = clock.now
        while let index = open.firstIndex(where: { item in !held.contains { item.request.url.contains($0) } }) {
            let (id, request) = open.remove(at: index)
            handle(.replied(id, .success(service.reply(to: request) ?? NetworkReply(status: 404))))
        }
    }

    /// Answers the first open request whose URL contains `part`.
    mutating func answer(_ part: String, _ reply: NetworkReply? = nil) {
        service.now = clock.now
        guard let index = open.firstIndex(where: { $0.request.url.contains(part) }) else { return }
        let (id, request) = open.remove(at: index)
        handle(.replied(id, .success(reply ?? service.reply(to: request) ?? NetworkReply(status: 404))))
    }

    mutating func lose(_ part: String) {
        guard let index = open.firstIndex(where: { $0.request.url.contains(part) }) else { return }
        handle(.replied(open.remove(at: index).id, .failure(NetworkFailure(.unreachable, "nobody there"))))
    }

    mutating func fire(_ kind: TimerID.Kind) {
        guard let index = timers.firstIndex(where: { $0.kind == kind }) else { return }
        handle(.timerFired(timers.remove(at: index)))
    }

    mutating func clear() {
        callbacks = []
        sent = []
        safari = []
        taken = []
    }

    // MARK: - Common beginnings

    mutating func configure(_ urls: [String] = ["https://a.test"]) {
        call(.setRequestor("REF30", serviceProviders: urls))
        serve()
        clear()
    }

    /// The same, configured and with a login at A.
    func loggedIn() -> Bench {
        var bench = self
        bench.configure()
        bench.logIn()
        return bench
    }

    mutating func logIn(_ mvpd: String = "A") {
        call(.getAuthentication(force: true, data: nil), .setSelectedProvider(mvpd))
        serve()
        call(.handleExternalURL("adobepass://ios.app"))
        serve()
        clear()
    }

    // MARK: - Looking

    /// The callbacks without tracking and status reports.
    var answers: [Callback] {
        callbacks.filter {
            switch $0 {
            case .sendTrackingData, .status: false
            default: true
            }
        }
    }

    /// What is stored of a login with the MVPD.
    func held(_ mvpd: String) -> StoredAuthentication? {
        state.phase.configuration?.merge[mvpd].flatMap { state.store.authentication(state.bucket(of: $0)) }
    }

    var reports: [String] {
        callbacks.compactMap { if case .status(let report) = $0 { report["errorId"]?.stringValue } else { nil } }
    }

    func tracked(_ event: TrackingEvent) -> [[Value]] {
        callbacks.compactMap { if case .sendTrackingData(let data, event) = $0 { data } else { nil } }
    }

    /// The URL of the only navigation.
    var page: NetworkRequest? {
        let urls = callbacks.compactMap { callback -> String? in
            switch callback {
            case .navigateToUrl(let url), .navigateToUrlUseSVC(let url): url
            default: nil
            }
        }
        return urls.count == 1 ? NetworkRequest(method: "GET", url: urls[0]) : nil
    }

    /// The MVPDs of the last dialog.
    var dialog: [MVPD]? {
        callbacks.reversed().lazy.compactMap { callback -> [MVPD]? in
            if case .displayProviderDialog(let mvpds) = callback { mvpds } else { nil }
        }.first
    }

    func paths(of host: String? = nil) -> [String] {
        sent.filter { host == nil || $0.host == host }.map(\.path)
    }
}

struct NoNetwork: Network {
    func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
        Cancellation()
    }
}

/// An account whose answers a test gives by hand.
struct NoAccount: PlatformAccount {
    func checkAccess(_ completion: @escaping @Sendable (AccountAccess) -> Void) {}
    func request(_ request: AccountRequest, _ tell: @escaping @Sendable (AccountNews) -> Void) {}
}
