import HTTPServer
import POSIX
import Testing

/// Requests whose body is larger than what the server holds.
@Suite struct StreamedRequestTests {
    private func withServer(_ body: (SocketAddress, Desk) async throws -> Void) async throws {
        var limits = Limits()
        limits.heldBodyBytes = 4
        try await Desk.withServer(limits: limits, body)
    }

    /// Everything that comes out of a pipe, and whether it was all.
    private static func drain(_ rest: StreamedBody?) -> (text: String, isWhole: Bool)? {
        guard let rest else { return nil }
        let wakes = Monitor(0)
        rest.pipe.whenThereIsMore { wakes.change { $0 += 1 } }
        var (all, piece): ([UInt8], [UInt8]) = ([], [])
        while true {
            switch rest.pipe.take(into: &piece) {
            case .bytes: all += piece
            case .nothingYet: wakes.wait { $0 > 0 ? ($0 -= 1) : nil }
            case .ended: return (String(decoding: all, as: UTF8.self), true)
            case .broken: return (String(decoding: all, as: UTF8.self), false)
            }
        }
    }

    @Test(arguments: ["Content-Length: 8\r\n\r\n01234", "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n"])
    func theHandlerGetsTheBeginningAndThenTheRest(_ start: String) async throws {
        try await withServer { address, desk in
            var client = try RawClient(address)
            client.send("POST / HTTP/1.1\r\nHost: h\r\n" + start)
            let (request, reply) = desk.request()
            #expect(request.body == Array("01234".utf8))
            #expect(request.rest?.length == (start.hasPrefix("C") ? 8 : nil))
            let next = "GET /next HTTP/1.1\r\nHost: h\r\n\r\n"
            client.send((start.hasPrefix("C") ? "567" : "2;x=y\r\n56\r\n1\r\n7\r\n0\r\nT: t\r\n\r\n") + next)
            let rest = try #require(Self.drain(request.rest))
            #expect(rest == ("567", true))
            reply.send(.text("first"))
            #expect(client.receiveResponse().body == "first")
            let second = desk.request()
            #expect(second.request.path == "/next")
            second.reply.send(.text("second"))
            #expect(client.receiveResponse().body == "second")
        }
    }

    @Test func aBodyThatIsNoLargerIsThereAsAWhole() async throws {
        try await withServer { address, desk in
            let client = try RawClient(address)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n0123")
            let request = desk.request().request
            #expect(request.body == Array("0123".utf8))
            #expect(request.rest == nil)
        }
    }

    @Test func aClientThatLeavesWithinItsBodyBreaksIt() async throws {
        try await withServer { address, desk in
            var client = try RawClient(address)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 80\r\n\r\n01234567")
            let request = desk.request().request
            client.close()
            #expect(Self.drain(request.rest)?.isWhole == false)
            #expect(desk.events { !$0.isEmpty }.map(\.name) == ["connectionLost"])
        }
    }

    @Test func whatIsMalformedInTheRestBreaksTheBody() async throws {
        try await withServer { address, desk in
            var client = try RawClient(address)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n")
            let request = desk.request().request
            client.send("nonsense\r\n")
            #expect(Self.drain(request.rest)?.isWhole == false)
            #expect(client.receiveAll() == "")
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["requestRefused", "connectionLost"])
        }
    }

    @Test func aRequestThatIsAnsweredBeforeItsEndIsReadToItsEnd() async throws {
        try await withServer { address, desk in
            var client = try RawClient(address)
            let length = 2 << 20
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n01234567")
            desk.request().reply.send(.text("early"))
            #expect(client.receiveResponse().body == "early")
            client.send([UInt8](repeating: 0x30, count: length - 8))
            client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(desk.request().request.path == "/next")
        }
    }

    @Test func aReplyMayLeaveWhileTheRequestComes() async throws {
        try await withServer { address, desk in
            var client = try RawClient(address)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 10\r\n\r\n01234")
            let (request, handle) = desk.request()
            let pipe = BytePipe.make()
            let writer = pipe.writer
            var reply = ServerReply.text("a")
            reply.rest = StreamedBody(pipe.reader, length: 2)
            handle.send(reply)
            #expect(client.receiveHead() != "")
            #expect(client.receive(1) == "a")
            client.send("56789")
            let rest = try #require(Self.drain(request.rest))
            #expect(rest == ("56789", true))
            _ = writer.write([UInt8(ascii: "b")])
            #expect(client.receiveAll() == "b")
        }
    }
}
