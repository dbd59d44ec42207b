internal import POSIX
internal import Timing

/// One peer: its requests in the order they came, and the replies they wait for.
///
/// Lives on the server's thread. Reading stops while a reply cannot be written or too many requests are unanswered,
/// so that a peer holds a bounded amount of memory whatever it does.
final class Connection {
    enum Phase: Sendable, Hashable {
        /// Requests are read.
        case open
        /// No further request is read; the replies that are due still leave.
        case finishing
        /// Our half has ended; what still comes is dropped until the peer ends its half.
        case lingering
        /// A reply has been left incomplete for good.
        case stalled
        case closed
    }

    struct Exchange {
        /// Zero for an answer of the server itself.
        let number: UInt64
        var framing: ReplyFraming
        var reply: ServerReply?
    }

    /// Which forgets its connections when it ends.
    let server: ServerLoop
    let endpoint: Int
    /// The other end's address; empty where nobody wants to know.
    let peer: String
    /// The descriptor's number, under which the server knows the connection.
    let number: Int32
    var socket: Wire
    var phase = Phase.open
    var exchanges: [Exchange] = []
    var outgoing: Outgoing?
    /// The body that goes to the handler while it comes.
    var inflow: Inflow?
    /// Bytes of replies that wait for those before them.
    var replyBytes = 0
    /// What the server knows that this connection holds.
    var accounted = 0
    /// When a byte last moved.
    var lastActivity: MonotonicTime
    var parser = RequestParser()
    private var lastRead: MonotonicTime
    /// When the first byte of the request being read was read.
    private var requestStart: MonotonicTime
    /// When that request was first looked at, from which its time runs.
    private var requestTaken: MonotonicTime
    /// Bytes read, but not yet looked at because requests before them are unanswered.
    private var backlog: [UInt8] = []
    /// Whether it waits for its turn to read on.
    var isToResume = false
    private var canRead = false
    private var readsLater = false
    private var sawHangup = false
    private var hasContinued = false
    private(set) var peerHasFinished = false

    init(_ socket: consuming Wire, endpoint: Int, peer: String, server: ServerLoop) {
        number = socket.number
        self.socket = socket
        self.endpoint = endpoint
        self.peer = peer
        self.server = server
        lastActivity = .now()
        lastRead = lastActivity
        requestStart = lastActivity
        requestTaken = lastActivity
    }

    func ready(_ readiness: EventLoop.Readiness) {
        // Subtle: with TLS, reading may have to wait for writing, and the other way round.
        let isBoth = socket.isSecure && (readiness.contains(.writing) || readiness.contains(.reading))
        if readiness.contains(.writing) || isBoth, outgoing != nil { continueWriting() }
        if readiness.contains(.hangup) { sawHangup = true }
        if readiness.contains(.reading) || isBoth {
            canRead = true
            read()
        }
    }

    /// Whether what has come is looked at.
    private var isParsing: Bool { phase == .open || inflow != nil && phase == .finishing }

    /// Whether a peer may be gone that is sent a body when there is some of it: only reading tells.
    private var mayBeGone: Bool { sawHangup && outgoing?.isAtRest == true }

    /// Whether another request may be read now.
    private var takesRequests: Bool {
        phase == .open && outgoing == nil && exchanges.count < server.limits.pipelined
            && (exchanges.isEmpty || server.budget.hasRoom)
    }

    /// Bytes of requests that are not whole or not looked at.
    var requestBytes: Int { parser.readBytes + backlog.count }

    /// The memory they take.
    var heldBytes: Int { parser.heldBytes + backlog.count }

    /// Whether requests were read and not looked at.
    var isBehind: Bool { !backlog.isEmpty }

    private func forgetRequest() {
        parser.forget()
        backlog = []
    }

    /// Reads on after a reply has made room.
    func resume() {
        if phase == .open, !backlog.isEmpty, takesRequests {
            let bytes = backlog
            backlog = []
            lastActivity = .now()
            parse(bytes, to: bytes.count)
        }
        read()
    }

    /// Who sends very much does not keep everybody else waiting until it has been read.
    private static let maxReads = 8

    private func readLater() {
        guard !readsLater else { return }
        readsLater = true
        server.schedule(at: .now()) { [weak self] in
            self?.readsLater = false
            self?.read()
        }
    }

    func read() {
        var reads = 0
        while canRead {
            guard reads < Self.maxReads else { return readLater() }
            reads += 1
            switch phase {
            case .open, .finishing:
                if let inflow {
                    guard !inflow.isFull else { return }
                } else if phase == .open {
                    guard takesRequests || mayBeGone, backlog.isEmpty else { return }
                }
            case .lingering, .stalled: break
            case .closed: return
            }
            switch socket.read(into: &server.buffer) {
            case .bytes(let count):
                lastRead = server.now()
                // A peer that never stops sending must not linger for ever.
                if phase != .lingering { lastActivity = lastRead }
                // With TLS, what has been read from the socket may be waiting in the library.
                if count < server.buffer.count, !sawHangup, !socket.isSecure { canRead = false }
                if isParsing {
                    parse(server.buffer, to: count)
                    refuseIfTooMuch()
                }
            case .blocked:
                canRead = false
            case .ended:
                canRead = false
                peerFinished()
            case .failed:
                canRead = false
                lose()
            }
        }
    }

