import Glibc
import Synchronization
import Testing

@testable import Transport

struct DirectConnectionsTests {
    private let direct = HTTPClient.Options(sendsDirectly: true)

    /// Expects a body in answer to a request.
    private func expect(
        _ body: String, of client: HTTPClient, for request: HTTPRequest, _ place: SourceLocation = #_sourceLocation
    ) async throws {
        let response = try await client.send(request)
        #expect(String(decoding: response.body, as: UTF8.self) == body, sourceLocation: place)
    }

    // MARK: - Whose a request is

    @Test(arguments: [
        (HTTPRequest(url: "http://127.0.0.1/"), true), (HTTPRequest(url: "http://127.0.0.1:8080"), true),
        (HTTPRequest(method: "POST", url: "http://10.0.0.1:1/a?b=c", body: [1]), true),
        (HTTPRequest(url: "http://127.0.0.1/", headers: [("X-A", "é")]), true),
        (HTTPRequest(url: "https://127.0.0.1/"), false), (HTTPRequest(url: "HTTP://127.0.0.1/"), false),
        (HTTPRequest(url: "http://localhost/"), false), (HTTPRequest(url: "http://[::1]/"), false),
        (HTTPRequest(url: "http://127.1/"), false), (HTTPRequest(url: "http://0177.0.0.1/"), false),
        (HTTPRequest(url: "http://127.0.0.256/"), false), (HTTPRequest(url: "http://127.0.0.1:65536/"), false),
        (HTTPRequest(url: "http://127.0.0.1:/"), false), (HTTPRequest(url: "http://127.0.0.1:0/"), false),
        (HTTPRequest(url: "http://user@127.0.0.1/"), false), (HTTPRequest(url: "http://127.0.0.1?a"), false),
        (HTTPRequest(url: "http://127.0.0.1/a b"), false), (HTTPRequest(url: "http://127.0.0.1/ä"), false),
        (HTTPRequest(url: "http://127.0.0.1/#a"), false), (HTTPRequest(url: "http://"), false),
        (HTTPRequest(method: "TRACE", url: "http://127.0.0.1/"), false),
        (HTTPRequest(url: "http://127.0.0.1/", usesOwnConnection: true), false),
        (HTTPRequest(url: "http://127.0.0.1/", headers: [("hOST", "a")]), false),
        (HTTPRequest(url: "http://127.0.0.1/", headers: [("Accept", "a")]), false),
        (HTTPRequest(url: "http://127.0.0.1/", headers: [("Connection", "a")]), false),
        (HTTPRequest(url: "http://127.0.0.1/", headers: [("Content-length", "1")]), false),
        (HTTPRequest(url: "http://127.0.0.1/", headers: [("transfer-Encoding", "a")]), false),
        (HTTPRequest(url: "http://127.0.0.1/", headers: [("Expect", "a")]), false),
        (HTTPRequest(url: "http://127.0.0.1/", headers: [("", "a")]), false),
        (HTTPRequest(url: "http://127.0.0.1/", headers: [("a", "\u{0}")]), false),
    ])
    func onlyPlainRequestsPassByLibcurl(request: HTTPRequest, isDirect: Bool) {
        var text = RequestText()
        let target = DirectTarget(request)
        let pool = target.flatMap { DirectPool($0.authority(in: request.url)) }
        let isWritten = target.flatMap { target in pool.map { text.write(request, target, lines: $0.lines) } }
        #expect((isWritten ?? false) == isDirect)
    }

    @Test func whatIsLeftToLibcurlIsSentLikewise() async throws {
        let server = try LoopbackServer { .text($0.head) }
        defer { server.stop() }
        try await HTTPClient.start(direct).stopped { client in
            let request = HTTPRequest(url: server.url, headers: [("Host", "elsewhere.test")])
            try await expect("GET / HTTP/1.1\r\nHost: elsewhere.test\r\nAccept: */*\r\n\r\n", of: client, for: request)
        }
    }

    // MARK: - Kept connections

    /// Answers the first request of each connection, and ends the connection at the second as it is told to.
    private func withFickleServer(
        _ ending: LoopbackServer.Answer, _ body: (LoopbackServer, AskedPaths) async throws -> Void
    ) async throws {
        let asked = AskedPaths()
        let server = try LoopbackServer { request in
            asked.paths.withLock { $0.append(request.path) }
            let isFirst = asked.seen.withLock { $0.insert(request.connection).inserted }
            return isFirst ? .text("\(request.connection)") : ending
        }
        defer { server.stop() }
        try await body(server, asked)
    }

    private final class AskedPaths: Sendable {
        let paths = Mutex<[String]>([])
        /// The connections.
        let seen = Mutex<Set<Int>>([])
    }

    @Test(arguments: [LoopbackServer.Ending.close, .reset])
    func aRequestOnAConnectionThatWasGoneIsSentAgain(ending: LoopbackServer.Ending) async throws {
        try await withFickleServer(.init("", ending: ending)) { server, asked in
            try await HTTPClient.start(direct).stopped { client in
                try await expect("0", of: client, for: HTTPRequest(url: server.url + "/1"))
                let post = HTTPRequest(method: "POST", url: server.url + "/2", body: Array("body".utf8))
                try await expect("1", of: client, for: post)
                #expect(asked.paths.withLock { $0 } == ["/1", "/2", "/2"])
            }
        }
    }

