import Testing
import Transport

/// What becomes of connections and replies that libcurl has no part in.
@Suite struct PlainConnectionTests {
    private func replies(
        _ count: Int, options: HTTPClient.Options = .init(), _ handler: @escaping LoopbackServer.Handler
    ) async throws -> (bodies: [String], connections: Int) {
        let server = try LoopbackServer(handler)
        defer { server.stop() }
        return try await HTTPClient.withClient(options) { client in
            var bodies: [String] = []
            for number in 0..<count {
                let reply = try await client.send(HTTPRequest(url: server.url + "/\(number)"))
                bodies.append(String(decoding: reply.body, as: UTF8.self))
            }
            return (bodies, server.connectionCount)
        }
    }

    @Test(arguments: Way.allCases) func aKeptConnectionThatEndsIsReplacedUnseen(way: Way) async throws {
        let server = try LoopbackServer { request in
            LoopbackServer.Answer(
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(request.connection)", ending: .close)
        }
        defer { server.stop() }
        try await HTTPClient.withClient { client in
            for _ in 0..<20 {
                let reply = try await client.send(HTTPRequest(url: server.url(way)))
                #expect(reply.status == 200)
            }
        }
    }

    @Test func aReplyThatEndsItsConnectionIsTheLastOnIt() async throws {
        let reply = try await replies(3) { request in
            .text("\(request.connection)", headers: "Connection: keep-alive, Close\r\n")
        }
        #expect(reply.bodies == ["0", "1", "2"])
    }

    @Test func aReplyOfHTTP10IsTheLastUnlessItSaysOtherwise() async throws {
        let closing = try await replies(2) { request in
            LoopbackServer.Answer("HTTP/1.0 200\r\nContent-Length: 1\r\n\r\n\(request.connection)")
        }
        #expect(closing.bodies == ["0", "1"])
        let kept = try await replies(2) { request in
            LoopbackServer.Answer(
                "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\n\(request.connection)")
        }
        #expect(kept.bodies == ["0", "0"])
    }

    @Test(arguments: Way.allCases) func aBodyWithoutALengthGoesOnToTheEndOfItsConnection(way: Way) async throws {
        let body = String(repeating: "abc", count: 50_000)
        let server = try LoopbackServer { _ in LoopbackServer.Answer("HTTP/1.1 200 OK\r\n\r\n\(body)", ending: .close) }
        defer { server.stop() }
        try await HTTPClient.withClient { client in
            let reply = try await client.send(HTTPRequest(url: server.url(way)))
            #expect(String(decoding: reply.body, as: UTF8.self) == body)
        }
    }

    @Test(arguments: Way.allCases) func whatComesBeforeTheReplyItselfIsNotTakenForIt(way: Way) async throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.Answer(
                "HTTP/1.1 103 Early\r\nX-Early: 1\r\nContent-Length: 7\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            )
        }
        defer { server.stop() }
        try await HTTPClient.withClient { client in
            let reply = try await client.send(HTTPRequest(url: server.url(way)))
            #expect(reply.status == 200)
            #expect(reply.headers.map(\.name) == ["Content-Length"])
            #expect(reply.body == Array("ok".utf8))
        }
    }

    @Test(arguments: Way.allCases, [204, 304]) func someRepliesHaveNoBody(way: Way, status: Int) async throws {
        let server = try LoopbackServer { request in
            LoopbackServer.Answer("HTTP/1.1 \(status) Nothing\r\nContent-Length: 5\r\nX: \(request.connection)\r\n\r\n")
        }
        defer { server.stop() }
        try await HTTPClient.withClient { client in
            for _ in 0..<2 {
                let reply = try await client.send(HTTPRequest(url: server.url(way)))
                #expect(reply.status == status)
                #expect(reply.body.isEmpty)
                #expect(reply.header("X") == "0")
            }
        }
    }

    @Test func whatFollowsAReplyIsNotTakenForTheNext() async throws {
        let reply = try await replies(2) { request in
            LoopbackServer.Answer(
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(request.connection)"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
        }
        #expect(reply.bodies == ["0", "1"])
    }

    @Test(arguments: Way.allCases) func trailersAndFoldedLinesAreHeaders(way: Way) async throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.Answer(
                "HTTP/1.1 200 OK\r\nX-Long: one\r\n  two\r\nTransfer-Encoding: identity, Chunked\r\n\r\n"
                    + "A;x=\"y\"\r\n0123456789\r\n00\r\nX-Sum: 10\r\n\r\n")
        }
        defer { server.stop() }
        try await HTTPClient.withClient { client in
            for _ in 0..<2 {
                let reply = try await client.send(HTTPRequest(url: server.url(way)))
                #expect(reply.body == Array("0123456789".utf8))
                #expect(reply.header("X-Long") == "one two")
                #expect(reply.header("X-Sum") == "10")
            }
            #expect(server.connectionCount == 1)
        }
    }

    @Test(arguments: ["/", "/a?b=c&d=%20", "", "/a/../b;c", "/~x/'()*!"])
    func bothWaysAskForTheSame(path: String) async throws {
        let server = try LoopbackServer { .text($0.head) }
        defer { server.stop() }
        try await HTTPClient.withClient { client in
            var heads: [String] = []
            for way in Way.allCases {
                let request = HTTPRequest(
                    url: server.url(way) + path,
                    headers: [("accept", "text/xml"), ("X-Empty", ""), ("Authorization", "Bearer x")])
                let reply = try await client.send(request)
                heads.append(String(decoding: reply.body, as: UTF8.self).replacing("127.0.0.1", with: "localhost"))
            }
            #expect(heads[0] == heads[1])
        }
    }

    @Test(arguments: [
        "http://127.0.0.1:PORT/a b", "http://user@127.0.0.1:PORT/", "http://127.0.0.1:PORT/a#b",
        "http://127.1:PORT/", "HTTP://127.0.0.1:PORT/",
    ])
    func whatIsNotPlainIsLeftToLibcurl(url: String) async throws {
        let server = try LoopbackServer { .text($0.path) }
        defer { server.stop() }
        try await HTTPClient.withClient { client in
            let request = HTTPRequest(url: url.replacing("PORT", with: "\(server.port)"))
            let outcome: Int?
            do throws(TransportError) {
                outcome = try await client.send(request).status
            } catch {
                // A blank is no part of a URL, and libcurl says so.
                #expect(error.code == .invalidRequest)
                outcome = nil
            }
            #expect(outcome == (url.contains(" ") ? nil : 200))
        }
    }
}
