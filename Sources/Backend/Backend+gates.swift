package import Evidence
package import ServiceProtocol

/// A reply that waits behind a gate.
package struct HeldReply: Sendable, Hashable {
    package var exchange: UInt64
    package var provider: String
    package var purpose: Purpose
}

/// Gates: replies are held until they are let go one by one, in exactly that order.
///
/// Replies of one session leave in the order of the calls if the calls come from one thread at a time. A latency goes on
/// while a reply is held; it leaves when it has been let go and the latency is over. What a request does at the
/// service it does when it comes, not when the reply leaves.
///
/// Letting go may wait for the recorder while it is recorded that the reply is held, so a sink of the recorder must
/// not wait for a thread that lets go, and must not let go itself.
extension Backend {
    /// Closes gates: replies to requests of this purpose that come from now on are held.
    package func hold(_ session: SessionID, providers: [String], purpose: Purpose) {
        change(session) { $0.gates.close(providers: providers, purpose: purpose) }
    }

    /// Lets the reply go that has been held longest; the gate stays closed.
    ///
    /// A reply of which it has been recorded that it is held can be let go at once.
    ///
    /// - Returns: false when nothing is held there.
    package func release(_ session: SessionID, provider: String, purpose: Purpose) -> Bool {
        !letGo(session) { $0.release(.init(provider: provider, purpose: purpose)) }.isEmpty
    }

    /// Opens gates and lets go what they hold, in the order the requests came.
    package func openGate(_ session: SessionID, providers: [String], purpose: Purpose) {
        _ = letGo(session) { state in
            state.open(Set(providers.map { .init(provider: $0, purpose: purpose) }))
        }
    }

    /// Opens all gates of the session and lets go what they hold, in the order the requests came.
    package func releaseAll(_ session: SessionID) {
        _ = letGo(session) { $0.open($0.gates.keys) }
    }

    /// What is held, in the order the requests came.
    package func held(_ session: SessionID) -> [HeldReply] {
        let held = change(session) { $0.gates.held } ?? []
        return held.map { HeldReply(exchange: $0.exchange, provider: $0.key.provider, purpose: $0.key.purpose) }
    }

    /// Takes replies out of their gates, waiting while `take` has no answer yet, and sends them.
    private func letGo(
        _ session: SessionID, _ take: (inout SessionState) -> [SessionState.Freed]?
    ) -> [SessionState.Freed] {
        let freed = reception.world.wait { world -> [SessionState.Freed]? in
            guard let attempt = world.change(session, take) else { return [] }
            return attempt
        }
        for reply in freed {
            reception.recorder.record(
                .replyReleased(exchange: reply.exchange, order: reply.order), session: session)
            reply.parcel.send()
        }
        return freed
    }
}

/// Letting go; nil while it is being recorded that a reply is held that is meant.
extension SessionState {
    fileprivate typealias Freed = (exchange: UInt64, parcel: Outgoing, order: Int)

    fileprivate mutating func release(_ key: Gates<Outgoing>.Key) -> [Freed]? {
        switch gates.take(key) {
        case .nothing: return []
        case .notYet: return nil
        case .parcel(let exchange, let parcel): return number([(exchange, parcel)])
        }
    }

    fileprivate mutating func open(_ keys: Set<Gates<Outgoing>.Key>) -> [Freed]? {
        gates.open(keys).map { number($0) }
    }

    private mutating func number(_ replies: [(exchange: UInt64, parcel: Outgoing)]) -> [Freed] {
        replies.map { reply in
            defer { releases += 1 }
            return (reply.exchange, reply.parcel, releases)
        }
    }
}