    @Test func aRequestWhoseReplyHasBegunIsNotSentAgain() async throws {
        try await withFickleServer(.init("HTTP/1.1 200", ending: .close)) { server, asked in
            try await HTTPClient.start(direct).stopped { client in
                _ = try await client.send(HTTPRequest(url: server.url + "/1"))
                let error = await #expect(throws: TransportError.self) {
                    try await client.send(HTTPRequest(url: server.url + "/2"))
                }
                #expect(error?.code == .truncated)
                #expect(asked.paths.withLock { $0 } == ["/1", "/2"])
            }
        }
    }

    @Test func aConnectionThatEndsWhileItWaitsIsNotUsedAgain() async throws {
        let server = try LoopbackServer {
            LoopbackServer.Answer(
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\($0.connection)", ending: .close)
        }
        defer { server.stop() }
        try await HTTPClient.start(direct).stopped { client in
            for number in 0..<5 {
                try await expect("\(number)", of: client, for: HTTPRequest(url: server.url))
            }
        }
    }

    @Test func whatFollowsAReplyIsNoReplyToTheNextRequest() async throws {
        let server = try LoopbackServer {
            LoopbackServer.Answer(
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\($0.connection)HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
            )
        }
        defer { server.stop() }
        try await HTTPClient.start(direct).stopped { client in
            for number in 0..<3 {
                let response = try await client.send(HTTPRequest(url: server.url))
                #expect(response.status == 200)
                #expect(String(decoding: response.body, as: UTF8.self) == "\(number)")
            }
        }
    }

    @Test func aReplyIsReadToTheEndOfItsConnectionWhereBothAreThereAtOnce() async throws {
        let server = try LoopbackServer { .init("HTTP/1.1 200 OK\r\n\r\n\($0.connection)", ending: .close) }
        defer { server.stop() }
        try await HTTPClient.start(direct).stopped { client in
            for number in 0..<10 {
                let request = HTTPRequest(url: server.url, timeout: .seconds(20))
                let response = Task { try await client.send(request) }
                // Before the client looks, the end has come, too: it is no change of its own any more.
                #expect(client.run { usleep(20_000) })
                let body = try await response.value.body
                #expect(String(decoding: body, as: UTF8.self) == "\(number)")
            }
        }
    }

    @Test func whatFollowsAReplyThatFillsTheMemoryIsNoReplyEither() async throws {
        // Head and body are as long as what is read at once.
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 65000\r\nX-A: "
        let filler = String(repeating: "a", count: (64 << 10) - 65_000 - head.utf8.count - 4)
        let body = String(repeating: "b", count: 65_000)
        let server = try LoopbackServer { _ in
            .init("\(head)\(filler)\r\n\r\n\(body)HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        try await HTTPClient.start(direct).stopped { client in
            for _ in 0..<3 {
                let response = Task { try await client.send(HTTPRequest(url: server.url, timeout: .seconds(20))) }
                // All of it has come before the client looks.
                #expect(client.run { usleep(50_000) })
                let status = try await response.value.status
                #expect(status == 200)
            }
        }
    }

    // MARK: - Memory

    @Test func aBodyThatIsKeptIsNotWrittenOverByTheNext() async throws {
        let server = try LoopbackServer { .text(String(repeating: $0.path.last ?? "?", count: 3_000)) }
        defer { server.stop() }
        try await HTTPClient.start(direct).stopped { client in
            var kept: [HTTPResponse] = []
            for letter in "abcdefgh" { kept.append(try await client.send(HTTPRequest(url: server.url + "/\(letter)"))) }
            for (letter, response) in zip("abcdefgh", kept) {
                #expect(String(decoding: response.body, as: UTF8.self) == String(repeating: letter, count: 3_000))
                #expect(response.header("Content-Length") == "3000")
            }
        }
    }

    @Test func memoryServesOneReplyAfterTheOther() {
        var memory = ReplyMemory()
        var (headers, body) = memory.take()
        body += [UInt8](repeating: 1, count: 5_000)
        func place(_ body: [UInt8]) -> UInt { unsafe body.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
        let first = place(body)
        memory.giveBack(headers, body)
        (headers, body) = (HeaderBlock(), [])
        (headers, body) = memory.take()
        #expect(body.isEmpty && body.capacity >= 5_000)
        body.append(2)
        #expect(place(body) == first)
        // A large one is not held on to.
        memory.giveBack(headers, [UInt8](repeating: 3, count: 1 << 20))
        #expect(memory.take().body.capacity == 0)
    }

    @Test func aTimeThatIsUpEndsItsOwnRequestAlone() async throws {
        let server = try LoopbackServer { $0.path == "/silent" ? .init("", ending: .hang) : .text($0.path) }
        defer { server.stop() }
        try await HTTPClient.start(direct).stopped { client in
            // The connection's reminder is that of a request long over.
            let hurried = HTTPRequest(url: server.url + "/a", timeout: .milliseconds(200))
            try await expect("/a", of: client, for: hurried)
            let silent = HTTPRequest(url: server.url + "/silent", timeout: .milliseconds(300))
            let outcome = Task { try await client.send(silent) }
            let patient = HTTPRequest(url: server.url + "/b", timeout: .seconds(600))
            for _ in 0..<3 { try await expect("/b", of: client, for: patient) }
            let error = await #expect(throws: TransportError.self) { try await outcome.value }
            #expect(error?.code == .timedOut)
            try await expect("/b", of: client, for: patient)
        }
    }

    @Test func aBodyThatDoesNotFitAtOnceIsSentToItsEnd() async throws {
        let server = try LoopbackServer { .text("\($0.body.count) \($0.body.allSatisfy { $0 == 7 })") }
        defer { server.stop() }
        try await HTTPClient.start(direct).stopped { client in
            for size in [0, 1, 8 << 20, 3] {
                let bytes = [UInt8](repeating: 7, count: size)
                let request = HTTPRequest(method: "PUT", url: server.url, body: bytes)
                try await expect("\(size) true", of: client, for: request)
            }
            #expect(server.connectionCount == 1)
        }
    }
}
