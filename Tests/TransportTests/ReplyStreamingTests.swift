import POSIX
import Testing
import Transport

/// Replies that are handed on while they come, and requests whose body comes while they are sent.
@Suite struct ReplyStreamingTests {
    /// What a client was told, in order.
    private final class Log: Sendable {
        let lines = Monitor<[String]>([])
        private let reader = Monitor<BytePipe.Reader?>(nil)

        func streaming(holding count: Int = 0) -> ReplyStreaming {
            ReplyStreaming(
                holding: { [lines] response in
                    lines.change { $0.append("holding \(response.status)") }
                    return count
                },
                begin: { [lines, reader] response, pipe in
                    // First what a test lets go of when it has seen the line.
                    reader.change { $0 = pipe }
                    lines.change { $0.append("begun \(String(decoding: response.body, as: UTF8.self))") }
                })
        }

        func end(_ outcome: Result<HTTPResponse, TransportError>) {
            let line =
                switch outcome {
                case .success(let response): "success \(String(decoding: response.body, as: UTF8.self))"
                case .failure(let error): "failure \(error.code)"
                }
            lines.change { $0.append(line) }
        }

        var ended: [String] {
            lines.wait { lines in
                lines.last.map { $0.hasPrefix("success") || $0.hasPrefix("failure") } == true ? lines : nil
            }
        }

        /// Everything that comes out of the reply's pipe, with how it ends.
        func drain() -> String {
            let (reader, wakes) = (reader.wait { $0 }, Monitor(0))
            reader.whenThereIsMore { wakes.change { $0 += 1 } }
            var (all, piece): ([UInt8], [UInt8]) = ([], [])
            while true {
                let taken = reader.take(into: &piece)
                switch taken {
                case .bytes: all += piece
                case .nothingYet: wakes.wait { $0 > 0 ? ($0 -= 1) : nil }
                case .ended, .broken: return String(decoding: all, as: UTF8.self) + " \(taken)"
                }
            }
        }

        func letGo() { reader.change { $0 = nil } }
    }

    private static func part(_ body: String, of length: Int, _ ending: LoopbackServer.Ending) -> LoopbackServer.Answer {
        .init("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n\(body)", ending: ending)
    }

    @Test func aReplyThatComesInOneGoIsNotStreamed() throws {
        let server = try LoopbackServer { _ in .text("small") }
        defer { server.stop() }
        let (client, log) = (try HTTPClient.start(), Log())
        client.send(HTTPRequest(url: server.url), streaming: log.streaming()) { log.end($0) }
        #expect(log.ended == ["success small"])
    }

    @Test func whatBreaksOffIsHandedOnAsFarAsItCame() throws {
        let server = try LoopbackServer { _ in Self.part("half", of: 8, .close) }
        defer { server.stop() }
        let (client, log) = (try HTTPClient.start(), Log())
        client.send(HTTPRequest(url: server.url), streaming: log.streaming(holding: 1_000)) { log.end($0) }
        #expect(log.ended.suffix(2) == ["begun half", "failure truncated"])
        #expect(log.drain() == " broken")
    }

    @Test func whatIsHeldAndEndsIsNotStreamed() throws {
        let server = try LoopbackServer { _ in .text(String(repeating: "x", count: 100_000)) }
        defer { server.stop() }
        let (client, log) = (try HTTPClient.start(), Log())
        client.send(HTTPRequest(url: server.url), streaming: log.streaming(holding: 100_000)) { log.end($0) }
        #expect(log.ended.last?.hasPrefix("success x") == true)
        #expect(!log.ended.contains { $0.hasPrefix("begun") })
    }

    @Test func whatIsLargerThanWhatIsHeldIsStreamed() throws {
        let server = try LoopbackServer { _ in .text(String(repeating: "x", count: 8 << 20)) }
        defer { server.stop() }
        let (client, log) = (try HTTPClient.start(), Log())
        client.send(HTTPRequest(url: server.url), streaming: log.streaming(holding: 40_000)) { log.end($0) }
        let rest = log.drain()
        #expect(rest.hasSuffix("x ended"))
        let begun = log.ended.first { $0.hasPrefix("begun") }?.dropFirst("begun ".count).count ?? 0
        #expect(begun > 40_000 && begun + rest.count - " ended".count == 8 << 20)
    }

    @Test func manyHoldNoMoreThanThereIsRoomFor() throws {
        let server = try LoopbackServer { _ in
            Self.part(String(repeating: "x", count: 60_000), of: 100_000, .hang)
        }
        defer { server.stop() }
        let (client, log) = (try HTTPClient.start(.init(heldBytes: 100_000)), Log())
        for _ in 0..<2 {
            client.send(HTTPRequest(url: server.url, timeout: .seconds(600)), streaming: log.streaming(holding: .max)) {
                log.end($0)
            }
        }
        log.lines.wait { $0.contains { $0.hasPrefix("begun x") } ? () : nil }
        #expect(log.lines.wait { $0.count { $0.hasPrefix("begun") } } == 1)
    }

    @Test func aReplyThatStopsComingIsBrokenOffAfterItsTime() throws {
        let server = try LoopbackServer { _ in Self.part("half", of: 8, .hang) }
        defer { server.stop() }
        let (client, log) = (try HTTPClient.start(), Log())
        client.send(HTTPRequest(url: server.url, timeout: .milliseconds(300)), streaming: log.streaming()) {
            log.end($0)
        }
        #expect(log.ended == ["holding 200", "begun half", "failure timedOut"])
        #expect(log.drain() == " broken")
    }

    @Test func whoReadsNoMoreEndsTheRequest() throws {
        let server = try LoopbackServer { _ in Self.part("half", of: 8, .hang) }
        defer { server.stop() }
        let (client, log) = (try HTTPClient.start(), Log())
        client.send(HTTPRequest(url: server.url, timeout: .seconds(600)), streaming: log.streaming()) { log.end($0) }
        log.lines.wait { $0.contains("begun half") ? () : nil }
        log.letGo()
        #expect(log.ended.last == "failure cancelled")
    }

    @Test(arguments: [true, false]) func aBodyIsSentWhileItComes(_ isWhole: Bool) throws {
        let server = try LoopbackServer { .text(String(decoding: $0.body, as: UTF8.self)) }
        defer { server.stop() }
        let (client, log) = (try HTTPClient.start(), Log())
        var request = HTTPRequest(method: "PUT", url: server.url, body: Array("01".utf8))
        var writer: BytePipe.Writer?
        let reader: BytePipe.Reader
        (writer, reader) = BytePipe.make()
        request.rest = StreamedBody(reader, length: 4)
        client.send(request, streaming: nil) { log.end($0) }
        _ = writer?.write(Array("23".utf8).prefix(isWhole ? 2 : 1))
        if isWhole { writer?.finish() }
        writer = nil
        #expect(log.ended == [isWhole ? "success 0123" : "failure requestBroken"])
    }
}
