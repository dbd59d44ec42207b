import Testing
import Transport

@Suite struct HTTPClientTests {
    /// Runs `body` with a server that answers with `handler` and a client, once for each way to send.
    private func with(
        options: HTTPClient.Options = .init(), _ handler: @escaping LoopbackServer.Handler,
        _ body: (HTTPClient, LoopbackServer) async throws -> Void
    ) async throws {
        try await withBothClients(options) { client in
            let server = try LoopbackServer(handler)
            defer { server.stop() }
            try await body(client, server)
        }
    }

    @Test func aReplyArrivesWithItsStatusHeadersAndBody() async throws {
        try await with { _ in
            .text("hällo", status: "404 Not Found", headers: "X-A: 1\r\nx-b:  two \r\nX-A: 3\r\nX-Empty:\r\n")
        } _: { client, server in
            let response = try await client.send(HTTPRequest(url: server.url + "/a?b=c"))
            #expect(response.status == 404)
            #expect(response.headers.map(\.name) == ["Content-Length", "X-A", "x-b", "X-A", "X-Empty"])
            #expect(response.headers.map(\.value) == ["6", "1", "two", "3", ""])
            #expect(response.header("x-a") == "1")
            #expect(String(decoding: response.body, as: UTF8.self) == "hällo")
        }
    }

