internal import Documents
internal import Evidence
internal import HTTPServer
internal import POSIX
internal import ServiceProtocol
internal import Timing

/// Where requests come in: records them, has them served, and records what becomes of the replies.
///
/// All of it happens on the server's thread, except what ``Backend`` asks for.
final class Reception: Sendable {
    /// Changed with short calls only; nothing is recorded or sent meanwhile.
    let world: SharedWorld
    let recorder: Recorder

    private let observer: TokenObserver
    /// Who answers; nil where the backend does.
    private let upstream: Upstream?
    private let showsSecrets: Bool
    /// Says what replies say; nil where that is not recorded.
    private let replies: ReplyObserver?
    /// Whether any virtual user is served, whose faults nobody else could tell of.
    private let hasVirtualUsers: Bool

    /// Whether somebody else answers.
    var passesOn: Bool { upstream != nil }

    init(
        _ world: World, recorder: Recorder, observer: TokenObserver, showsSecrets: Bool = false,
        upstream: Upstream? = nil, replies: ReplyObserver? = nil
    ) {
        self.replies = replies
        self.observer = observer
        self.upstream = upstream
        hasVirtualUsers = world.virtualUsers != nil
        self.world = SharedWorld(world)
        self.recorder = recorder
        self.showsSecrets = showsSecrets
    }

    func receive(_ request: ServerRequest, _ handle: ReplyHandle) {
        let received = Incoming(request)
        let (incoming, attribution, context) = world.change { $0.admit(received) }
        record(incoming, attribution, context)
        for sighting in observer.sightings(in: incoming) {
            recorder.record(.tokenSeen(sighting), session: context.session, at: request.lastByte)
        }
        if let upstream { return pass(incoming, context, handle, to: upstream) }
        hand(world.change { $0.serve(incoming, context: context, handle: handle) }, incoming, context)
    }

    /// Sends a reply, or has it wait behind its gate.
    func hand(_ decision: World.Decision, _ incoming: Incoming, _ context: RequestContext) {
        switch decision {
        case .send(let outgoing):
            recordReply(outgoing, to: incoming, context)
            outgoing.send()
        case .hold(let outgoing):
            recordReply(outgoing, to: incoming, context)
            // Subtle: it can be let go only now that it is recorded that it is held, and never before it is recorded.
            recorder.record(.replyHeld(exchange: outgoing.handle.exchange), session: context.session)
            if !world.change({ $0.hold(outgoing, of: context) }) { outgoing.refuse() }
        }
    }

    private func recordReply(_ outgoing: Outgoing, to incoming: Incoming, _ context: RequestContext) {
        recordToken(in: outgoing, to: incoming, context)
        guard let replies, recordsReply(context.purpose), outgoing.reply.delivery != .refuse else { return }
        let content = replies.content(
            of: outgoing.reply, exchange: incoming.request.exchange, isShared: context.purpose == .configuration)
        recorder.record(.replySeen(content), session: context.session)
    }

    /// Whether it is recorded what the replies to such requests say.
    func recordsReply(_ purpose: Purpose) -> Bool { replies != nil && purpose.isService }

    private func recordToken(in outgoing: Outgoing, to incoming: Incoming, _ context: RequestContext) {
        if let redactor = recorder.redactor, context.purpose.handsOutCredentials {
            redactor.learn(Self.secrets(in: outgoing.reply.body))
        }
        // Half a token would look like a wrong one.
        guard context.purpose.handsOutTokens, outgoing.reply.status == 200, outgoing.reply.rest == nil else { return }
        let isFaulty = world.change { $0.flight(incoming.request.exchange)?.fault } != nil
        let sightings = observer.sightings(
            inReply: outgoing.reply.body, to: incoming, purpose: context.purpose, isFaulty: isFaulty)
        for sighting in sightings { recorder.record(.tokenSeen(sighting), session: context.session) }
    }

    /// The members of a document that have the names of secrets.
    static func secrets(in body: [UInt8]) -> [String] {
        guard let document = (try? JSON.parse(body))?.object else { return [] }
        return document.members.compactMap { SecretName.isSecret($0.key) ? $0.value.string : nil }
    }

