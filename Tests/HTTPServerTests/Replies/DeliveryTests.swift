import HTTPServer
import POSIX
import Testing
import Timing

/// Each way a reply is broken, seen from the other end of the wire.
@Suite struct DeliveryTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"

    /// Sends one request whose reply of ten bytes is delivered so, and gives the client and the desk to `body`.
    private func deliver(
        _ delivery: Delivery, method: String = "GET", _ body: (inout RawClient, Desk) async throws -> Void
    ) async throws {
        try await Desk.withClient { client, desk in
            client.send("\(method) / HTTP/1.1\r\nHost: h\r\n\r\n")
            desk.request().reply.send(.text("0123456789", delivery: delivery))
            try await body(&client, desk)
        }
    }

    @Test func aRefusedReplyIsAResetBeforeItsFirstByte() async throws {
        try await deliver(.refuse) { client, desk in
            #expect(client.receiveAll() == "")
            #expect(client.end == .failed(104))
            #expect(desk.events { !$0.isEmpty }.map(\.name) == ["replyBroken"])
        }
    }

    @Test func aResetAfterTheHeadersComesAfterTheWholeHead() async throws {
        try await deliver(.resetAfterHeaders) { client, desk in
            #expect(client.receiveAll() == Self.head)
            #expect(client.end == .failed(104))
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["replyFirstByte", "replyBroken"])
        }
    }

    @Test(arguments: [0, 1, 9]) func aTruncatedReplyEndsInOrder(bytes: Int) async throws {
        try await deliver(.truncate(bodyBytes: bytes)) { client, desk in
            #expect(client.receiveAll() == Self.head + "0123456789".prefix(bytes))
            #expect(client.end == .ended)
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["replyFirstByte", "replyBroken"])
        }
    }

    @Test func aTruncatedReplyEndsInOrderAlthoughTheClientSaysMore() async throws {
        try await Desk.withClient { client, desk in
            client.send("POST / HTTP/1.1\r\nHost: h\r\n\r\n" + String(repeating: "x", count: 100_000))
            desk.request().reply.send(.text("0123456789", delivery: .truncate(bodyBytes: 4)))
            #expect(client.receiveAll() == Self.head + "0123")
            // A reset would have been seen here: bytes of the client were unread.
            #expect(client.end == .ended)
        }
    }

    @Test(arguments: [0, 4]) func aStalledReplyStopsAndTheConnectionStays(bytes: Int) async throws {
        try await deliver(.stall(bodyBytes: bytes)) { client, desk in
            let start = Self.head + "0123456789".prefix(bytes)
            #expect(client.receive(start.utf8.count) == start)
            desk.events { $0.count == 2 }
            // The server reads on, and answers others, but this connection gets nothing more.
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let hasMore = client.hasBytes(within: 100)
            #expect(!hasMore)
            #expect(desk.eventsSoFar.map(\.name) == ["replyFirstByte", "replyBroken"])
        }
    }

    @Test func aStalledReplyEndsWithTheServer() async throws {
        let desk = Desk()
        let server = try HTTPServer.start(endpoints: 1, handler: desk.take)
        var client = try RawClient(server.addresses[0])
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        desk.request().reply.send(.text("0123456789", delivery: .stall(bodyBytes: 1)))
        #expect(client.receive(Self.head.utf8.count + 1) == Self.head + "0")
        server.stop()
        #expect(client.receiveAll() == "")
    }

    @Test func aSlowReplyArrivesWholeAndNoChunkBeforeItsTime() async throws {
        try await Desk.withClient { client, desk in
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let start = MonotonicTime.now()
            let interval = Duration.milliseconds(5)
            desk.request().reply.send(.text("0123456789", delivery: .slow(bytesPerChunk: 3, every: interval)))
            #expect(client.receiveHead() == Self.head)
            for (index, chunk) in ["012", "345", "678", "9"].enumerated() {
                #expect(client.receive(chunk.utf8.count) == chunk)
                #expect(MonotonicTime.now() - start >= interval * index)
            }
            client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
            desk.request().reply.send(.text("next"))
            #expect(client.receiveResponse().body == "next")
            #expect(desk.eventsSoFar.map(\.name).prefix(2) == ["replyFirstByte", "replyLastByte"])
        }
    }

    @Test func aChunkMayBeLargerThanAnything() async throws {
        try await deliver(.slow(bytesPerChunk: .max, every: .milliseconds(1))) { client, _ in
            #expect(client.receiveResponse().body == "0123456789")
        }
    }

    @Test func aSlowReplyDoesNotHoldUpOthers() async throws {
        try await Desk.withServer { address, desk in
            let slow = try RawClient(address)
            slow.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
            desk.request().reply.send(.text("0123456789", delivery: .slow(bytesPerChunk: 1, every: .seconds(1_000))))
            var quick = try RawClient(address)
            quick.send("GET /quick HTTP/1.1\r\nHost: h\r\n\r\n")
            desk.request().reply.send(.text("quick"))
            #expect(quick.receiveResponse().body == "quick")
        }
    }

    /// Whoever uses the connection again would take the second one for an answer, and go on so with each later one.
    @Test func aDuplicateReplyIsTheWholeResponseTwiceAndTheLastOfItsConnection() async throws {
        try await deliver(.duplicate) { client, desk in
            #expect(client.receiveAll() == Self.head + "0123456789" + Self.head + "0123456789")
            #expect(desk.eventsSoFar.map(\.name).prefix(2) == ["replyFirstByte", "replyLastByte"])
        }
    }

    @Test(arguments: [Delivery.truncate(bodyBytes: 4), .resetAfterHeaders])
    func aBrokenReplyToAHeadRequestHasNoBody(delivery: Delivery) async throws {
        try await deliver(delivery, method: "HEAD") { client, _ in
            #expect(client.receiveAll() == Self.head)
        }
    }

    @Test(arguments: [Delivery.refuse, .resetAfterHeaders, .truncate(bodyBytes: 1)])
    func repliesBeforeABrokenOneArriveAndRequestsAfterItAreLost(delivery: Delivery) async throws {
        try await Desk.withClient { client, desk in
            client.send(String(repeating: "GET / HTTP/1.1\r\nHost: h\r\n\r\n", count: 3))
            let waiting = desk.requests(3)
            waiting[0].reply.send(.text("0123456789"))
            #expect(client.receiveResponse().body == "0123456789")
            waiting[1].reply.send(.text("0123456789", delivery: delivery))
            waiting[2].reply.send(.text("never"))
            let start = delivery == .refuse ? "" : delivery == .resetAfterHeaders ? Self.head : Self.head + "0"
            #expect(client.receiveAll() == start)
            let lost = waiting[2].request.exchange
            desk.events { $0.contains { $0.name == "connectionLost" && $0.exchange == lost } }
        }
    }
}
