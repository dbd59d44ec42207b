internal import AccessEnablerAPI
internal import AdapterProtocol

/// What the suite has said to one process of an adapter, held against the protocol line by line before it is sent.
///
/// It reads the line as an adapter would, and knows nothing of how it was made.
struct SuiteConduct: Sendable {
    private var lastID: Int64 = -1
    private var wasInitialized = false
    private var isShutDown = false
    /// The greatest number of a call so far, for each session that is open; negative before the first.
    private var open: [String: Int] = [:]
    /// The names of those, and of the ones that were closed not long ago.
    private var used: Set<String> = []
    private var closed = ClosedSessions()
    /// Those whose opening was given up, and which may come about all the same.
    private var abandoned: Set<String> = []

    /// `port` is what the adapter said of itself; nil until then.
    mutating func take(_ line: [UInt8], port: InitializeResult?) throws(ProtocolError) {
        let limit = port?.lineLimit ?? InitializeRequest.minLineLimit
        guard line.count <= limit else {
            throw ProtocolError(.lineTooLong, "a line of \(line.count) bytes, and the adapter reads \(limit)")
        }
        guard !line.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
            throw ProtocolError(.invalidRequest, "a line end inside a line")
        }
        guard case .request(.number(let id), let method, let params) = try Envelope(line: line) else {
            throw ProtocolError(.invalidRequest, "no request with an integer for its id")
        }
        guard id > lastID else { throw ProtocolError(.invalidRequest, "id: \(id) after \(lastID)") }
        guard !isShutDown else { throw ProtocolError(.invalidRequest, "'\(method)' after 'shutdown'") }
        try take(Request(method: method, params: params), id, port)
        // A line that may not be sent is not sent, and its id is free.
        lastID = id
    }

    /// The adapter made no session of that name.
    mutating func refused(_ session: String) {
        open[session] = nil
        used.remove(session)
    }

    /// The suite no longer waits for the session to be opened.
    mutating func gaveUp(_ session: String) {
        guard open.removeValue(forKey: session) != nil else { return }
        abandoned.insert(session)
    }

    private mutating func take(_ request: Request, _ id: Int64, _ port: InitializeResult?) throws(ProtocolError) {
        switch request {
        case .initialize:
            guard !wasInitialized else { throw ProtocolError(.initialization, "'initialize' a second time") }
            wasInitialized = true
            return
        case .ping: return
        case .shutdown:
            isShutDown = true
            return
        default: break
        }
        guard let port else {
            throw ProtocolError(.initialization, "'\(request.method)' before 'initialize' was answered")
        }
        switch request {
        case .openSession(let request): try take(request, port)
        case .call(let call): try take(call, port)
        case .barrier(let session):
            try find(session)
            guard port.features.contains(.executorBarrier) else {
                throw ProtocolError(
                    .unsupportedFeature, "a barrier for a port without '\(PortFeature.executorBarrier.rawValue)'")
            }
        case .advanceClock(let request):
            try find(request.session)
            guard port.features.contains(.clockAdvance) else {
                throw ProtocolError(
                    .unsupportedFeature, "'session/advance' for a port without '\(PortFeature.clockAdvance.rawValue)'")
            }
        case .answerPlatform(let reply):
            // The session may be closing while its account still answers.
            guard used.contains(reply.session) else {
                throw ProtocolError(.unknownSession, "session '\(reply.session)' was never opened")
            }
        case .closeSession(let session):
            if abandoned.remove(session) == nil { try find(session) }
            open[session] = nil
            for name in closed.add(session) { used.remove(name) }
        case .cancel(.number(let cancelled)):
            guard cancelled < id else {
                throw ProtocolError(.invalidParams, "'cancel' of \(cancelled), which is to come")
            }
        case .cancel(.text(let cancelled)):
            throw ProtocolError(.invalidParams, "'cancel' of '\(cancelled)', which never was")
        case .initialize, .ping, .shutdown: break
        }
    }

    private mutating func take(_ request: OpenRequest, _ port: InitializeResult) throws(ProtocolError) {
        guard used.insert(request.session).inserted else {
            throw ProtocolError(.sessionExists, "the name of session '\(request.session)' was used before")
        }
        guard port.platforms.contains(request.configuration.platform) else {
            throw ProtocolError(
                .sessionRefused,
                "a session for \(request.configuration.platform.rawValue), which the port does not play")
        }
        open[request.session] = -1
        if let limit = port.sessionLimit, open.count > limit {
            let count = open.count == 1 ? "1 session" : "\(open.count) sessions"
            throw ProtocolError(.tooManySessions, "\(count), and the adapter allows \(limit)")
        }
    }

    private mutating func take(_ call: CallRequest, _ port: InitializeResult) throws(ProtocolError) {
        let last = try find(call.session)
        guard call.number > last else {
            throw ProtocolError(.invalidParams, "params.number: \(call.number) after \(last)")
        }
        guard port.calls.contains(call.message.selector) else {
            throw ProtocolError(.unsupportedCall, "the call \(call.message.selector), which the port does not have")
        }
        open[call.session] = call.number
    }

    @discardableResult
    private func find(_ session: String) throws(ProtocolError) -> Int {
        guard let last = open[session] else {
            throw ProtocolError(.unknownSession, "session '\(session)' is not open")
        }
        return last
    }
}