    @Test func nothingIsSentButWhatWasAskedFor() async throws {
        try await with {
            .text($0.head + String(decoding: $0.body, as: UTF8.self))
        } _: { client, server in
            let host = "Host: 127.0.0.1:\(server.port)\r\nAccept: */*\r\n"
            func sent(_ request: HTTPRequest) async throws -> String {
                String(decoding: try await client.send(request).body, as: UTF8.self)
            }
            let get = try await sent(HTTPRequest(url: server.url + "/a/../b"))
            await #expect(throws: TransportError.self) {
                try await client.send(HTTPRequest(url: server.url + "/" + String(repeating: "a", count: 8_000_001)))
            }
            #expect(get == "GET /a/../b HTTP/1.1\r\n\(host)\r\n")
            let post = try await sent(
                HTTPRequest(
                    method: "POST", url: server.url, headers: [("X-One", "1"), ("X-None", "")], body: Array("a=b".utf8))
            )
            #expect(post == "POST / HTTP/1.1\r\n\(host)X-One: 1\r\nX-None:\r\nContent-Length: 3\r\n\r\na=b")
            let put = try await sent(
                HTTPRequest(method: "PUT", url: server.url, headers: [("Content-Type", "text/x")]))
            #expect(put == "PUT / HTTP/1.1\r\n\(host)Content-Type: text/x\r\nContent-Length: 0\r\n\r\n")
            // A handle is used again, and must not remember the request before.
            let delete = try await sent(HTTPRequest(method: "DELETE", url: server.url))
            #expect(delete == "DELETE / HTTP/1.1\r\n\(host)\r\n")
        }
    }

    @Test func eachRequestIsItsOwnWhateverTheHandleSentBefore() async throws {
        try await with {
            .text($0.head + String(decoding: $0.body, as: UTF8.self))
        } _: { client, server in
            let host = "Host: 127.0.0.1:\(server.port)\r\nAccept: */*\r\n"
            func sent(_ request: HTTPRequest) async throws -> String {
                String(decoding: try await client.send(request).body, as: UTF8.self)
            }
            for round in 0..<2 {
                let first = try await sent(HTTPRequest(url: server.url + "/\(round)", headers: [("X-A", "\(round)")]))
                #expect(first == "GET /\(round) HTTP/1.1\r\n\(host)X-A: \(round)\r\n\r\n")
                let plain = try await sent(HTTPRequest(url: server.url))
                #expect(plain == "GET / HTTP/1.1\r\n\(host)\r\n")
                let post = try await sent(HTTPRequest(method: "POST", url: server.url, body: [0x61]))
                #expect(post == "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\n\r\na")
            }
        }
    }

    @Test func manyAndLongHeadersAreAllSent() async throws {
        try await with {
            .text($0.head)
        } _: { client, server in
            let headers = (0..<50).map { (name: "X-\($0)", value: String(repeating: "v", count: 1 + 40 * $0)) }
            let reply = try await client.send(HTTPRequest(url: server.url, headers: headers))
            let head = String(decoding: reply.body, as: UTF8.self)
            let wanted = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
            #expect(head.hasSuffix("\r\n\(wanted)\r\n"))
        }
    }

    @Test func aLargeBodyIsSentWithoutAskingFirst() async throws {
        try await with {
            .text("\($0.body.count) \($0.head.lowercased().contains("expect"))")
        } _: { client, server in
            let body = [UInt8](repeating: 7, count: 3 << 20)
            let response = try await client.send(HTTPRequest(method: "POST", url: server.url, body: body))
            #expect(String(decoding: response.body, as: UTF8.self) == "\(body.count) false")
        }
    }

    @Test func aHeadReplyHasNoBody() async throws {
        try await with { _ in
            LoopbackServer.Answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
        } _: {
            client, server in
            let response = try await client.send(HTTPRequest(method: "HEAD", url: server.url))
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
        }
    }

    @Test func chunksAreJoined() async throws {
        let reply = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
        try await with { _ in
            LoopbackServer.Answer(reply)
        } _: { client, server in
            let response = try await client.send(HTTPRequest(url: server.url))
            #expect(response.body == Array("abcde".utf8))
        }
    }

    @Test func noRedirectIsFollowed() async throws {
        try await with { _ in
            .text("", status: "302 Found", headers: "Location: /end\r\n")
        } _: { client, server in
            let left = try await client.send(HTTPRequest(url: server.url + "/start"))
            #expect(left.status == 302)
            #expect(left.header("location") == "/end")
        }
    }

    @Test func aConnectionIsKeptAndUsedAgain() async throws {
        try await with {
            .text("\($0.connection)")
        } _: { client, server in
            let usual = HTTPRequest(url: server.url)
            let own = HTTPRequest(url: server.url, usesOwnConnection: true)
            let requests = Array(repeating: usual, count: 5) + [own, own, usual]
            let used = try await withCheckedThrowingContinuation { continuation in
                Self.send(requests[...], with: client, used: []) { continuation.resume(with: $0) }
            }
            #expect(used == ["0", "0", "0", "0", "0", "1", "2", "0"])
            #expect(server.connectionCount == 3)
        }
    }

    /// Sends each when the one before is answered, on the client's own thread: a connection that nobody uses for two
    /// minutes is not used again, and a task can wait as long for its turn beside a thousand others.
    private static func send(
        _ requests: ArraySlice<HTTPRequest>, with client: HTTPClient, used: [String],
        completion: @escaping @Sendable (Result<[String], any Error>) -> Void
    ) {
        guard let request = requests.first else { return completion(.success(used)) }
        client.send(request) { result in
            switch result {
            case .success(let response):
                let connection = String(decoding: response.body, as: UTF8.self)
                send(requests.dropFirst(), with: client, used: used + [connection], completion: completion)
            case .failure(let error):
                completion(.failure(error))
            }
        }
    }

    @Test(arguments: [1, 3])
    func fiveHundredRequestsAtOnceAreAllAnsweredOverSeveralShards(threads: Int) async throws {
        let options = HTTPClient.Options(threads: threads, transfersPerShard: 32)
        try await with(options: options) {
            .text($0.path)
        } _: { client, server in
            let bodies = try await withThrowingTaskGroup(of: (Int, HTTPResponse).self) { group in
                for number in 0..<500 {
                    group.addTask {
                        (number, try await client.send(HTTPRequest(url: server.url + "/\(number)"), lane: number))
                    }
                }
                var bodies: [Int: [UInt8]] = [:]
                for try await (number, response) in group { bodies[number] = response.body }
                return bodies
            }
            #expect(bodies.count == 500)
            #expect(bodies.allSatisfy { $1 == Array("/\($0)".utf8) })
        }
    }

    @Test(arguments: [
        "101 Other\r\nUpgrade: x\r\n", "200 OK\r\nContent-Length: 0x1\r\n", "200 OK\r\nContent-Length : 1\r\n",
        "200 OK\r\nContent-Length: 2\r\nContent-Length: 1\r\n", "200 OK\r\nContent-Length: 99999999999999999999\r\n",
    ])
    func aReplyThatCanBeReadInTwoWaysIsRefused(head: String) async throws {
        try await with {
            _ in
            .init("HTTP/1.1 \(head)\r\nab", ending: .close)
        } _: { client, server in
            let request = HTTPRequest(url: server.url, timeout: .seconds(60))
            let error = await #expect(throws: TransportError.self) { _ = try await client.send(request) }
            #expect(error?.code == .malformedReply || error?.code == .replyTooLarge)
        }
    }

    @Test func whatFollowsABodyIsNoneOfTheHead() async throws {
        try await with { _ in
            .init("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nLocation: /b\r\n\r\n")
        } _: { client, server in
            let response = try await client.send(HTTPRequest(url: server.url))
            #expect(response.headers.map(\.name) == ["Transfer-Encoding"])
            #expect(response.body == Array("ab".utf8))
        }
    }

    @Test func aCompletionCanSendTheNextRequest() async throws {
        try await with {
            .text($0.path)
        } _: { client, server in
            let path = await withCheckedContinuation { continuation in
                client.send(HTTPRequest(url: server.url + "/1")) { _ in
                    client.send(HTTPRequest(url: server.url + "/2")) { outcome in
                        continuation.resume(returning: (try? outcome.get().body) ?? [])
                    }
                }
            }
            #expect(path == Array("/2".utf8))
        }
    }
}