    private func parse(_ bytes: [UInt8], to end: Int) {
        var position = 0
        if parser.isBetweenRequests { noteRequestStart() }
        do throws(Refusal) {
            while position < end {
                if parser.isWithinBody {
                    try takeBody(bytes, from: &position, to: end)
                } else if takesRequests,
                    let request = try parser.next(bytes, from: &position, to: end, limits: server.limits)
                {
                    accept(request.head, body: request.body)
                } else {
                    break
                }
                noteRequestStart()
            }
            if position < end, phase == .open { backlog = Array(bytes[position..<end]) }
            continueIfAwaited()
        } catch {
            refuse(error)
        }
    }

    func bodyMoved(of exchange: UInt64) {
        if outgoing?.exchange == exchange { continueWriting() }
        if inflow?.exchange == exchange {
            inflow?.isFull = false
            read()
        }
    }

    private func noteRequestStart() {
        requestStart = lastRead
        requestTaken = lastActivity
    }

    private func accept(_ head: RequestHead, body: [UInt8]) {
        let exchange = server.nextExchange()
        let framing = ReplyFraming(
            omitsBody: head.method == "HEAD", closes: !head.keepsConnection,
            saysKeepAlive: head.keepsConnection && head.minorVersion == 0, takesChunks: head.minorVersion > 0)
        exchanges.append(Exchange(number: exchange, framing: framing))
        hasContinued = false
        if !head.keepsConnection, !parser.isWithinBody { phase = .finishing }
        var request = ServerRequest(
            exchange: exchange, endpoint: endpoint, head: head, body: body, firstByte: requestStart,
            lastByte: lastRead)
        if parser.isWithinBody { request.rest = beginBody(of: exchange, head) }
        request.isSecure = socket.isSecure
        request.peer = peer
        server.handler(request, ReplyHandle(exchange: exchange, connection: number, inbox: server.inbox))
    }

    /// Answers for the server itself, after the replies that are due, and reads no further request.
    func refuse(_ refusal: Refusal) {
        inflow = nil
        phase = .finishing
        backlog = []
        server.observe(
            .requestRefused(endpoint: endpoint, refusal, at: .now()))
        let framing = ReplyFraming(omitsBody: false, closes: true, saysKeepAlive: false)
        let reply = server.refuse(refusal, Array(parser.glimpse))
        forgetRequest()
        exchanges.append(Exchange(number: 0, framing: framing, reply: reply))
        advance()
    }

    /// Sends `100 Continue` to a client that waits for it, once the replies before are out.
    func continueIfAwaited() {
        guard phase == .open, exchanges.isEmpty, parser.awaitsContinue, !hasContinued else { return }
        hasContinued = true
        let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        // The socket's buffer is empty here; one that cannot take 25 bytes is as good as broken.
        if socket.send(line, [], secondEnd: 0, from: 0) != .bytes(line.count) { lose() }
    }

    private func peerFinished() {
        peerHasFinished = true
        if phase == .stalled || phase == .lingering { return close() }
        // The rest of the body does not come any more.
        if inflow != nil { return lose() }
        let now = MonotonicTime.now()
        for index in exchanges.indices where exchanges[index].number != 0 {
            server.observe(.peerFinished(exchange: exchanges[index].number, at: now))
        }
        closeIfDone()
    }

    /// Closes once the peer has ended its half and has every reply it asked for.
    func closeIfDone() {
        guard peerHasFinished, exchanges.isEmpty, outgoing == nil, backlog.isEmpty else { return }
        if phase == .open || phase == .finishing { close() }
    }

    /// Acts on a peer that has not moved a byte for too long.
    func checkSilence(now: MonotonicTime) {
        let isSilent = now - lastActivity >= server.limits.silence
        switch phase {
        case .lingering:
            if now - lastActivity >= .seconds(2) || isSilent { close() }
        case .open, .finishing:
            if let inflow, !inflow.isFull {
                if isSilent { lose() }
            } else if outgoing != nil {
                if isSilent, outgoing?.isStuck == true { lose() }
            } else if exchanges.isEmpty, inflow == nil {
                if parser.isBetweenRequests {
                    if isSilent { finish() }
                } else if isSilent || now - requestTaken >= server.limits.requestTime {
                    refuse(.requestTimeout)
                }
            }
        case .stalled:
            // Nobody will tell that such a peer is gone.
            if peerHasFinished, isSilent { close() }
        case .closed:
            break
        }
    }
}
