internal import POSIX
internal import Timing

/// The server's side of its one thread: listeners, connections, and the replies that come in.
final class ServerLoop {
    let limits: Limits
    let inbox: ReplyInbox
    let observe: @Sendable (WireEvent) -> Void
    let handler: @Sendable (ServerRequest, ReplyHandle) -> Void
    /// The answer to what is no acceptable request, of whose head the first bytes are given.
    let refuse: @Sendable (Refusal, [UInt8]) -> ServerReply
    var budget: MemoryBudget
    /// Whether requests say from which address they came.
    var tellsPeers = false
    /// Whether replies have a `Date`.
    var datesReplies = false
    /// Told again and again how far everything that happened has been observed.
    var beat: (@Sendable (MonotonicTime) -> Void)?
    /// What a read fills; its bytes are used before the next read.
    var buffer = [UInt8](repeating: 0, count: 65_536)
    private let loop: EventLoop
    /// Nil: connections are plain.
    private let tls: TLSContext?
    private let listeners: [Listener]
    /// By descriptor.
    private var connections: [Connection?] = []
    private var openConnections = 0
    /// Connections wait in the kernel because there were too many, or no descriptors.
    private var waitingListeners: [Listener] = []
    private var lastExchange: UInt64 = 0
    private var messages: [ReplyInbox.Message] = []
    private var resuming: [Connection] = []
    /// Those that came before them, the last first.
    private var resumingNow: [Connection] = []
    private var isSettling = false
    /// The `Date` of replies in a second since 1970.
    private var dateLine: [UInt8] = []
    private var dated: Int64 = -1

    init(
        _ loop: EventLoop, listeners: [Listener], tls: TLSContext?, inbox: ReplyInbox, limits: Limits,
        observe: @escaping @Sendable (WireEvent) -> Void,
        refuse: @escaping @Sendable (Refusal, [UInt8]) -> ServerReply,
        handler: @escaping @Sendable (ServerRequest, ReplyHandle) -> Void
    ) {
        self.loop = loop
        self.listeners = listeners
        self.tls = tls
        self.inbox = inbox
        self.limits = limits
        budget = MemoryBudget(limit: limits.bufferBytes)
        self.observe = observe
        self.handler = handler
        self.refuse = refuse
    }

    /// Watches the listeners; to be called once, before `run`.
    func watchListeners() throws(SystemError) {
        for listener in listeners {
            try loop.watch(listener.number) { [unowned self, unowned listener] _ in accept(listener) }
        }
    }

    /// Serves until a stop comes in; then every connection and listener is closed.
    func run() {
        inbox.belongsToCurrentThread()
        blockBrokenPipeSignal()
        checkSilenceRegularly()
        beatRegularly()
        // Subtle: requests that came together are all read before the first is answered. So each half of the work is done
        // again and again while the processor has its instructions at hand, which takes a busy server less time.
        loop.run(woken: { settle() }, roundEnded: { settle() })
        inbox.close()
        for case let connection? in connections { connection.close() }
        for listener in listeners {
            loop.forget(listener.number)
            listener.socket.close()
        }
    }

    func nextExchange() -> UInt64 {
        lastExchange += 1
        return lastExchange
    }

    /// Reads the clock, and lets everybody on this thread know what it showed.
    func now() -> MonotonicTime {
        let now = MonotonicTime.now()
        loop.latest = now
        return now
    }

