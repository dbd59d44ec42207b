internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Dispatch
internal import Documents
internal import POSIX
internal import Synchronization
internal import Timing

/// Answers the suite's requests.
///
/// One thread reads and answers what needs no port, so that a ping is answered whatever the port does; what may block
/// runs on threads of its own.
final class AdapterServer: Sendable {
    struct State {
        var isInitialized = false
        var sessions: [String: ServedSession] = [:]
        /// The requests that are not answered yet, and how to stop waiting for each.
        var pending: [RequestID: @Sendable () -> Void] = [:]
    }

    /// The longest line that is read, in bytes.
    static let lineLimit = 16 << 20
    /// For closing the sessions that are open at the end.
    private static let closeLimit = DispatchTimeInterval.seconds(2)

    let port: any Port
    let outbox: Outbox
    let state = Mutex(State())

    init(port: any Port, outbox: Outbox) {
        self.port = port
        self.outbox = outbox
    }

    /// Reads until the end of input or a `shutdown`.
    func serve(_ input: consuming FileDescriptor) {
        var lines = LineSplitter(maximum: Self.lineLimit)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var goesOn = true
        while goesOn, case .bytes(let count) = input.read(into: &buffer) {
            lines.read(buffer[..<count]) { line in
                // Whatever comes after a shutdown is not read.
                if goesOn { goesOn = obey(line) }
            }
        }
        closeAll()
    }

    /// False after a `shutdown`.
    private func obey(_ line: LineSplitter.Line) -> Bool {
        switch line {
        case .tooLong(_, let length):
            refuse(nil, .lineTooLong, "a line of \(length) bytes; the limit is \(Self.lineLimit)")
            return true
        case .whole(let bytes) where bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D }):
            return true
        case .whole(let bytes):
            do throws(ProtocolError) {
                switch try Envelope(line: bytes) {
                case .request(let id, let method, let params): return answer(id, method: method, params: params)
                case .notification, .response: return true
                }
            } catch {
                refuse(nil, error.code, error.message)
                return true
            }
        }
    }

    private func answer(_ id: RequestID, method: String, params: JSON) -> Bool {
        do throws(ProtocolError) {
            return answer(id, try Request(method: method, params: params))
        } catch {
            refuse(id, error.code, error.message)
            return true
        }
    }

    private func answer(_ id: RequestID, _ request: Request) -> Bool {
        switch request {
        case .ping: succeed(id)
        case .initialize(let request): initialize(id, request)
        case .shutdown:
            succeed(id)
            return false
        case .cancel(let cancelled):
            cancel(cancelled)
            succeed(id)
        case _ where !state.withLock({ $0.isInitialized }):
            refuse(id, .initialization, "'\(request.method)' before 'initialize'")
        case .openSession(let request): open(id, request)
        case .call(let request): call(id, request)
        case .barrier(let session): barrier(id, session)
        case .advanceClock(let request): advance(id, request)
        case .answerPlatform(let reply): tell(id, reply)
        case .closeSession(let session): close(id, session)
        }
        return true
    }

    private func initialize(_ id: RequestID, _ request: InitializeRequest) {
        guard !state.withLock({ $0.isInitialized }) else {
            return refuse(id, .initialization, "'initialize' a second time")
        }
        guard request.protocolVersion.major == ProtocolVersion.current.major else {
            return refuse(
                id, .unsupportedVersion,
                "protocol version \(request.protocolVersion); this adapter speaks \(ProtocolVersion.current)")
        }
        guard request.family == InitializeRequest.family else {
            return refuse(
                id, .unsupportedVersion, "API '\(request.family)'; this adapter serves '\(InitializeRequest.family)'")
        }
        state.withLock { $0.isInitialized = true }
        let description = port.description
        let result = InitializeResult(
            port: ProgramName(name: description.name, version: description.version), calls: description.calls,
            callbacks: Selector.callbacks, features: description.features, lineLimit: Self.lineLimit,
            clockOrigin: .machine, clockNow: .now())
        outbox.send(.response(id: id, .result(result.json)))
    }

    private func closeAll() {
        let sessions = state.withLock { state in
            defer { state.sessions = [:] }
            return Array(state.sessions.values)
        }
        let closing = DispatchGroup()
        for session in sessions {
            closing.enter()
            WorkerThreads.shared.run {
                session.close()
                closing.leave()
            }
        }
        // A port that does not return is left to the end of the process.
        _ = closing.wait(timeout: .now() + Self.closeLimit)
    }

    // MARK: - Answers

    func succeed(_ id: RequestID) {
        outbox.send(.response(id: id, .result(.object([:]))))
    }

    func refuse(_ id: RequestID?, _ code: ErrorNumber, _ message: String) {
        outbox.send(.response(id: id, .error(ProtocolError(code, message))))
    }
}
