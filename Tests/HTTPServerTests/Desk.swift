import HTTPServer
import POSIX

/// Where a server's requests wait for the test to answer them, and where what happened on the wire is kept.
final class Desk: Sendable {
    private let requests = Monitor<[(ServerRequest, ReplyHandle)]>([])
    private let events = Monitor<[WireEvent]>([])

    func take(_ request: ServerRequest, _ reply: ReplyHandle) {
        requests.change { $0.append((request, reply)) }
    }

    func note(_ event: WireEvent) {
        events.change { $0.append(event) }
    }

    /// Waits for so many requests, and takes them away.
    func requests(_ count: Int) -> [(request: ServerRequest, reply: ReplyHandle)] {
        requests.wait { waiting in
            guard waiting.count >= count else { return nil }
            defer { waiting.removeFirst(count) }
            return Array(waiting.prefix(count))
        }
    }

    func request() -> (request: ServerRequest, reply: ReplyHandle) {
        requests(1)[0]
    }

    /// How many requests wait to be taken.
    var requestCount: Int { requests.change { $0.count } }

    /// Returns once the server has done all it can with what had been sent to it before.
    ///
    /// A request of another connection is read in its turn, so that what was in the kernel before it has been read.
    func passBarrier(_ address: SocketAddress) throws {
        var client = try RawClient(address)
        client.send("GET /barrier HTTP/1.1\r\nHost: h\r\n\r\n")
        let (_, reply) = requests.wait { waiting in
            waiting.firstIndex { $0.0.path == "/barrier" }.map { waiting.remove(at: $0) }
        }
        reply.send(.text(""))
        _ = client.receiveResponse()
    }

    /// Waits until `condition` holds for what has happened so far.
    @discardableResult
    func events(until condition: ([WireEvent]) -> Bool) -> [WireEvent] {
        events.wait { condition($0) ? $0 : nil }
    }

    var eventsSoFar: [WireEvent] { events.change { $0 } }

    /// Runs a server whose requests come to a desk.
    static func withServer(
        endpoints: Int = 1, limits: Limits = Limits(), _ body: (SocketAddress, Desk) async throws -> Void
    ) async throws {
        let desk = Desk()
        let addresses = Array(repeating: SocketAddress(), count: endpoints)
        try await HTTPServer.withServer(addresses, limits: limits, observe: desk.note, handler: desk.take) { server in
            try await body(server.addresses[0], desk)
        }
    }

    /// The same with a client that is connected.
    static func withClient(
        limits: Limits = Limits(), _ body: (inout RawClient, Desk) async throws -> Void
    ) async throws {
        try await withServer(limits: limits) { address, desk in
            var client = try RawClient(address)
            try await body(&client, desk)
        }
    }
}

extension ServerReply {
    static func text(_ text: String, delivery: Delivery = .whole) -> ServerReply {
        ServerReply(status: 200, body: Array(text.utf8), delivery: delivery)
    }
}

extension HTTPServer {
    /// Runs `body` with a server that is stopped afterwards.
    static func withServer<Result>(
        _ addresses: [SocketAddress] = [SocketAddress()], limits: Limits = Limits(),
        observe: @escaping @Sendable (WireEvent) -> Void = { _ in },
        handler: @escaping @Sendable (ServerRequest, ReplyHandle) -> Void,
        _ body: (HTTPServer) async throws -> Result
    ) async throws -> Result {
        let server = try start(addresses, limits: limits, observe: observe, handler: handler)
        defer { server.stop() }
        return try await body(server)
    }
}
