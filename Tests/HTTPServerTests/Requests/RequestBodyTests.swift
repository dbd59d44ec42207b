import HTTPServer
import POSIX
import Testing

@Suite struct RequestBodyTests {
    @Test func aBodyInChunksArrivesAsOne() async throws {
        try await Desk.withServer { address, desk in
            let client = try RawClient(address)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
            client.send("4;name=\"value\"\r\nWiki\r\n6\r\npedia \r\n")
            client.send("E\r\nin \r\n\r\nchunks.\r\n0\r\nX-Trailer: t\r\n\r\n")
            #expect(desk.request().request.body == Array("Wikipedia in \r\n\r\nchunks.".utf8))
        }
    }

    @Test func aLargeBodyArrivesWhole() async throws {
        try await Desk.withServer { address, desk in
            let client = try RawClient(address)
            let body = Array(String(repeating: "nineteen characters", count: 150_000).utf8)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n")
            client.send(body)
            #expect(desk.request().request.body == body)
        }
    }

    @Test func aClientThatAsksBeforeItSendsIsToldToContinue() async throws {
        try await Desk.withClient { client, desk in
            for framing in ["Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n"] {
                client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\n\(framing)\r\n")
                #expect(client.receiveHead() == "HTTP/1.1 100 Continue\r\n\r\n")
                client.send(framing.hasPrefix("C") ? "abc" : "3\r\nabc\r\n0\r\n\r\n")
                let (request, reply) = desk.request()
                #expect(request.body == Array("abc".utf8))
                reply.send(.text("x"))
                #expect(client.receiveResponse().body == "x")
            }
        }
    }

    @Test func aClientThatDidNotWaitIsNotToldToContinue() async throws {
        try await Desk.withClient { client, desk in
            client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc")
            desk.request().reply.send(.text("x"))
            #expect(client.receiveHead().hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func theWordToContinueComesAfterTheRepliesBefore() async throws {
        try await Desk.withClient { client, desk in
            client.send(
                "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
                    + "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
            desk.request().reply.send(.text("first"))
            #expect(client.receiveResponse().body == "first")
            #expect(client.receiveHead() == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send("abc")
            desk.request().reply.send(.text("second"))
            #expect(client.receiveResponse().body == "second")
        }
    }
}
