package import POSIX
package import Timing

/// An HTTP/1.1 server on one thread, for any number of listening addresses.
///
/// It reads requests and writes replies; what is answered, and when, is the handler's. Stopped when the last reference
/// goes.
package final class HTTPServer: Sendable {
    /// The addresses listened on, with the ports the system gave.
    package let addresses: [SocketAddress]
    /// Those of plain connections beside TLS, in the same order.
    package let plainAddresses: [SocketAddress]
    private let inbox: ReplyInbox
    private let hasEnded: Monitor<Bool>

    /// The ports listened on, in the order of the addresses asked for.
    package var ports: [UInt16] { addresses.map(\.port) }

    private init(
        addresses: [SocketAddress], plainAddresses: [SocketAddress], inbox: ReplyInbox, hasEnded: Monitor<Bool>
    ) {
        self.addresses = addresses
        self.plainAddresses = plainAddresses
        self.inbox = inbox
        self.hasEnded = hasEnded
    }

    deinit {
        inbox.send(.stop)
    }

    /// Listens on all addresses and serves them.
    ///
    /// `handler` is called on the server's thread for each request in the order they were read, and `observe` for what
    /// happens on the wire; neither may block.
    ///
    /// - Parameters:
    ///   - tls: what the server proves itself with; nil: connections are plain.
    ///   - plain: where the same endpoints, in their order, are served without TLS as well.
    ///   - tellsPeers: whether requests say from which address they came, which costs a look at each connection.
    ///   - datesReplies: whether replies have a `Date` of this machine's clock.
    ///   - beat: called every few milliseconds on the server's thread: whatever happened on the wire before the time it is
    ///     given has been observed.
    ///   - refuse: makes the answer to what is no acceptable request, of whose head it gets the bytes there are, but
    ///     not too many.
    package static func start(
        _ addresses: [SocketAddress], limits: Limits = Limits(), tls: TLSIdentity? = nil,
        plain plainAddresses: [SocketAddress] = [], tellsPeers: Bool = false, datesReplies: Bool = false,
        beat: (@Sendable (MonotonicTime) -> Void)? = nil,
        observe: @escaping @Sendable (WireEvent) -> Void = { _ in },
        refuse: @escaping @Sendable (Refusal, [UInt8]) -> ServerReply = { refusal, _ in refusal.reply },
        handler: @escaping @Sendable (ServerRequest, ReplyHandle) -> Void
    ) throws(ServerError) -> HTTPServer {
        var context: TLSContext?
        if let tls { context = try TLSContext(tls) }
        let listeners = try listen(addresses)
        let plainListeners = try listen(plainAddresses, isPlain: true)
        let loop = try makeLoop()
        let inbox = ReplyInbox(waker: loop.waker)
        let hasEnded = Monitor(false)
        func bound(_ addresses: [SocketAddress], _ listeners: [Listener]) -> [SocketAddress] {
            zip(addresses, listeners).map { SocketAddress(host: $0.host, port: $1.port) }
        }
        let (secure, plain) = (bound(addresses, listeners), bound(plainAddresses, plainListeners))
        let server = ServerLoop(
            loop, listeners: listeners + plainListeners, tls: context, inbox: inbox, limits: limits, observe: observe,
            refuse: refuse,
            handler: handler)
        server.tellsPeers = tellsPeers
        server.datesReplies = datesReplies
        server.beat = beat
        do throws(SystemError) {
            try server.watchListeners()
        } catch {
            throw ServerError("cannot \(error)")
        }
        let hasStarted = startThread {
            server.run()
            hasEnded.change { $0 = true }
        }
        guard hasStarted else { throw ServerError("the system has no thread left for the HTTP server") }
        return HTTPServer(addresses: secure, plainAddresses: plain, inbox: inbox, hasEnded: hasEnded)
    }

    /// Listens on that many ports of 127.0.0.1 the system chooses, and serves them.
    package static func start(
        endpoints: Int, limits: Limits = Limits(),
        observe: @escaping @Sendable (WireEvent) -> Void = { _ in },
        handler: @escaping @Sendable (ServerRequest, ReplyHandle) -> Void
    ) throws(ServerError) -> HTTPServer {
        try start(
            Array(repeating: SocketAddress(), count: endpoints), limits: limits, observe: observe, handler: handler)
    }

    /// Closes every connection and every port, and returns when that is done; not to be called by the handler.
    package func stop() {
        inbox.send(.stop)
        hasEnded.wait { $0 ? () : nil }
    }

    private static func listen(
        _ addresses: [SocketAddress], isPlain: Bool = false
    ) throws(ServerError) -> [Listener] {
        do throws(SystemError) {
            return try addresses.enumerated().map { endpoint, address throws(SystemError) in
                try Listener(address, endpoint: endpoint, isPlain: isPlain)
            }
        } catch {
            throw ServerError("cannot \(error)")
        }
    }

    private static func makeLoop() throws(ServerError) -> EventLoop {
        do throws(SystemError) {
            return try EventLoop()
        } catch {
            throw ServerError("cannot \(error)")
        }
    }
}
