internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Evidence

/// One session in a process of an adapter.
final class ProcessSession: DrivenSession {
    private let session: SessionID
    private let process: AdapterProcess

    init(session: SessionID, process: AdapterProcess) {
        self.session = session
        self.process = process
    }

    func call(_ message: Message, number: Int, deadline: Duration) async -> CallOutcome {
        if process.isAlive { process.record(.call(number: number, message), session) }
        let request = CallRequest(session: session.name, number: number, message: message)
        let outcome = await process.ask(.call(request), within: deadline) { [process, session] reply in
            switch reply {
            case .result:
                process.record(.callReturned(number: number), session)
            case .error(let error) where error.code == .cancelled || error.isBreach:
                break
            case .error(let error):
                process.record(.callThrew(number: number, message: error.message), session)
            }
        }
        switch outcome {
        case .reply(.result): return .returned
        case .reply(.error(let error)) where error.isBreach: return .portGone(breach("session/call", error))
        case .reply(.error(let error)): return .threw(error.message)
        case .silent: return .hung
        case .gone(let end): return .portGone(end)
        }
    }

    func barrier(number: Int, deadline: Duration) async -> ProbeOutcome {
        guard process.port?.features.contains(.executorBarrier) == true else { return .unsupported }
        return await probe(.barrier, .barrier(session: session.name), number: number, deadline: deadline)
    }

    func ping(number: Int, deadline: Duration) async -> ProbeOutcome {
        await probe(.ping, .ping, number: number, deadline: deadline)
    }

    private func probe(_ probe: Probe, _ request: Request, number: Int, deadline: Duration) async -> ProbeOutcome {
        if process.isAlive { process.record(.probeSent(probe, number: number), session) }
        let outcome = await process.ask(request, within: deadline) { [process, session] reply in
            if case .result = reply { process.record(.probeAnswered(probe, number: number), session) }
        }
        switch outcome {
        case .reply(.result): return .answered
        case .reply(.error(let error)): return .portGone(breach(request.method, error))
        case .silent:
            process.watchForLife()
            return .silent
        case .gone(let end): return .portGone(end)
        }
    }

    var lostTime: Duration { process.lostTime }

    func close() async {
        defer { process.forget(session) }
        switch await process.ask(.closeSession(session: session.name), within: process.limits.session) {
        case .reply(.result), .gone: break
        case .reply(.error(let error)): _ = breach("session/close", error)
        case .silent: process.record(.note("close had not returned after \(process.limits.session)"), session)
        }
    }

    /// Ends the process because of an answer that no adapter in order gives.
    private func breach(_ method: String, _ error: ErrorObject) -> String {
        let reason =
            "broke the adapter protocol: answered '\(method)' with error \(error.code.rawValue), \(error.message)"
        process.end(reason)
        return reason
    }
}

extension ErrorObject {
    /// Whether the error says that the adapter did not understand the suite, or lost track of its sessions.
    var isBreach: Bool {
        [.parse, .invalidRequest, .methodNotFound, .initialization, .unknownSession, .sessionExists].contains(code)
    }
}
