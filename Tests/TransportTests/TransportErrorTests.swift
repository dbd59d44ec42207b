import Testing
import Transport

@Suite struct TransportErrorTests {
    private typealias Answer = LoopbackServer.Answer

    /// What the client makes of a server that says `answer`.
    private func code(
        of answer: LoopbackServer.Answer, by way: Way = .plain, maximumReplyBytes: Int = 1 << 20,
        timeout: Duration = .seconds(30)
    ) async throws -> TransportError.Code? {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        return try await HTTPClient.withClient { client in
            let request = HTTPRequest(url: server.url(way), timeout: timeout, maximumReplyBytes: maximumReplyBytes)
            do throws(TransportError) {
                _ = try await client.send(request)
                return nil
            } catch {
                #expect(!error.message.isEmpty)
                return error.code
            }
        }
    }

    @Test(arguments: [
        ("", LoopbackServer.Ending.close, TransportError.Code.emptyReply),
        ("", .reset, .connectionReset),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", .close, .truncated),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", .reset, .connectionReset),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n", .close, .truncated),
        ("HTTP/1.1 200 OK\r\nContent-Le", .close, .truncated),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .close, .truncated),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .reset, .connectionReset),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n", .keepAlive, .malformedReply),
        ("HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\n", .keepAlive, .malformedReply),
        ("HTTP/1.1 abc\r\n\r\n", .close, .malformedReply),
        ("HTTP/7.1 200 OK\r\n\r\n", .close, .malformedReply),
        ("this is no HTTP at all\r\n\r\n", .close, .malformedReply),
        ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", .close, .malformedReply),
        ("HTTP/1.1 200 OK\r\nX: \u{0}\r\n\r\n", .close, .malformedReply),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n", .close, .malformedReply),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: zip\r\n\r\nabc", .close, .malformedReply),
    ])
    func aBrokenReplyHasACodeOfItsOwn(
        reply: String, ending: LoopbackServer.Ending, code: TransportError.Code
    ) async throws {
        for way in Way.allCases {
            #expect(try await self.code(of: LoopbackServer.Answer(reply, ending: ending), by: way) == code)
        }
    }

    @Test(arguments: Way.allCases) func aReplyLargerThanAllowedIsCutOff(way: Way) async throws {
        #expect(try await code(of: .text("0123456789"), by: way, maximumReplyBytes: 9) == .replyTooLarge)
        #expect(try await code(of: .text("0123456789"), by: way, maximumReplyBytes: 10) == nil)
        let headers = String(repeating: "X-Long: \(String(repeating: "x", count: 1000))\r\n", count: 300)
        #expect(try await code(of: .text("", headers: headers), by: way) == .replyTooLarge)
        let endless = Answer("HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 300_000))", ending: .hang)
        #expect(try await code(of: endless) == .replyTooLarge)
    }

    @Test(arguments: Way.allCases) func aServerThatSaysNothingRunsIntoTheTimeout(way: Way) async throws {
        #expect(try await code(of: Answer("", ending: .hang), by: way, timeout: .milliseconds(20)) == .timedOut)
        let half = Answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", ending: .hang)
        #expect(try await code(of: half, by: way, timeout: .milliseconds(20)) == .timedOut)
    }

    @Test(arguments: Way.allCases) func nobodyListening(way: Way) async throws {
        let server = try LoopbackServer { _ in .text("") }
        server.stop()
        try await HTTPClient.withClient { client in
            let error = await #expect(throws: TransportError.self) {
                try await client.send(HTTPRequest(url: server.url(way)))
            }
            #expect(error?.code == .couldNotConnect)
            #expect(error?.definitelyNotSent == true)
        }
    }

    @Test func anUnknownNameDoesNotResolve() async throws {
        try await HTTPClient.withClient { client in
            let error = await #expect(throws: TransportError.self) {
                try await client.send(HTTPRequest(url: "http://nobody.invalid/"))
            }
            #expect(error?.code == .couldNotResolve)
        }
    }

    @Test(arguments: [
        HTTPRequest(url: "file:///etc/hostname"), HTTPRequest(url: "nonsense"), HTTPRequest(url: "http://[::"),
        HTTPRequest(method: "GET /", url: "http://127.0.0.1/"),
        HTTPRequest(url: "http://127.0.0.1/", headers: [("X-A", "1\r\nX-B: 2")]),
        HTTPRequest(url: "http://127.0.0.1/", headers: [("X A", "1")]),
    ])
    func aRequestThatCannotBeSentIsRefused(request: HTTPRequest) async throws {
        try await HTTPClient.withClient { client in
            let error = await #expect(throws: TransportError.self) { try await client.send(request) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func plainTextWhereTLSIsExpectedIsATLSError() async throws {
        let server = try LoopbackServer(greeting: "220 no TLS here\r\n") { _ in Answer("", ending: .close) }
        defer { server.stop() }
        try await HTTPClient.withClient { client in
            let error = await #expect(throws: TransportError.self) {
                try await client.send(HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
            }
            #expect(error?.code == .tls)
        }
    }
}
