internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Documents
internal import Evidence
internal import POSIX
internal import Timing

/// What has been said between the suite and one adapter, and what may be said next.
///
/// A value without side effects: it says what there is to do, and its owner does it.
struct Conversation {
    /// What came of a request.
    enum Answer: Sendable {
        case reply(Reply)
        /// No answer will come; how the adapter ended.
        case gone(String)
        /// The request was not sent, because the adapter does not read as long a line.
        case tooLong(String)
    }

    /// Takes in the answer to a request, when it arrives.
    typealias AnswerHandler = @Sendable (Answer) -> Void

    enum Action {
        case record(Event, SessionID, at: MonotonicTime)
        case reply(AnswerHandler, Reply)
        /// The port asks the account of the session's device.
        case ask(PlatformQuestion)
        /// The port is out of control; what it did.
        case end(String)
    }

    /// A breach of the protocol by the adapter, with the line that shows it.
    struct Violation: Error, Hashable {
        var message: String
        var line: String

        var text: String { "\(message), in the line \(line)" }
    }

    private struct Session {
        var callbacks = 0
        /// The greatest number of a call so far; negative before the first.
        var lastCall = -1
        /// What it has told of since that call.
        var notifications = 0
        var platformQuestions = 0
    }

    /// What the port said of itself; nil until then.
    private(set) var port: InitializeResult?
    private var clock = AdapterClock.machine
    private var nextID: Int64 = 0
    private var nextSequence = 0
    private var pending: [Int64: AnswerHandler] = [:]
    /// A closed one may still be heard of for a while.
    private var sessions: [String: Session] = [:]
    private var closed = ClosedSessions()
    private var open: Set<String> = []
    private var noiseLines = 0
    private var logLines = 0
    private static let maxNoiseLines = 10_000
    /// Of one `log`; the rest is left out.
    private static let maxLogBytes = 16_384
    /// A session that tells of more between two calls is out of control; a whole login takes a few dozen.
    private static let maxNotifications = 2_000

    // MARK: - Requests

    /// The request as a line without its line end, under the id it will have if it is sent.
    func line(for request: Request) -> (id: Int64, line: [UInt8]) {
        let envelope = Envelope.request(id: .number(nextID), method: request.method, params: request.params)
        return (nextID, Array(envelope.line.dropLast()))
    }

    /// Notes that the request is being sent.
    mutating func asked(_ request: Request, id: Int64, answered: @escaping AnswerHandler) {
        nextID = id + 1
        pending[id] = answered
        switch request {
        case .openSession(let open):
            sessions[open.session] = Session()
            self.open.insert(open.session)
        case .call(let call):
            let last = sessions[call.session]?.lastCall ?? -1
            sessions[call.session]?.lastCall = max(last, call.number)
            sessions[call.session]?.notifications = 0
        default:
            break
        }
    }

    /// From now on nothing is expected of the session, though it may still be heard of.
    mutating func close(_ session: String) {
        guard open.remove(session) != nil else { return }
        for name in closed.add(session) where !open.contains(name) { sessions[name] = nil }
    }

    /// The adapter made no session of that name, and the name may be used again.
    mutating func refused(_ session: String) {
        open.remove(session)
        sessions[session] = nil
    }

    mutating func initialized(_ port: InitializeResult, clock: AdapterClock) {
        self.port = port
        self.clock = clock
    }

    var openSessions: [SessionID] {
        open.sorted().map(SessionID.init)
    }

    var openCount: Int { open.count }

