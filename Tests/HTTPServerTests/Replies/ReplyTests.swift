import HTTPServer
import POSIX
import Testing
import Timing

@Suite struct ReplyTests {
    @Test func aReplyHasExactlyTheBytesItSays() async throws {
        try await Desk.withClient { client, desk in
            client.send("GET /config HTTP/1.1\r\nHost: h\r\n\r\n")
            let headers = [(name: "Content-Type", value: "application/xml"), (name: "pass_sfp", value: "a\r\nb: c\0d")]
            desk.request().reply.send(ServerReply(status: 201, headers: headers, body: Array("<a/>".utf8)))
            #expect(
                client.receiveHead()
                    == "HTTP/1.1 201 Created\r\nContent-Type: application/xml\r\npass_sfp: a  b: c d\r\nContent-Length: 4\r\n\r\n"
            )
            #expect(client.receive(4) == "<a/>")
        }
    }

    /// RFC 9110, 6.6.1.
    @Test(arguments: [10, 20_000], [false, true])
    func aReplyHasTheDateWhereTheServerGivesOne(bytes: Int, isPrepared: Bool) async throws {
        let desk = Desk()
        let server = try HTTPServer.start([SocketAddress()], datesReplies: true, observe: desk.note, handler: desk.take)
        defer { server.stop() }
        var client = try RawClient(server.addresses[0])
        let before = WallTime.now().milliseconds / 1_000
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        var reply = ServerReply(status: 404, headers: [("A", "b")], body: Array(repeating: 0x61, count: bytes))
        if isPrepared { reply.prepare() }
        desk.request().reply.send(reply)
        let head = client.receiveHead()
        let dates = (before...WallTime.now().milliseconds / 1_000).map { WallTime(milliseconds: $0 * 1_000).httpDate }
        let tail = "A: b\r\nContent-Length: \(bytes)\r\n\r\n"
        #expect(dates.map { "HTTP/1.1 404 Not Found\r\nDate: \($0)\r\n\(tail)" }.contains(head))
        #expect(client.receiveBytes(bytes) == reply.body)
    }

    @Test func aConnectionIsKeptForAsManyRequestsAsTheClientLikes() async throws {
        try await Desk.withClient { client, desk in
            for index in 1...50 {
                client.send("POST /\(index) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nxy")
                let (request, reply) = desk.request()
                #expect(request.path == "/\(index)")
                #expect(request.body == Array("xy".utf8))
                #expect(request.exchange == UInt64(index))
                #expect(request.lastByte >= request.firstByte)
                reply.send(.text("\(index)"))
                #expect(client.receiveResponse().body == "\(index)")
            }
        }
    }

    @Test func aReplyLargerThanTheSocketTakesArrivesWhole() async throws {
        try await Desk.withClient { client, desk in
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let body = String(repeating: "nineteen characters", count: 1_000_000)
            desk.request().reply.send(.text(body))
            #expect(client.receiveHead() == "HTTP/1.1 200 OK\r\nContent-Length: 19000000\r\n\r\n")
            let isWhole = client.receive(19_000_000) == body
            #expect(isWhole)
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "Connection: close\r\n"),
        ("GET / HTTP/1.1\r\nHost: h\r\nConnection: x, Close\r\n\r\n", "Connection: close\r\n"),
        ("GET / HTTP/1.0\r\n\r\n", "Connection: close\r\n"),
    ])
    func theConnectionEndsWhenTheClientAsksForIt(request: String, line: String) async throws {
        try await Desk.withClient { client, desk in
            client.send(request)
            desk.request().reply.send(.text("x"))
            #expect(client.receiveAll() == "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\(line)\r\nx")
            #expect(client.end == .ended)
        }
    }

    @Test func aReplyMayEndTheConnectionItself() async throws {
        try await Desk.withClient { client, desk in
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\nGET /never HTTP/1.1\r\n")
            desk.request().reply.send(ServerReply(status: 200, headers: [(name: "connection", value: "Close")]))
            #expect(client.receiveAll() == "HTTP/1.1 200 OK\r\nconnection: Close\r\nContent-Length: 0\r\n\r\n")
        }
    }

    @Test func anOldClientThatWantsToKeepTheConnectionIsTold() async throws {
        try await Desk.withClient { client, desk in
            for _ in 0..<2 {
                client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                desk.request().reply.send(.text("x"))
                #expect(
                    client.receiveHead() == "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\n")
                #expect(client.receive(1) == "x")
            }
        }
    }

    @Test func aHeadRequestGetsTheLengthWithoutTheBody() async throws {
        try await Desk.withClient { client, desk in
            client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n")
            for (_, reply) in desk.requests(2) { reply.send(.text("four")) }
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
            #expect(client.receive(2 * head.utf8.count + 4) == head + head + "four")
        }
    }

    @Test(arguments: [204, 304]) func aStatusWithoutBodyHasNone(status: Int) async throws {
        try await Desk.withClient { client, desk in
            client.send("GET / HTTP/1.0\r\n\r\n")
            desk.request().reply.send(ServerReply(status: status, body: [65]))
            let phrase = status == 204 ? "No Content" : "Not Modified"
            #expect(client.receiveAll() == "HTTP/1.1 \(status) \(phrase)\r\nConnection: close\r\n\r\n")
        }
    }

    @Test func aLengthTheReplyNamesItselfIsSentAsItIs() async throws {
        try await Desk.withClient { client, desk in
            client.send("GET / HTTP/1.0\r\n\r\n")
            let headers = [(name: "Content-length", value: "9")]
            desk.request().reply.send(ServerReply(status: 200, headers: headers, body: [65]))
            #expect(client.receiveAll() == "HTTP/1.1 200 OK\r\nContent-length: 9\r\nConnection: close\r\n\r\nA")
        }
    }

    @Test func aSecondReplyToTheSameRequestDoesNothing() async throws {
        try await Desk.withClient { client, desk in
            client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n")
            let (_, first) = desk.request()
            first.send(.text("1"))
            first.send(.text("again"))
            client.send("GET /2 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            let (_, second) = desk.request()
            first.send(.text("and again"))
            second.send(.text("2"))
            #expect(client.receiveResponse().body == "1")
            #expect(client.receiveResponse().body == "2")
            #expect(client.receiveAll() == "")
        }
    }
}
