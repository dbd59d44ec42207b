internal import AccessEnablerAPI

/// Does what the state decides: the only place that touches network, timers and delegate.
///
/// Used by whoever serves the instance's mailbox.
struct ActionPerformer {
    private let events: PortEvents
    private let environment: Environment
    /// The network, where it brings replies to the mailbox itself.
    private let curl: CurlNetwork?
    private var requests: [ExchangeID: Cancellation] = [:]
    private var timers: [TimerID: Cancellation] = [:]

    init(events: PortEvents, environment: Environment) {
        self.events = events
        self.environment = environment
        curl = environment.network as? CurlNetwork
    }

    /// Forgets what has ended by itself.
    mutating func note(_ event: Event) {
        switch event {
        case .replied(let id, _): requests[id] = nil
        case .timerFired(let id): timers[id] = nil
        case .launched, .called, .platformAnswered, .barrier: break
        }
    }

    mutating func perform(_ action: Action, for mailbox: Mailbox) {
        switch action {
        case .send(let id, let request):
            requests[id] =
                curl?.send(request, as: id, to: mailbox)
                ?? environment.network.send(request) { mailbox.bring(.replied(id, $0)) }
        case .cancel(let id):
            requests.removeValue(forKey: id)?.cancel()
        case .startTimer(let id, let time):
            timers[id] = environment.after(time) { mailbox.bring(.timerFired(id)) }
        case .cancelTimer(let id):
            timers.removeValue(forKey: id)?.cancel()
        case .callBack(let callback):
            callback.deliver(to: events.delegate)
        case .presentSafari(let url):
            events.safariPresented(url)
        case .configurationProcessed(let url):
            events.configurationProcessed(url)
        case .askAccess(let id):
            environment.account?.checkAccess { mailbox.leave(.platformAnswered(id, .access($0))) }
        case .askAccount(let id, let question):
            environment.account?.request(question) { mailbox.leave(.platformAnswered(id, .news($0))) }
        case .passBarrier(let pass):
            // What the network's thread was given before is on its way by then: it starts it first, and acts on it once.
            let network = environment.network
            network.run { network.run(pass) }
        }
    }

    mutating func cancelAll() {
        for request in requests.values { request.cancel() }
        for timer in timers.values { timer.cancel() }
        requests = [:]
        timers = [:]
    }
}
