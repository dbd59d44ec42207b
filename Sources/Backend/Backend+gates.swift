package import Evidence
internal import Synchronization

/// A reply that waits behind a gate.
package struct HeldReply: Sendable, Hashable {
    package var exchange: UInt64
    package var provider: String
    package var purpose: RequestEvent.Purpose
}

/// Gates: replies are held until they are let go one by one, in exactly that order.
///
/// Replies of one session leave in the order of the calls if the calls come from one thread at a time. A latency goes on
/// while a reply is held; it leaves when it has been let go and the latency is over. What a request does at the
/// service it does when it comes, not when the reply leaves.
extension Backend {
    /// Closes gates: replies to requests of this purpose that come from now on are held.
    package func hold(_ session: SessionID, providers: [String], purpose: RequestEvent.Purpose) {
        reception.world.withLock { world in
            _ = world.change(session) { $0.gates.close(providers: providers, purpose: purpose) }
        }
    }

    /// Lets the reply go that has been held longest; the gate stays closed.
    ///
    /// - Returns: false when nothing is held there.
    package func release(_ session: SessionID, provider: String, purpose: RequestEvent.Purpose) -> Bool {
        let released = reception.world.withLock { world in
            world.change(session) { state -> (Gates<Outgoing>.Held, Int)? in
                guard let held = state.gates.take(.init(provider: provider, purpose: purpose)) else { return nil }
                return (held, state.countRelease())
            } ?? nil
        }
        guard let (held, order) = released else { return false }
        letGo([held], from: order, session)
        return true
    }

    /// Opens gates and lets go what they hold, in the order the requests came.
    package func openGate(_ session: SessionID, providers: [String], purpose: RequestEvent.Purpose) {
        open(session) { $0.gates.open(providers: providers, purpose: purpose) }
    }

    /// Opens all gates of the session and lets go what they hold, in the order the requests came.
    package func releaseAll(_ session: SessionID) {
        open(session) { $0.gates.openAll() }
    }

    /// What is held, in the order the requests came.
    package func held(_ session: SessionID) -> [HeldReply] {
        let held = reception.world.withLock { world in world.change(session) { $0.gates.held } ?? [] }
        return held.map { HeldReply(exchange: $0.exchange, provider: $0.key.provider, purpose: $0.key.purpose) }
    }

    private func open(_ session: SessionID, _ take: @Sendable (inout SessionState) -> [Gates<Outgoing>.Held]) {
        let opened = reception.world.withLock { world in
            world.change(session) { state -> (held: [Gates<Outgoing>.Held], order: Int) in
                let held = take(&state)
                defer { state.releases += held.count }
                return (held, state.releases)
            }
        }
        guard let opened else { return }
        letGo(opened.held, from: opened.order, session)
    }

    private func letGo(_ held: [Gates<Outgoing>.Held], from order: Int, _ session: SessionID) {
        for (index, reply) in held.enumerated() {
            reception.recorder.record(
                .replyReleased(exchange: reply.exchange, order: order + index), session: session)
            reply.parcel.send()
        }
    }
}
