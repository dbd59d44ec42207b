internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Evidence

/// One session in a process of an adapter.
final class ProcessSession: DrivenSession {
    private let session: SessionID
    private let process: AdapterProcess

    /// Whether the process is there for this session, and ends with it.
    private let isAlone: Bool

    init(session: SessionID, process: AdapterProcess, isAlone: Bool = false) {
        self.session = session
        self.process = process
        self.isAlone = isAlone
    }

    func call(_ message: Message, number: Int, deadline: Duration) async -> CallOutcome {
        if process.isAlive { process.record(.call(number: number, message), session) }
        let request = CallRequest(session: session.name, number: number, message: message)
        let outcome = await process.ask(.call(request), within: deadline, pauses: true) { [process, session] reply in
            switch reply {
            case .result:
                process.record(.callReturned(number: number), session)
            case .error(let error) where error.isOfPort:
                process.record(.callThrew(number: number, message: error.message), session)
            case .error:
                break
            }
        }
        switch outcome {
        case .reply(.result): return .returned
        case .reply(.error(let error)) where error.isBreach: return .portGone(breach("session/call", error))
        case .reply(.error(let error)) where error.isOfPort: return .threw(error.message)
        case .reply(.error(let error)):
            let reason = "answered the call \(message.selector) with error \(error.code.rawValue): \(error.message)"
            process.record(.fault(RunFault(.adapter, reason)), session)
            return .fault(reason)
        case nil: return .hung
        case .gone(let end): return .portGone(end)
        case .tooLong(let reason): return .unsupported(reason)
        }
    }

    func barrier(number: Int, deadline: Duration) async -> ProbeOutcome {
        guard process.port?.features.contains(.executorBarrier) == true else { return .unsupported }
        return await probe(.barrier, .barrier(session: session.name), number: number, deadline: deadline)
    }

    /// Waits as long as a process may take that is not given up.
    func ping(number: Int, deadline: Duration) async -> ProbeOutcome {
        await probe(.ping, .ping, number: number, deadline: max(deadline, process.limits.ping))
    }

    func advanceClock(by time: Duration, deadline: Duration) async -> ProbeOutcome {
        guard process.port?.features.contains(.clockAdvance) == true else { return .unsupported }
        let request = Request.advanceClock(AdvanceRequest(session: session.name, time: time))
        return outcome(of: request, await process.ask(request, within: deadline, pauses: true))
    }

    private func probe(_ probe: Probe, _ request: Request, number: Int, deadline: Duration) async -> ProbeOutcome {
        if process.isAlive { process.record(.probeSent(probe, number: number), session) }
        let outcome = await process.ask(request, within: deadline, pauses: probe != .ping) { [process, session] reply in
            if case .result = reply { process.record(.probeAnswered(probe, number: number), session) }
        }
        return self.outcome(of: request, outcome)
    }

    private func outcome(of request: Request, _ answer: Conversation.Answer?) -> ProbeOutcome {
        switch answer {
        case .reply(.result): return .answered
        case .reply(.error(let error)): return .portGone(breach(request.method, error))
        case nil:
            process.watchForLife()
            return .silent
        case .gone(let end), .tooLong(let end): return .portGone(end)
        }
    }

    var lostTime: Duration { process.lostTime }

    func close() async {
        switch await process.ask(.closeSession(session: session.name), within: process.limits.session) {
        case .reply(.result), .gone, .tooLong: break
        case .reply(.error(let error)): _ = breach("session/close", error)
        case nil: process.record(.note("close had not returned after \(process.limits.session)"), session)
        }
        process.forget(session)
        if isAlone { await process.stop() }
    }

    func kill() async -> Bool {
        guard isAlone else { return false }
        process.forget(session)
        await process.kill()
        return true
    }

    /// Ends the process because of an answer that no adapter in order gives.
    private func breach(_ method: String, _ error: ProtocolError) -> String {
        process.endForBreach("answered '\(method)' with error \(error.code.rawValue), \(error.message)")
    }
}

extension ProtocolError {
    /// Whether the error says that the adapter did not understand the suite, or lost track of its sessions.
    var isBreach: Bool {
        [.parse, .invalidRequest, .methodNotFound, .initialization, .unknownSession, .sessionExists].contains(code)
    }

    /// Whether the port refused or threw; what an adapter invents is taken for that.
    var isOfPort: Bool {
        let ofAdapters: [ErrorNumber] = [
            .invalidParams, .internal, .unsupportedVersion, .lineTooLong, .sessionRefused, .tooManySessions,
            .unsupportedCall, .unsupportedFeature, .cancelled,
        ]
        return !isBreach && !ofAdapters.contains(code)
    }
}