    private func record(_ incoming: Incoming, _ attribution: Attribution, _ context: RequestContext) {
        let request = incoming.request
        var content = content(of: incoming, context)
        if !request.peer.isEmpty { content = content.adding("peer", request.peer) }
        if let rest = request.rest {
            let whole = rest.length.map { "\($0)" } ?? "more"
            content = content.adding("bodyCut", "the first \(request.body.count) bytes of \(whole)")
        }
        if !attribution.crossed.isEmpty {
            content = content.adding("crossed", attribution.crossed.map(\.name).joined(separator: ","))
        }
        let event = RequestEvent(exchange: request.exchange, content: content, firstByte: request.firstByte)
        recorder.record(.request(event), session: attribution.session, at: request.lastByte)
        for other in attribution.crossed {
            let note = "request \(request.exchange) of session \(attribution.session) carries a value of \(other)"
            for session in [attribution.session, other] { recorder.record(.note(note), session: session) }
        }
    }

    /// What to record of a request.
    private func content(of incoming: Incoming, _ context: RequestContext) -> RequestEvent.Content {
        let (request, facts) = (incoming.request, incoming.facts)
        // Of virtual users nobody reads what they ask for a configuration with, and to take it apart for thousands takes
        // longer than to answer them.
        guard hasVirtualUsers, facts.purpose == .configuration else {
            return facts.content(
                of: request, provider: context.provider, showingSecrets: showsSecrets,
                hidingForms: upstream.map { $0.isForPeople || $0.isForStrangers } ?? false)
        }
        return RequestEvent.Content(
            provider: context.provider, purpose: facts.purpose, method: request.method, path: request.path, fields: [:])
    }

    func observe(_ event: WireEvent) {
        switch event {
        case .replyLastByte(let exchange, let first, let before, _):
            complete(exchange) { flight in
                // The faults of a case are in its steps.
                let fault = flight.session == .none ? flight.fault?.description ?? "" : ""
                let reply = ReplyEvent(
                    exchange: exchange, status: flight.status, reason: flight.reason, fault: fault, firstByte: first,
                    lastByte: before)
                recorder.record(.replyLeft(reply), session: flight.session, at: before)
                if hasVirtualUsers, let reason = flight.brokenWhole {
                    let broken = Event.replyBroken(exchange: exchange, reason: reason)
                    recorder.record(broken, session: flight.session, at: before)
                }
            }
        case .replyBroken(let exchange, let time):
            completeBroken(exchange, at: time) { flight in
                flight.fault?.description ?? (flight.reason.isEmpty ? "the session was closed" : flight.reason)
            }
        case .sourceBroken(let exchange, let time):
            completeBroken(exchange, at: time) { _ in "the service provider broke its reply off" }
        case .connectionLost(let exchange, let time):
            completeBroken(exchange, at: time) { _ in "the connection was lost" }
        case .peerFinished(let exchange, let time):
            guard let flight = world.change({ $0.flight(exchange) }) else { return }
            recorder.record(.givenUp(exchange: exchange), session: flight.session, at: time)
        case .requestRefused(let endpoint, let refusal, let time):
            let refused = RefusedRequest(
                endpoint: endpoint, status: refusal.status, reason: refusal.reason, isShortage: refusal.isShortage)
            recorder.record(.refused(refused), session: .none, at: time)
        case .replyFirstByte:
            break
        }
    }

    private func completeBroken(_ exchange: UInt64, at time: MonotonicTime, because reason: (InFlight) -> String) {
        complete(exchange) { flight in
            let broken = Event.replyBroken(exchange: exchange, reason: reason(flight))
            recorder.record(broken, session: flight.session, at: time)
        }
    }

    /// Has the end of an exchange recorded, and only then counts the request as answered.
    private func complete(_ exchange: UInt64, recording: (InFlight) -> Void) {
        guard let flight = world.change({ $0.complete(exchange) }) else { return }
        recording(flight)
        world.change { $0.count(completed: flight) }
    }
}

extension Purpose {
    var handsOutCredentials: Bool { self == .registration || self == .accessToken }

    /// Whether a reply may hold a token that is a matter of the trace.
    fileprivate var handsOutTokens: Bool { [.session, .authorize, .mediaToken].contains(self) }

    /// Whether a reply issues what nobody else may know.
    var handsOutSecrets: Bool { handsOutCredentials || handsOutTokens }
}
