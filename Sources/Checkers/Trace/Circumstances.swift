internal import AccessEnablerAPI
package import Evidence

/// What is so in a case: what the application did, what came, and how the services answered.
package struct Circumstances {
    package private(set) var all: [Circumstance] = []
    private var known: Set<String> = []
    private var latest: [String: Message] = [:]
    private var providers: [RequestEvent.Purpose: String] = [:]
    private var isConfigured = false
    private var place = 0

    package init(_ observations: [Observation]) {
        for observation in observations {
            place = observation.sequence
            take(observation.event)
        }
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
        case .replyLeft(let reply) where reply.status >= 400:
            note("a reply has the status \(reply.status)")
            if reply.status >= 500 { note("a service is in trouble") }
        case .browser(let browser) where browser.kind == .submits: note("the user fills in a page")
        case .platform(let platform) where platform.kind != .answers: note("the device's account is asked for")
        default: break
        }
    }

    private mutating func take(call: Message) {
        let selector = call.selector.rawValue
        note("\(selector) is called")
        for argument in call.arguments {
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
    }

    private mutating func take(_ request: RequestEvent) {
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
