import Testing
import Transport

@Suite struct TransportErrorTests {
    private typealias Answer = LoopbackServer.Answer

    /// What the client makes of a server that says `answer`.
    private func code(
        of answer: LoopbackServer.Answer, maximumReplyBytes: Int = 1 << 20, timeout: Duration = .seconds(30)
    ) async throws -> TransportError.Code? {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        var codes: [TransportError.Code?] = []
        try await withBothClients { client in
            let request = HTTPRequest(url: server.url, timeout: timeout, maximumReplyBytes: maximumReplyBytes)
            do throws(TransportError) {
                _ = try await client.send(request)
                codes.append(nil)
            } catch {
                #expect(!error.message.isEmpty)
                codes.append(error.code)
            }
        }
        #expect(codes[0] == codes[1])
        return codes[0]
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
    ])
    func aBrokenReplyHasACodeOfItsOwn(
        reply: String, ending: LoopbackServer.Ending, code: TransportError.Code
    ) async throws {
        #expect(try await self.code(of: LoopbackServer.Answer(reply, ending: ending)) == code)
    }

    @Test func aReplyLargerThanAllowedIsCutOff() async throws {
        #expect(try await code(of: .text("0123456789"), maximumReplyBytes: 9) == .replyTooLarge)
        #expect(try await code(of: .text("0123456789"), maximumReplyBytes: 10) == nil)
        let headers = String(repeating: "X-Long: \(String(repeating: "x", count: 1000))\r\n", count: 300)
        #expect(try await code(of: .text("", headers: headers)) == .replyTooLarge)
    }

    @Test func aServerThatSaysNothingRunsIntoTheTimeout() async throws {
        #expect(try await code(of: Answer("", ending: .hang), timeout: .milliseconds(20)) == .timedOut)
        let half = Answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", ending: .hang)
        #expect(try await code(of: half, timeout: .milliseconds(20)) == .timedOut)
    }

    @Test func nobodyListening() async throws {
        let server = try LoopbackServer { _ in .text("") }
        server.stop()
        try await withBothClients { client in
            let error = await #expect(throws: TransportError.self) {
                try await client.send(HTTPRequest(url: server.url))
            }
            #expect(error?.code == .couldNotConnect)
        }
    }

    @Test func anUnknownNameDoesNotResolve() async throws {
        try await withBothClients { client in
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
        try await withBothClients { client in
            let error = await #expect(throws: TransportError.self) { try await client.send(request) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func plainTextWhereTLSIsExpectedIsATLSError() async throws {
        let server = try LoopbackServer(greeting: "220 no TLS here\r\n") { _ in Answer("", ending: .close) }
        defer { server.stop() }
        try await withBothClients { client in
            let error = await #expect(throws: TransportError.self) {
                try await client.send(HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
            }
            #expect(error?.code == .tls)
        }
    }
}
