import HTTPServer
import Testing

/// Heads that are read once and stand for many requests, and replies whose bytes are made once.
@Suite struct RepeatedHeadTests {
    private func heads(_ text: String) throws -> [RequestHead] {
        var parser = RequestParser()
        let bytes = Array(text.utf8)
        var position = 0
        var heads: [RequestHead] = []
        while let (head, _) = try parser.next(bytes, from: &position, to: bytes.count, limits: Limits()) {
            heads.append(head)
        }
        return heads
    }

    @Test func equalHeadsOneAfterTheOtherAreOneObjectAndOthersAreNot() throws {
        let one = "GET /a?x=1 HTTP/1.1\r\nHost: h\r\n\r\n"
        let other = "GET /b?x=1 HTTP/1.1\r\nHost: h\r\n\r\n"
        let heads = try heads(one + one + other)
        #expect(heads.map(\.path) == ["/a", "/a", "/b"])
        #expect(heads[0] === heads[1] && heads[0] !== heads[2])
    }

    @Test func aHeadThatBeginsLikeTheLastOneIsReadToItsEnd() throws {
        let short = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
        let long = "GET /a HTTP/1.1\r\nHost: h\r\nA: b\r\n\r\n"
        let heads = try heads(short + long + short)
        #expect(heads.map { $0.headers["a"] } == [nil, "b", nil])
    }

    @Test func equalHeadsMayHaveDifferentBodies() throws {
        var parser = RequestParser()
        let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n"
        let bytes = Array((head + "ab" + head + "cd").utf8)
        var position = 0
        var bodies: [String] = []
        while let (_, body) = try parser.next(bytes, from: &position, to: bytes.count, limits: Limits()) {
            bodies.append(String(decoding: body, as: UTF8.self))
        }
        #expect(bodies == ["ab", "cd"])
    }

    /// What the connection demands, and what is changed later, goes before the bytes that were made.
    @Test func aPreparedReplyIsSentAsAnyOther() async throws {
        try await Desk.withServer { address, desk in
            func exchange(_ request: String, _ reply: ServerReply) throws -> String {
                var client = try RawClient(address)
                client.send(request)
                desk.request().reply.send(reply)
                return client.receiveHead() + (request.hasPrefix("HEAD") ? "" : client.receive(reply.body.count))
            }
            let plain = ServerReply(status: 200, headers: [("A", "b")], body: Array("body".utf8))
            var prepared = plain
            prepared.prepare()
            #expect(prepared.isPrepared && !plain.isPrepared)
            for request in [
                "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
                "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            ] {
                let expected = try exchange(request, plain)
                #expect(try exchange(request, prepared) == expected)
            }
            prepared.body = Array("other".utf8)
            prepared.headers.append(("C", "d"))
            #expect(!prepared.isPrepared)
            #expect(
                try exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n", prepared)
                    == "HTTP/1.1 200 OK\r\nA: b\r\nC: d\r\nContent-Length: 5\r\n\r\nother")
        }
    }
}
