import Testing

@testable import HTTPServer

/// Replies that are made once and sent again and again.
@Suite struct PreparedReplyTests {
    private static func reply(bytes count: Int) -> ServerReply {
        var reply = ServerReply(status: 200, body: (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 23) })
        reply.prepare()
        return reply
    }

    /// More than a socket takes at once, so that it leaves in pieces.
    @Test func everyPieceOfALargeOneArrivesEachTime() async throws {
        let prepared = Self.reply(bytes: 8_000_000)
        #expect(prepared.isPrepared)
        try await Desk.withClient { client, desk in
            for _ in 0..<3 {
                client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                desk.request().reply.send(prepared)
                #expect(client.receiveHead() == "HTTP/1.1 200 OK\r\nContent-Length: 8000000\r\n\r\n")
                #expect(client.receiveBytes(8_000_000) == prepared.body)
            }
        }
    }

    @Test func aPeerThatLeavesInItsMiddleDisturbsNobody() async throws {
        let prepared = Self.reply(bytes: 8_000_000)
        try await Desk.withServer { address, desk in
            var leaving = try RawClient(address)
            leaving.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let (_, reply) = desk.request()
            reply.send(prepared)
            #expect(leaving.receiveHead().hasPrefix("HTTP/1.1 200 OK"))
            leaving.reset()
            var staying = try RawClient(address)
            staying.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            desk.request().reply.send(.text("still here"))
            #expect(staying.receiveResponse().body == "still here")
        }
    }
}
