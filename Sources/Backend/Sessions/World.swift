internal import Evidence
internal import HTTPServer
internal import ServiceProtocol
internal import Timing

/// Everything the services know, and every request they have not answered.
struct World: Sendable {
    private var sessions: [SessionID: SessionState] = [:]
    /// What serves requests that belong to no session.
    private var fallback: SessionState
    private var sessionOfRequestor: [String: SessionID] = [:]
    private var canaries = Canaries()
    /// Values that say whose a request is if nothing else does, but which sessions may well share.
    private var hints = Canaries()
    /// The requests that are not answered yet, by their exchanges.
    private var inFlight: [UInt64: InFlight] = [:]
    private let signer: Signer
    private var throttle: Throttle?
    let virtualUsers: VirtualUsers?
    /// Where each session has endpoints of its own, whose they are; nil where sessions share them.
    private var sessionOfEndpoint: [Int: SessionID]?

    /// `fallback` answers requests that cannot be attributed.
    init(
        signer: Signer, fallback: Scenario, isOpen: Bool, throttle: Throttle? = nil, virtualUsers: VirtualUsers? = nil,
        isGate: Bool = false
    ) {
        self.virtualUsers = virtualUsers
        sessionOfEndpoint = isGate ? [:] : nil
        self.signer = signer
        self.throttle = throttle
        self.fallback = SessionState(fallback, signer: signer, isOpen: isOpen)
    }

    mutating func open(_ scenario: Scenario) {
        precondition(scenario.session != .none && sessions[scenario.session] == nil, "a session is opened once")
        let session = scenario.session
        var state = SessionState(scenario, signer: signer)
        if sessionOfEndpoint != nil {
            for provider in scenario.providers { sessionOfEndpoint?[provider.endpoint] = session }
            sessions[session] = state
            return
        }
        if let former = sessionOfRequestor[scenario.requestor], let formerState = sessions[former] {
            state.continueFrom(formerState)
            canaries.hand(from: former, to: session)
            hints.hand(from: former, to: session)
        }
        for requestor in [scenario.requestor] + scenario.otherRequestors { sessionOfRequestor[requestor] = session }
        canaries.claim(scenario.softwareStatement, for: session)
        for value in scenario.canaries { canaries.claim(value, for: session) }
        for mvpd in scenario.providers.lazy.flatMap(\.mvpds) { canaries.claim(mvpd.id, for: session) }
        sessions[session] = state
    }

    /// Forgets the session; what it held comes back.
    mutating func close(_ session: SessionID) -> [Outgoing] {
        guard let state = sessions.removeValue(forKey: session) else { return [] }
        for requestor in [state.scenario.requestor] + state.scenario.otherRequestors
        where sessionOfRequestor[requestor] == session {
            sessionOfRequestor[requestor] = nil
        }
        for provider in state.scenario.providers where sessionOfEndpoint?[provider.endpoint] == session {
            sessionOfEndpoint?[provider.endpoint] = nil
        }
        canaries.release(session)
        hints.release(session)
        return state.gates.held.compactMap(\.parcel)
    }

    /// Whether clients are served that no scenario speaks of.
    var servesStrangers: Bool { fallback.isOpen }

    /// Changes the state of a session; nil when it is not open.
    mutating func change<Result>(_ session: SessionID, _ body: (inout SessionState) -> Result) -> Result? {
        if session == .none { return body(&fallback) }
        guard let index = sessions.index(forKey: session) else { return nil }
        return body(&sessions.values[index])
    }

    func state(of session: SessionID) -> SessionState? { session == .none ? fallback : sessions[session] }
}

/// Whose a request is.
extension World {
    /// Finds the session of a request by the values it carries, and notes that an answer is owed.
    mutating func admit(
        _ incoming: Incoming
    ) -> (incoming: Incoming, attribution: Attribution, context: RequestContext) {
        let attribution = attribute(incoming)
        let session = attribution.session
        let endpoint = incoming.request.endpoint
        // Subtle: a state is changed where it is; a copy of it would count the references of all it has.
        let admitted = change(session) { state in
            state.unanswered += 1
            return (provider: state.providerName(at: endpoint), ahead: state.ahead)
        }
        let context = RequestContext(
            session: session, provider: admitted?.provider ?? "endpoint\(endpoint)", purpose: incoming.facts.purpose)
        return (incoming.later(by: admitted?.ahead ?? .zero), attribution, context)
    }

