internal import Evidence
internal import HTTPServer
internal import POSIX
internal import Timing

/// Where requests come in: records them, has them served, and records what becomes of the replies.
///
/// All of it happens on the server's thread, except what ``Backend`` asks for.
final class Reception: Sendable {
    /// Changed with short calls only; nothing is recorded or sent meanwhile.
    let world: Monitor<World>
    let recorder: Recorder

    private let witness: TokenWitness
    private let showsSecrets: Bool

    init(_ world: World, recorder: Recorder, witness: TokenWitness, showsSecrets: Bool = false) {
        self.witness = witness
        self.world = Monitor(world)
        self.recorder = recorder
        self.showsSecrets = showsSecrets
    }

    func receive(_ request: ServerRequest, _ handle: ReplyHandle) {
        let incoming = Incoming(request)
        let (attribution, flight) = world.change { $0.admit(incoming) }
        record(incoming, attribution, flight)
        for sighting in witness.sightings(in: incoming) {
            recorder.record(.tokenSeen(sighting), session: flight.session, at: request.lastByte)
        }
        switch world.change({ $0.serve(incoming, flight: flight, handle: handle) }) {
        case .send(let outgoing):
            recordToken(in: outgoing, to: incoming, flight)
            outgoing.send()
        case .hold(let outgoing):
            recordToken(in: outgoing, to: incoming, flight)
            // Subtle: it can be let go only now that it is recorded that it is held, and never before it is recorded.
            recorder.record(.replyHeld(exchange: handle.exchange), session: flight.session)
            if !world.change({ $0.hold(outgoing, of: flight) }) { outgoing.refuse() }
        }
    }

    private func recordToken(in outgoing: Outgoing, to incoming: Incoming, _ flight: Flight) {
        guard flight.purpose.handsOutTokens, outgoing.reply.status == 200 else { return }
        let isSpoiled = world.change { $0.flight(incoming.request.exchange)?.fault } != nil
        let sighting = witness.sighting(
            inReply: outgoing.reply.body, to: incoming, purpose: flight.purpose, isSpoiled: isSpoiled)
        if let sighting { recorder.record(.tokenSeen(sighting), session: flight.session) }
    }

    private func record(_ incoming: Incoming, _ attribution: Attribution, _ flight: Flight) {
        let request = incoming.request
        var content = incoming.facts.content(
            of: request, provider: flight.provider, showingSecrets: showsSecrets)
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

    func observe(_ event: WireEvent) {
        switch event {
        case .replyLastByte(let exchange, let first, let before, _):
            let spoiled = world.change { $0.spoiled(exchange) }
            land(exchange, at: before) { flight in
                .replyLeft(
                    ReplyEvent(exchange: exchange, status: flight.status, firstByte: first, lastByte: before))
            }
            if let (session, fault) = spoiled {
                recorder.record(
                    .replyBroken(exchange: exchange, reason: fault.description), session: session, at: before)
            }
        case .replyBroken(let exchange, let time):
            land(exchange, at: time) { flight in
                .replyBroken(exchange: exchange, reason: flight.fault?.description ?? "the session was closed")
            }
        case .connectionLost(let exchange, let time):
            land(exchange, at: time) { _ in .replyBroken(exchange: exchange, reason: "the connection was lost") }
        case .peerFinished(let exchange, let time):
            guard let flight = world.change({ $0.flight(exchange) }) else { return }
            recorder.record(
                .note("the client closed its connection before request \(exchange) was answered"),
                session: flight.session, at: time)
        case .requestRefused(let endpoint, let status, let reason, let time):
            recorder.record(
                .note("endpoint \(endpoint) refused a request with status \(status): \(reason)"), session: .none,
                at: time)
        case .replyFirstByte, .replyAcknowledged:
            break
        }
    }

    /// Records the end of an exchange, and only then counts the request as answered.
    private func land(_ exchange: UInt64, at time: MonotonicTime, as event: (Flight) -> Event) {
        guard let flight = world.change({ $0.flight(exchange) }) else { return }
        recorder.record(event(flight), session: flight.session, at: time)
        world.change { $0.land(exchange) }
    }
}

extension RequestEvent.Purpose {
    /// Whether a reply may hold a token that is a matter of the trace.
    fileprivate var handsOutTokens: Bool { [.session, .authorize, .mediaToken].contains(self) }
}
