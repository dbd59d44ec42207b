import HTTPServer
import POSIX
import Testing

@Suite struct ReplyTests {
    @Test func aReplyHasExactlyTheBytesItSays() async throws {
        try await withEcho { address in
            var client = try RawClient(address)
            client.send("GET /a%20b//c?x=1&y=a+b HTTP/1.1\r\nHost: h\r\nX_under: v\r\n\r\n")
            #expect(client.receiveHead() == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 17\r\n\r\n")
            #expect(client.receive(17) == "GET /a b/c 1 a b ")
        }
    }
}

private func withEcho(_ body: (SocketAddress) throws -> Void) async throws {
    try await HTTPServer.withServer { request, reply in
        let text = "\(request.method) \(request.path) \(request.query["x"] ?? "") \(request.query["y"] ?? "") "
        reply.send(
            ServerReply(
                status: 200, headers: [(name: "Content-Type", value: "text/plain")],
                body: Array(text.utf8) + request.body))
    } _: { server in
        try body(server.addresses[0])
    }
}
