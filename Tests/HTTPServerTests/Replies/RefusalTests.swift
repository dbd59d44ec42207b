import HTTPServer
import POSIX
import Testing

@Suite struct RefusalTests {
    private static let host = "Host: h\r\n"

    @Test(arguments: BadRequest.all)
    func whatIsNoAcceptableRequestIsAnsweredAndTheConnectionEnds(_ bad: BadRequest) async throws {
        var limits = Limits()
        limits.headBytes = 2_000
        limits.headers = 20
        limits.bodyBytes = 1_000
        try await Desk.withClient(limits: limits) { client, desk in
            client.send(bad.bytes)
            let (head, body) = client.receiveResponse()
            #expect(head.hasPrefix("HTTP/1.1 \(bad.status) "))
            #expect(head.contains("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"))
            #expect(body.hasPrefix("\(bad.status) ") && body.hasSuffix("\n"))
            #expect(client.receiveAll() == "")
            #expect(client.end == .ended)
            #expect(desk.eventsSoFar.map(\.name) == ["requestRefused"])
        }
    }

    @Test func whatIsJustWithinTheLimitsIsTaken() async throws {
        var limits = Limits()
        let head = "POST / HTTP/1.1\r\n\(Self.host)Content-Length: 10\r\n\r\n"
        limits.headBytes = head.utf8.count
        limits.headers = 2
        limits.bodyBytes = 10
        try await Desk.withServer(limits: limits) { address, desk in
            let client = try RawClient(address)
            client.send(head + "0123456789")
            #expect(desk.request().request.body.count == 10)
        }
    }

    @Test func repliesThatAreDueLeaveBeforeARefusal() async throws {
        try await Desk.withClient { client, desk in
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/3.0\r\n\r\n")
            let (_, reply) = desk.request()
            desk.events { $0.map(\.name) == ["requestRefused"] }
            reply.send(.text("first"))
            #expect(client.receiveResponse().body == "first")
            #expect(client.receiveAll().hasPrefix("HTTP/1.1 505 "))
        }
    }

    @Test func aConnectionTooManyIsToldSoAndTheOthersAreServed() async throws {
        var limits = Limits()
        limits.connections = 2
        try await Desk.withServer(limits: limits) { address, desk in
            var first = try RawClient(address)
            var second = try RawClient(address)
            for index in 0..<2 {
                index == 0
                    ? first.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n") : second.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                desk.request().reply.send(.text("x"))
            }
            #expect(first.receiveResponse().body == "x")
            #expect(second.receiveResponse().body == "x")
            var third = try RawClient(address)
            third.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(third.receiveAll().hasPrefix("HTTP/1.1 503 "))
            #expect(third.end == .ended)
            first.endSending()
            #expect(first.receiveAll() == "")
            third.endSending()
            var fourth = try RawClient(address)
            fourth.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            desk.request().reply.send(.text("y"))
            #expect(fourth.receiveResponse().body == "y")
        }
    }

    @Test func moreConnectionsThanCanEvenBeToldWaitUntilThereIsRoom() async throws {
        var limits = Limits()
        limits.connections = 1
        try await Desk.withServer(limits: limits) { address, desk in
            var served = try RawClient(address)
            served.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            desk.request().reply.send(.text("x"))
            #expect(served.receiveResponse().body == "x")
            let guests = try (0..<200).map { _ in try Guest(address) }
            served.endSending()
            #expect(served.receiveAll() == "")
            for guest in guests { #expect(guest.readToTheEnd().hasPrefix("HTTP/1.1 ")) }
        }
    }
}

/// A client in a class, because lists take no other.
private final class Guest {
    private var client: RawClient

    init(_ address: SocketAddress) throws {
        client = try RawClient(address)
    }

    func readToTheEnd() -> String {
        client.send("GET / HTTP/9.9\r\n\r\n")
        defer { client.close() }
        return client.receiveAll()
    }
}
