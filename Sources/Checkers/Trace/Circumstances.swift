internal import AccessEnablerAPI
package import Evidence
internal import ServiceProtocol
package import Specification

/// What is so in a case: what the application did, what came, how the services answered, and what the device and the
/// tokens are like.
package struct Circumstances {
    package private(set) var all: [Circumstance] = []
    private var known: Set<String> = []
    private var latest: [String: Message] = [:]
    private var providers: [Purpose: String] = [:]
    private var requests: [UInt64: Purpose] = [:]
    private var isLoggedIn = false
    private var isConfigured = false
    private var place = 0

    package init(_ observations: [Observation], of testCase: Case) {
        let fixture = testCase.fixture
        if fixture.authenticationLifetime < .zero || fixture.authorizationLifetime < .zero { expire() }
        if let account = fixture.platform { take(account) }
        for observation in observations {
            place = observation.sequence
            take(observation.event, testCase)
        }
    }

    private mutating func expire() { note("a login or an authorization expires") }

    private mutating func take(_ account: PlatformFixture) {
        note("the device has a TV provider account")
        if account.access == .denied || account.access == .undetermined {
            note("the application may not use the device's account")
        }
        if account.signedIn != nil, account.signedIn != .nobody { note("somebody is signed in at the device") }
    }

    private mutating func take(_ event: Event, _ testCase: Case) {
        switch event {
        case .stepBegan(let step) where testCase.steps.indices.contains(step):
            if case .expire = testCase.steps[step].action { expire() }
        case .sessionOpened(let header) where header.part > 0 && testCase.fixture.clockAhead > .zero: expire()
        default: break
        }
        take(event)
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .sessionOpened: note("the port is started")
        case .call(_, let message): take(call: message)
        case .callback(let callback): take(callback: callback.message)
        case .request(let request): take(request)
        case .replyHeld: note("a reply is held back")
        case .replyBroken:
            note("a reply breaks off")
            note("a service is in trouble")
            if isLoggedIn { note("a request fails after a login") }
        case .replyLeft(let reply):
            if reply.status >= 400 { note("a reply has the status \(reply.status)") }
            if reply.status >= 500 { note("a service is in trouble") }
            let isLost = reply.status >= 300 && requests[reply.exchange]?.isOfPort == true
            if isLost, isLoggedIn { note("a request fails after a login") }
        case .browser(let browser) where browser.kind == .submits: note("the user fills in a page")
        case .platform(let platform) where platform.kind != .answers: note("the device's account is asked for")
        default: break
        }
    }

    private mutating func take(call: Message) {
        let selector = call.selector.rawValue
        note("\(selector) is called")
        for argument in call.arguments {
            if argument.value != .null { note("something is called with \(argument.name)") }
            if argument.value == .null { note("\(selector) is called with nil") }
            if case .array(let items) = argument.value, items.count > 1 {
                note("\(selector) is called with several \(argument.name)")
            }
        }
        // What a requestor is set with is one thing, whichever of the calls sets it.
        let isOfRequestor = selector.hasPrefix("setRequestor")
        let subject = isOfRequestor ? "setRequestor" : selector
        if let before = latest[subject], before.arguments != call.arguments {
            note("\(subject) is called with something else than before")
        }
        latest[subject] = call
        if !isConfigured, !isOfRequestor, call.selector != .setOptions {
            note("\(selector) is called before there is a configuration")
            note("something is called before there is a configuration")
        }
    }

    private mutating func take(callback: Message) {
        let selector = callback.selector.rawValue
        note("\(selector) comes")
        guard let first = callback.arguments.first, case .int(let number) = first.value else { return }
        note("\(selector) comes with \(first.name) \(number)")
        if callback.selector == .setRequestorComplete, number == 1 { isConfigured = true }
        if callback.selector == .setAuthenticationStatus, number == 1 { isLoggedIn = true }
    }

    private mutating func take(_ request: RequestEvent) {
        requests[request.exchange] = request.purpose
        note("a request of the kind \(request.purpose.rawValue) is made")
        if let other = providers[request.purpose], other != request.provider {
            note("requests of the kind \(request.purpose.rawValue) are made at several service providers")
        }
        providers[request.purpose] = request.provider
    }

    /// What is so a second time is something else than what is so once.
    private mutating func note(_ words: String) {
        if known.insert(words).inserted {
            all.append(Circumstance(words, at: place))
        } else if known.insert(words + ", again").inserted {
            all.append(Circumstance(words + ", again", at: place))
        }
    }
}
