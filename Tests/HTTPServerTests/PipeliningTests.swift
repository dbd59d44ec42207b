import HTTPServer
import POSIX
import Testing

@Suite struct PipeliningTests {
    private static func request(_ index: Int) -> String { "GET /\(index) HTTP/1.1\r\nHost: h\r\n\r\n" }

    @Test func repliesKeepTheOrderOfTheRequestsWhateverOrderTheyAreGivenIn() async throws {
        try await Desk.withServer { address, desk in
            var client = try RawClient(address)
            client.send((0..<20).map(Self.request).joined())
            for (request, reply) in desk.requests(20).shuffled(by: 7) { reply.send(.text(request.path)) }
            for index in 0..<20 { #expect(client.receiveResponse().body == "/\(index)") }
        }
    }

    @Test func onlySoManyRequestsOfAConnectionAreTakenAtOnce() async throws {
        var limits = Limits()
        limits.pipelined = 3
        try await Desk.withServer(limits: limits) { address, desk in
            var client = try RawClient(address)
            client.send((0..<100).map(Self.request).joined())
            var waiting = desk.requests(3)
            // Whatever was sent before this is taken by now, or never.
            try desk.passBarrier(address)
            #expect(desk.requestCount == 0)
            for index in 0..<100 {
                waiting.removeFirst().reply.send(.text("\(index)"))
                #expect(client.receiveResponse().body == "\(index)")
                if index < 97 { waiting += desk.requests(1) }
            }
            #expect(waiting.isEmpty)
        }
    }

    @Test func aClientThatReadsNothingIsNotServedAheadAndLosesNothing() async throws {
        try await Desk.withServer { address, desk in
            var client = try RawClient(address)
            client.send((0..<60).map(Self.request).joined())
            // The first of the replies does not fit into the socket.
            let body = [UInt8](repeating: 120, count: 8_000_000)
            let waiting = desk.requests(60)
            waiting[0].reply.send(ServerReply(status: 200, body: body))
            desk.events { $0.first?.name == "replyFirstByte" }
            client.send((60..<100).map(Self.request).joined())
            try desk.passBarrier(address)
            #expect(desk.requestCount == 0)
            for (request, reply) in waiting.dropFirst() { reply.send(.text(request.path)) }
            #expect(client.receiveHead() == "HTTP/1.1 200 OK\r\nContent-Length: 8000000\r\n\r\n")
            #expect(client.receiveBytes(body.count) == body)
            for index in 1..<60 { #expect(client.receiveResponse().body == "/\(index)") }
            for (request, reply) in desk.requests(40) { reply.send(.text(request.path)) }
            for index in 60..<100 { #expect(client.receiveResponse().body == "/\(index)") }
        }
    }

    @Test func requestsAreAnsweredAlthoughTheClientHasEndedItsHalf() async throws {
        try await Desk.withServer { address, desk in
            var client = try RawClient(address)
            client.send(Self.request(0) + Self.request(1))
            client.endSending()
            let waiting = desk.requests(2)
            desk.events { $0.count == 2 }
            #expect(desk.eventsSoFar.map(\.name) == ["peerFinished", "peerFinished"])
            for (request, reply) in waiting { reply.send(.text(request.path)) }
            #expect(client.receiveResponse().body == "/0")
            #expect(client.receiveResponse().body == "/1")
            #expect(client.receiveAll() == "")
            #expect(client.end == .ended)
        }
    }
}