    /// The requestor decides; where there is none or an unknown one, the first of the other values that has an owner.
    private mutating func attribute(_ incoming: Incoming) -> Attribution {
        if let sessionOfEndpoint {
            return Attribution(session: sessionOfEndpoint[incoming.request.endpoint] ?? .none, crossed: [])
        }
        // Where only the open world is served, everything is its own.
        if sessions.isEmpty, virtualUsers == nil { return Attribution(session: .none, crossed: []) }
        var owners: [SessionID] = []
        func add(_ owner: SessionID?) {
            if let owner, !owners.contains(owner) { owners.append(owner) }
        }
        add(incoming.requestor.flatMap { sessionOfRequestor[$0] })
        add(incoming.accessToken.flatMap(canaries.owner))
        add(incoming.registrationCode.flatMap(canaries.owner))
        add(incoming.mvpd.flatMap(canaries.owner))
        for name in Self.tellingNames { add(incoming[name].flatMap(canaries.owner)) }
        add(incoming.device.flatMap(canaries.owner))
        if owners.isEmpty, let session = welcome(incoming) { owners = [session] }
        guard let owner = owners.first else {
            let hint = (incoming.device ?? incoming["fingerprint"]).flatMap(hints.owner)
            return Attribution(session: hint ?? .none, crossed: [])
        }
        return Attribution(session: owner, crossed: Array(owners.dropFirst()))
    }

    /// Parameters whose values only one session has.
    private static let tellingNames = [
        "software_statement", "client_id", "RelayState", "authentication_token", "authz_token", "fingerprint",
    ]
}

/// What becomes of a request.
extension World {
    enum Decision: Sendable {
        case send(Outgoing)
        /// To be given to ``hold(_:of:)`` once it is recorded that it is held.
        case hold(Outgoing)
    }

    /// Has the request served, and lets faults, latency and gates change what comes of it.
    mutating func serve(_ incoming: Incoming, context: RequestContext, handle: ReplyHandle) -> Decision {
        let refusal = throttle?.refusal(of: incoming)
        return settle(incoming, context: context, handle: handle) { state in
            state.reply(to: incoming, context: context, refusal: refusal)
        }
    }

    /// Lets latency and gates change what comes of the reply that `answer` gives.
    mutating func settle(
        _ incoming: Incoming, context: RequestContext, handle: ReplyHandle, mayBeHeld: Bool = true,
        _ answer: (inout SessionState) -> (reply: ServerReply, fault: Fault?)
    ) -> Decision {
        let exchange = incoming.request.exchange
        let session = sessions.isEmpty || sessions.index(forKey: context.session) == nil ? .none : context.session
        guard
            let (reply, fault, delay, isGated, fresh) = change(
                session,
                { state in
                    var (reply, fault) = answer(&state)
                    if state.ahead != .zero { reply.headers.append(("Date", incoming.now.httpDate)) }
                    let delay = state.delay(provider: context.provider, purpose: context.purpose)
                    let key = Gates<Outgoing>.Key(provider: context.provider, purpose: context.purpose)
                    // That nobody has logged in yet is told at once: a port may ask that for as long as it likes.
                    let isNotYet = context.purpose == .session && fault == nil && reply.isNotYet
                    let isGated = mayBeHeld && state.gates.isClosed(key) && !isNotYet
                    if isGated { state.gates.reserve(exchange: exchange, key: key) }
                    defer { state.freshCanaries.removeAll() }
                    return (reply, fault, delay, isGated, state.freshCanaries)
                })
        else { preconditionFailure("there is always a session for what belongs to none") }
        if session != .none, sessionOfEndpoint == nil {
            for value in fresh { canaries.claim(value, for: session) }
            note(device: incoming, for: session)
        }
        let flight = InFlight(
            context: context, status: reply.status, reason: reply.reason(to: context.purpose), fault: fault)
        inFlight[exchange] = flight
        let outgoing = Outgoing(reply: reply, handle: handle, readyAt: delay.map { incoming.request.lastByte + $0 })
        return isGated ? .hold(outgoing) : .send(outgoing)
    }

    private mutating func note(device incoming: Incoming, for session: SessionID) {
        guard incoming.destination.has(.namesDevice) else { return }
        if incoming.destination.route?.purpose == .individualization {
            guard let fingerprint = incoming["fingerprint"] else { return }
            hints.claim(fingerprint, for: session)
            hints.claim(SessionState.device(of: fingerprint), for: session)
        } else if let device = incoming.device {
            hints.claim(device, for: session)
        }
    }

    /// Holds a reply in the place that was kept for it; false when the session was closed in the meantime.
    mutating func hold(_ outgoing: Outgoing, of context: RequestContext) -> Bool {
        change(context.session) { $0.gates.hold(outgoing, exchange: outgoing.handle.exchange) } ?? false
    }
}

/// What happens on the wire.
extension World {
    func flight(_ exchange: UInt64) -> InFlight? { inFlight[exchange] }

    /// The request is answered, or never will be; that still has to be recorded, and then to be counted.
    mutating func complete(_ exchange: UInt64) -> InFlight? { inFlight.removeValue(forKey: exchange) }

    /// A request is complete, and that is recorded.
    mutating func count(completed flight: InFlight) {
        _ = change(flight.session) { $0.unanswered -= 1 }
    }
}