    /// Ends the conversation, and says who is still waiting for an answer.
    mutating func end() -> [AnswerHandler] {
        defer {
            pending = [:]
            sessions = [:]
            open = []
        }
        return pending.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: - Lines

    /// Takes in a line of the adapter that arrived at `time`.
    mutating func receive(_ line: [UInt8], at time: MonotonicTime) throws(Violation) -> [Action] {
        let envelope: Envelope
        do throws(ProtocolError) {
            envelope = try Envelope(line: line)
        } catch {
            guard Self.isMeant(line) else { return noise(line, at: time) }
            throw Violation(message: error.message, line: Self.quote(line))
        }
        do throws(ProtocolError) {
            switch envelope {
            case .response(let id, let reply):
                return [try receive(reply, to: id)]
            case .notification(let method, let params):
                return try receive(PortNotification(method: method, params: params), at: time)
            case .request(_, let method, _):
                throw ProtocolError(.invalidRequest, "the adapter asked '\(method)', and it may only answer")
            }
        } catch {
            // A later version of the protocol may tell more than this one knows.
            if error.code == .methodNotFound {
                return [.record(.note("\(error.message) from the adapter"), .none, at: time)]
            }
            throw Violation(message: error.message, line: Self.quote(line))
        }
    }

    private mutating func receive(_ reply: Reply, to id: RequestID?) throws(ProtocolError) -> Action {
        guard let id else {
            let message = if case .error(let error) = reply { error.message } else { "" }
            throw ProtocolError(.invalidRequest, "the adapter could not read a request: \(message)")
        }
        guard case .number(let number) = id, let handler = pending.removeValue(forKey: number) else {
            throw ProtocolError(.invalidRequest, "id: no request \(id.json.text) waits for an answer")
        }
        return .reply(handler, reply)
    }

    private mutating func receive(
        _ notification: PortNotification, at time: MonotonicTime
    ) throws(ProtocolError) -> [Action] {
        switch notification {
        case .event(let event):
            var session = try session(event.session)
            try take(event.sequence)
            guard event.number == session.callbacks else {
                throw ProtocolError(.invalidParams, "params.n: expected \(session.callbacks), found \(event.number)")
            }
            if let call = event.duringCall, call > session.lastCall {
                throw ProtocolError(.invalidParams, "params.duringCall: no call \(call) was made in the session")
            }
            session.callbacks += 1
            let callback = CallbackEvent(
                number: event.number, message: event.message, thread: event.thread, duringCall: event.duringCall)
            return [.record(.callback(callback), SessionID(event.session), at: clock.time(event.time, arrival: time))]
                + keep(session, event.session)
        case .tap(let tap):
            let session = try session(tap.session)
            try take(tap.sequence)
            let feature: PortFeature = tap.kind == .configuration ? .httpTap : .safariViewController
            guard port?.features.contains(feature) == true else {
                throw ProtocolError(
                    .invalidParams, "params.kind: '\(tap.kind.rawValue)' without the feature '\(feature.rawValue)'")
            }
            let event: Event =
                tap.kind == .configuration ? .configurationProcessed(url: tap.url) : .safariPresented(url: tap.url)
            return [.record(event, SessionID(tap.session), at: clock.time(tap.time, arrival: time))]
                + keep(session, tap.session)
        case .platform(let question):
            var session = try session(question.session)
            try take(question.sequence)
            guard port?.features.contains(.platformSSO) == true else {
                throw ProtocolError(
                    .invalidParams, "params: a question without the feature '\(PortFeature.platformSSO.rawValue)'")
            }
            guard question.question == session.platformQuestions else {
                throw ProtocolError(
                    .invalidParams,
                    "params.question: expected \(session.platformQuestions), found \(question.question)")
            }
            session.platformQuestions += 1
            return [.ask(question)] + keep(session, question.session)
        case .log(let log):
            logLines += 1
            guard logLines <= Self.maxNoiseLines else { return [] }
            let session = log.session.map(SessionID.init) ?? .none
            return [
                .record(
                    .portOutput(stream: "log", line: Self.cut(log.text.utf8, to: Self.maxLogBytes)), session, at: time)
            ]
        }
    }

    /// Counts a notification of the session, and ends the adapter when there are too many.
    private mutating func keep(_ session: Session, _ name: String) -> [Action] {
        var session = session
        session.notifications += 1
        sessions[name] = session
        guard session.notifications > Self.maxNotifications else { return [] }
        return [.end("made more than \(Self.maxNotifications) callbacks in session \(name)")]
    }

    private func session(_ name: String) throws(ProtocolError) -> Session {
        guard let session = sessions[name] else {
            throw ProtocolError(.invalidParams, "params.session: no session '\(name)' is open, or was lately")
        }
        return session
    }

    private mutating func take(_ sequence: Int) throws(ProtocolError) {
        guard sequence == nextSequence else {
            throw ProtocolError(.invalidParams, "params.seq: expected \(nextSequence), found \(sequence)")
        }
        nextSequence += 1
    }

    // MARK: - Noise

    /// A line that was printed by something that knows nothing of the protocol.
    private mutating func noise(_ line: [UInt8], at time: MonotonicTime) -> [Action] {
        noiseLines += 1
        guard noiseLines <= Self.maxNoiseLines else { return [] }
        var actions: [Action] = [
            .record(.portOutput(stream: "stdout", line: Self.quote(line)), .none, at: time)
        ]
        if noiseLines == Self.maxNoiseLines {
            actions.append(.record(.note("more lines on standard output are not kept"), .none, at: time))
        }
        return actions
    }

    /// Whether a line that is no message was meant to be one, as garbled ones are.
    private static func isMeant(_ line: [UInt8]) -> Bool {
        line.firstRange(of: #""jsonrpc""#.utf8) != nil
    }

    /// The line as text, cut where it is long.
    static func quote(_ line: [UInt8]) -> String {
        cut(line, to: 1_000)
    }

    private static func cut(_ text: some BidirectionalCollection<UInt8>, to count: Int) -> String {
        guard text.count > count else { return String(decoding: text, as: UTF8.self) }
        return String(decoding: text.wholeWords(within: count), as: UTF8.self) + "... (\(text.count) bytes)"
    }
}
