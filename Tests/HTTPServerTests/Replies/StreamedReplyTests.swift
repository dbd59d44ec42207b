import HTTPServer
import POSIX
import Testing

/// Replies whose body comes while they leave, seen from the other end of the wire.
@Suite struct StreamedReplyTests {
    private static let head = "HTTP/1.1 200 OK\r\n"

    /// Sends one request, answers it with `first` and what is written to the pipe, and gives all of it to `body`.
    private func stream(
        _ first: String, length: Int? = nil, version: String = "1.1",
        _ body: (inout RawClient, BytePipe.Writer, Desk) async throws -> Void
    ) async throws {
        try await Desk.withClient { client, desk in
            client.send("GET / HTTP/\(version)\r\nHost: h\r\n\r\n")
            let pipe = BytePipe.make()
            let handle = desk.request().reply
            var reply = ServerReply.text(first)
            reply.rest = StreamedBody(pipe.reader, length: length)
            handle.send(reply)
            let writer = pipe.writer
            try await body(&client, writer, desk)
        }
    }

    private static func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    @Test func aBodyWithoutALengthLeavesInChunksAsItComes() async throws {
        try await stream("01") { client, writer, desk in
            #expect(client.receiveHead() == Self.head + "Transfer-Encoding: chunked\r\n\r\n")
            #expect(client.receive(5) == "2\r\n01")
            _ = writer.write(Self.bytes("0123456789abcdef"))
            #expect(client.receive(22) == "\r\n10\r\n0123456789abcdef")
            #expect(desk.eventsSoFar.map(\.name) == ["replyFirstByte"])
            writer.finish()
            #expect(client.receive(7) == "\r\n0\r\n\r\n")
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["replyFirstByte", "replyLastByte"])
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            desk.request().reply.send(.text("next"))
            #expect(client.receiveResponse().body == "next")
        }
    }

    @Test func aBodyWithALengthLeavesAsItIsAndEndsWithItsLastByte() async throws {
        try await stream("01", length: 5) { client, writer, desk in
            #expect(client.receiveHead() == Self.head + "Content-Length: 5\r\n\r\n")
            #expect(client.receive(2) == "01")
            _ = writer.write(Self.bytes("234"))
            #expect(client.receive(3) == "234")
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["replyFirstByte", "replyLastByte"])
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            desk.request().reply.send(.text("next"))
            #expect(client.receiveResponse().body == "next")
        }
    }

    @Test func whoKnowsNoChunksGetsTheBodyUpToTheEndOfTheConnection() async throws {
        try await stream("01", version: "1.0") { client, writer, desk in
            #expect(client.receiveHead() == Self.head + "Connection: close\r\n\r\n")
            _ = writer.write(Self.bytes("23"))
            #expect(client.receive(4) == "0123")
            writer.finish()
            #expect(client.receiveAll() == "")
            #expect(client.end == .ended)
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["replyFirstByte", "replyLastByte"])
        }
    }

    @Test(arguments: [nil, 5]) func aBodyThatBreaksOffEndsTheConnectionBeforeItsEnd(_ length: Int?) async throws {
        try await stream("01", length: length) { client, writer, desk in
            _ = client.receiveHead()
            writer.breakOff()
            #expect(client.receiveAll() == (length == nil ? "2\r\n01" : "01"))
            #expect(client.end == .ended)
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["replyFirstByte", "sourceBroken"])
        }
    }

    @Test func aBodyUpToTheEndOfTheConnectionBreaksOffWithAReset() async throws {
        try await stream("01", version: "1.0") { client, writer, desk in
            _ = client.receiveHead()
            writer.breakOff()
            #expect(client.receiveAll() == "01")
            #expect(client.end == .failed(104))
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["replyFirstByte", "sourceBroken"])
        }
    }

    @Test func lessThanWasPromisedIsABrokenBody() async throws {
        try await stream("01", length: 5) { client, writer, desk in
            _ = client.receiveHead()
            writer.finish()
            #expect(client.receiveAll() == "01")
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["replyFirstByte", "sourceBroken"])
        }
    }

    @Test func aPeerThatResetsEndsTheBodyEvenWhileNothingComes() async throws {
        try await stream("01") { client, writer, desk in
            let calls = Monitor(0)
            writer.whenThereIsRoom { calls.change { $0 += 1 } }
            #expect(client.receiveHead() != "")
            #expect(client.receive(5) == "2\r\n01")
            client.reset()
            calls.wait { $0 > 0 ? () : nil }
            #expect(writer.isAbandoned)
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["replyFirstByte", "connectionLost"])
        }
    }

    @Test(.timeLimit(.minutes(5))) func aReplyThatNobodyWaitsForEndsItsBody() async throws {
        try await Desk.withClient { client, desk in
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let handle = desk.request().reply
            client.reset()
            desk.events { !$0.isEmpty }
            let writer: BytePipe.Writer
            var reader: BytePipe.Reader?
            (writer, reader) = BytePipe.make()
            let calls = Monitor(0)
            writer.whenThereIsRoom { calls.change { $0 += 1 } }
            var reply: ServerReply? = ServerReply(status: 200)
            reply?.rest = reader.map { StreamedBody($0, length: nil) }
            if let reply { handle.send(reply) }
            (reply, reader) = (nil, nil)
            calls.wait { $0 > 0 ? () : nil }
        }
    }

    @Test(arguments: [(Delivery.truncate(bodyBytes: 1), "2\r\n0"), (.resetAfterHeaders, "")])
    func aReplyThatIsBrokenOnPurposeDoesNotGoOn(_ delivery: Delivery, _ seen: String) async throws {
        try await Desk.withClient { client, desk in
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let pipe = BytePipe.make()
            let writer = pipe.writer
            _ = writer.write(Self.bytes("more"))
            var reply = ServerReply.text("01", delivery: delivery)
            reply.rest = StreamedBody(pipe.reader, length: nil)
            desk.request().reply.send(reply)
            _ = client.receiveHead()
            // The head ends before the length of the first chunk.
            #expect(client.receiveAll() == (seen.isEmpty ? "2\r\n" : seen))
            #expect(desk.events { $0.count == 2 }.map(\.name) == ["replyFirstByte", "replyBroken"])
        }
    }
}