    func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) {
        loop.schedule(at: time) { [unowned self] in
            action()
            settle()
        }
    }

    // MARK: - Connections

    private func accept(_ listener: Listener) {
        // A few more than the limit are taken, to be told so; many at once are taken in turns with other work.
        for _ in 0..<64 where openConnections < limits.connections + 64 {
            switch listener.socket.accept() {
            case .connection(let raw): open(FileDescriptor(owning: raw), of: listener)
            case .noneWaiting: return settle()
            case .noDescriptors: return acceptLater(listener)
            }
        }
        if openConnections < limits.connections + 64 {
            schedule(at: .now()) { [unowned self] in accept(listener) }
        } else {
            wait(listener)
        }
    }

    /// Tries again when a connection has been closed, or somebody else in this process may have closed something.
    private func acceptLater(_ listener: Listener) {
        wait(listener)
        schedule(at: .now() + .milliseconds(20)) { [unowned self] in
            if let index = waitingListeners.firstIndex(where: { $0 === listener }) {
                waitingListeners.remove(at: index)
                accept(listener)
            }
        }
    }

    private func wait(_ listener: Listener) {
        if !waitingListeners.contains(where: { $0 === listener }) { waitingListeners.append(listener) }
        settle()
    }

    private func open(_ socket: consuming FileDescriptor, of listener: Listener) {
        let tls = listener.isPlain ? nil : tls
        let session = tls?.session(on: socket.raw)
        guard tls == nil || session != nil else { return }
        let peer = tellsPeers ? socket.peerHost : ""
        let connection = Connection(
            Wire(socket, session: session), endpoint: listener.endpoint, peer: peer, server: self)
        let index = Int(connection.number)
        while connections.count <= index { connections.append(nil) }
        connections[index] = connection
        openConnections += 1
        if openConnections > limits.connections { connection.refuse(.tooManyConnections) }
        guard connection.phase != .closed else { return }
        do throws(SystemError) {
            // Until it is forgotten, which a connection is before it is closed.
            try loop.watch(connection.number) { readiness in connection.ready(readiness) }
        } catch {
            // The kernel has no room for another watch; the peer learns it at once instead of waiting for ever.
            connection.reset()
        }
    }

    func remove(_ connection: Connection) {
        loop.forget(connection.number)
        connections[Int(connection.number)] = nil
        openConnections -= 1
        guard !waitingListeners.isEmpty else { return }
        let listeners = waitingListeners
        waitingListeners = []
        schedule(at: .now()) { [unowned self] in listeners.forEach { accept($0) } }
    }

    private func checkSilenceRegularly() {
        let now = MonotonicTime.now()
        for case let connection? in connections { connection.checkSilence(now: now) }
        let shortest = min(limits.silence, limits.requestTime)
        let pause = min(max(shortest / 4, .milliseconds(5)), .seconds(1))
        schedule(at: now + pause) { [unowned self] in checkSilenceRegularly() }
    }

    /// Nothing is between happening and being observed now, but requests that were read and wait behind others of their
    /// connection: both are done by this thread, one after the other.
    private func beatRegularly() {
        guard let beat else { return }
        let now = now()
        beat(now)
        schedule(at: now + .milliseconds(4)) { [unowned self] in beatRegularly() }
    }

    // MARK: - Replies

    private static let maxTurns = 2

    /// Lets the connection read on after the replies now at hand.
    func resumeLater(_ connection: Connection) {
        guard !connection.isToResume else { return }
        connection.isToResume = true
        resuming.append(connection)
    }

    /// Writes the replies that have come in, in their order, and reads on where they made room, until nothing is left.
    private func settle() {
        guard !isSettling else { return }
        isSettling = true
        defer { isSettling = false }
        var turns = 0
        while true {
            while inbox.take(into: &messages) {
                // Another thread may have sent a reply with a time that has come since this one looked.
                _ = now()
                for index in messages.indices { act(on: messages[index]) }
                messages.removeAll(keepingCapacity: true)
            }
            guard let connection = nextToResume() else { return }
            connection.isToResume = false
            if connection.isBehind { turns += 1 }
            connection.resume()
            // Who has sent very many requests at once does not keep everybody else waiting until they are answered.
            guard turns < Self.maxTurns else { return schedule(at: .now()) {} }
        }
    }

    /// Who has waited longest: of several that have each sent very many requests, none keeps the others waiting.
    private func nextToResume() -> Connection? {
        if resumingNow.isEmpty {
            swap(&resumingNow, &resuming)
            resumingNow.reverse()
        }
        return resumingNow.popLast()
    }

    private func act(on message: ReplyInbox.Message) {
        switch message {
        case .stop:
            loop.stop()
        case .moved(let exchange, let connection):
            connections[Int(connection)]?.bodyMoved(of: exchange)
        case .reply(let reply, let exchange, let connection, nil):
            // Replies that were due before this one was sent leave before it.
            loop.fireTimers(dueBy: loop.latest)
            answer(exchange, of: connection, with: reply)
        case .reply(let reply, let exchange, let connection, let time?):
            schedule(at: time) { [unowned self] in answer(exchange, of: connection, with: reply) }
        case .later(let make, let exchange, let connection, let time):
            schedule(at: time) { [unowned self] in answer(exchange, of: connection, with: make()) }
        }
    }

    private func answer(_ exchange: UInt64, of connection: Int32, with reply: ServerReply) {
        guard let connection = connections[Int(connection)], connection.answer(exchange, with: reply) else {
            return observe(.connectionLost(exchange: exchange, at: .now()))
        }
    }

    /// The status line and the date.
    func beginHead(of reply: ServerReply) -> [UInt8] {
        var head: [UInt8] = []
        head.reserveCapacity(512)
        head.appendStatusLine(reply.status)
        if datesReplies, !reply.headers.contains(where: { $0.name == "Date" }) {
            let now = WallTime.now()
            if now.milliseconds / 1_000 != dated {
                dated = now.milliseconds / 1_000
                dateLine = Array("Date: \(now.httpDate)\r\n".utf8)
            }
            head += dateLine
        }
        return head
    }
}
