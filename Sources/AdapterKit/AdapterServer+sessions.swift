internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Documents
internal import POSIX
internal import Synchronization

/// The requests that make the port do something, and are answered when it has.
extension AdapterServer {
    func open(_ id: RequestID, _ request: OpenRequest) {
        guard begin(id) else { return }
        let session = ServedSession(name: request.session, outbox: outbox)
        let isNew = state.withLock { state in
            guard state.sessions[request.session] == nil else { return false }
            state.sessions[request.session] = session
            return true
        }
        guard isNew else {
            end(id, .error(ProtocolError(.sessionExists, "session '\(request.session)' is open")))
            return
        }
        let port = port
        WorkerThreads.shared.run {
            do throws(PortError) {
                let instance = try port.makeSession(
                    request.configuration, events: session.events(hasAccount: request.hasAccount))
                session.opened(instance)
                // Cancelled meanwhile: nobody will use it.
                if !self.end(id, .result(.object([:]))) { self.forget(session).close() }
            } catch {
                self.forget(session).close()
                self.end(id, .error(ProtocolError(.sessionRefused, error.message)))
            }
        }
    }

    func call(_ id: RequestID, _ request: CallRequest) {
        guard let (session, instance) = find(request.session, for: id), begin(id) else { return }
        let ticket = session.caller.add {
            do throws(CallError) {
                try session.perform(request, on: instance.enabler)
                self.end(id, .result(.object([:])))
            } catch {
                let code = error.code == .unsupported ? ErrorNumber.unsupportedCall : .invalidParams
                self.end(id, .error(ProtocolError(code, error.message)))
            }
        }
        onCancel(id) { session.caller.abandon(ticket) }
    }

    func barrier(_ id: RequestID, _ name: String) {
        guard let (_, instance) = find(name, for: id) else { return }
        guard port.description.features.contains(.executorBarrier) else {
            return refuse(id, .unsupportedFeature, "the port has no '\(PortFeature.executorBarrier.rawValue)'")
        }
        guard begin(id) else { return }
        // Not behind the session's calls: one that blocks must not keep the barrier from the port.
        WorkerThreads.shared.run {
            instance.barrier { self.end(id, .result(.object([:]))) }
        }
    }

    func advance(_ id: RequestID, _ request: AdvanceRequest) {
        guard let (_, instance) = find(request.session, for: id) else { return }
        guard port.description.features.contains(.clockAdvance) else {
            return refuse(id, .unsupportedFeature, "the port has no '\(PortFeature.clockAdvance.rawValue)'")
        }
        guard begin(id) else { return }
        WorkerThreads.shared.run {
            instance.advanceClock(by: request.time)
            self.end(id, .result(.object([:])))
        }
    }

    /// Hands an answer of the device's account to the port.
    func tell(_ id: RequestID, _ reply: PlatformReply) {
        guard let (session, _) = find(reply.session, for: id) else { return }
        guard let handler = session.account.handler(for: reply) else {
            return refuse(id, .invalidParams, "no question \(reply.question) of the session waits for such an answer")
        }
        guard begin(id) else { return }
        // One news after the other, and none held up by a call.
        session.account.worker.add {
            handler()
            self.end(id, .result(.object([:])))
        }
    }

    func close(_ id: RequestID, _ name: String) {
        guard let (session, _) = find(name, for: id), begin(id) else { return }
        forget(session)
        WorkerThreads.shared.run {
            session.close()
            self.end(id, .result(.object([:])))
        }
    }

    func cancel(_ id: RequestID) {
        guard let stopWaiting = state.withLock({ $0.pending.removeValue(forKey: id) }) else { return }
        stopWaiting()
        refuse(id, .cancelled, "cancelled")
    }

    // MARK: - Sessions and requests by name

    /// The session and its instance; where there is none the request is answered.
    private func find(_ name: String, for id: RequestID) -> (ServedSession, any PortSession)? {
        guard let session = state.withLock({ $0.sessions[name] }), let instance = session.instance else {
            refuse(id, .unknownSession, "no session '\(name)' is open")
            return nil
        }
        return (session, instance)
    }

    @discardableResult
    private func forget(_ session: ServedSession) -> ServedSession {
        state.withLock { _ = $0.sessions.removeValue(forKey: session.name) }
        return session
    }

    /// Takes the request on; false, and an answer, where another of that name is not answered yet.
    private func begin(_ id: RequestID) -> Bool {
        let isNew = state.withLock { state in
            guard state.pending[id] == nil else { return false }
            state.pending[id] = {}
            return true
        }
        if !isNew { refuse(id, .invalidRequest, "another request with this id is not answered yet") }
        return isNew
    }

    private func onCancel(_ id: RequestID, _ stopWaiting: @escaping @Sendable () -> Void) {
        state.withLock { state in
            if state.pending[id] != nil { state.pending[id] = stopWaiting }
        }
    }

    /// Answers the request; false where it was answered before.
    @discardableResult
    private func end(_ id: RequestID, _ reply: Reply) -> Bool {
        guard state.withLock({ $0.pending.removeValue(forKey: id) }) != nil else { return false }
        outbox.send(.response(id: id, reply))
        return true
    }
}
