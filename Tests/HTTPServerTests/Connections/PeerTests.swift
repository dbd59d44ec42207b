import HTTPServer
import POSIX
import Testing

/// Peers that do not do their part.
@Suite struct PeerTests {
    private static let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    private static func quickLimits() -> Limits {
        var limits = Limits()
        limits.silence = .milliseconds(60)
        return limits
    }

    @Test(arguments: ["GET / HT", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabc", "\r"])
    func aRequestThatDoesNotGoOnIsTimedOut(beginning: String) async throws {
        try await Desk.withClient(limits: Self.quickLimits()) { client, desk in
            client.send(beginning)
            // A lone line end begins no request: that connection is merely silent.
            let answer = client.receiveAll()
            #expect(beginning == "\r" ? answer == "" : answer.hasPrefix("HTTP/1.1 408 "))
            #expect(client.end == .ended)
        }
    }

    @Test func aRequestThatNeverEndsIsTimedOutAlthoughItGoesOn() async throws {
        var limits = Limits()
        limits.requestTime = .milliseconds(100)
        try await Desk.withServer(limits: limits) { address, desk in
            let client = try RawClient(address)
            client.send("GET / HTTP/1.1\r\nHost: h\r\n")
            var isRefused = false
            while !isRefused {
                client.send("A: b\r\n")
                isRefused = desk.eventsSoFar.contains { $0.name == "requestRefused" }
            }
            #expect(desk.eventsSoFar.count == 1)
        }
    }

    @Test func aKeptConnectionThatIsSilentIsClosedInOrder() async throws {
        try await Desk.withClient(limits: Self.quickLimits()) { client, desk in
            client.send(Self.request)
            desk.request().reply.send(.text("x"))
            #expect(client.receiveResponse().body == "x")
            #expect(client.receiveAll() == "")
            #expect(client.end == .ended)
            #expect(desk.eventsSoFar.map(\.name) == ["replyFirstByte", "replyLastByte"])
        }
    }

    @Test func aPeerThatWaitsForItsReplyIsNotSilent() async throws {
        try await Desk.withServer(limits: Self.quickLimits()) { address, desk in
            var waiting = try RawClient(address)
            waiting.send(Self.request)
            let (_, reply) = desk.request()
            // Another one, as silent and for as long, is closed in the meantime, twice.
            for _ in 0..<2 {
                var silent = try RawClient(address)
                #expect(silent.receiveAll() == "")
            }
            reply.send(.text("at last"))
            #expect(waiting.receiveResponse().body == "at last")
        }
    }

    @Test(.timeLimit(.minutes(5))) func aReplyNobodyReadsIsGivenUp() async throws {
        try await Desk.withServer(limits: Self.quickLimits()) { address, desk in
            let client = try RawClient(address)
            client.send(Self.request)
            desk.request().reply.send(ServerReply(status: 200, body: [UInt8](repeating: 65, count: 20_000_000)))
            desk.events { $0.last?.name == "connectionLost" }
            _ = client
        }
    }

    @Test func aPeerThatIsGoneIsReportedAndItsReplyDoesNothing() async throws {
        try await Desk.withServer { address, desk in
            var client = try RawClient(address)
            client.send(Self.request)
            let (_, reply) = desk.request()
            client.reset()
            desk.events { $0.map(\.name) == ["connectionLost"] }
            reply.send(.text("nobody"))
            try desk.passBarrier(address)
            #expect(!desk.eventsSoFar.contains { $0.name == "replyFirstByte" && $0.exchange == 1 })
        }
    }

    @Test func aReplyIsNeverGivenToTheNextPeerOnTheSameDescriptor() async throws {
        try await Desk.withServer { address, desk in
            var first = try RawClient(address)
            first.send(Self.request)
            let (_, late) = desk.request()
            first.reset()
            desk.events { $0.count == 1 }
            var second = try RawClient(address)
            second.send(Self.request)
            let (_, reply) = desk.request()
            late.send(.text("for the first"))
            reply.send(.text("for the second"))
            #expect(second.receiveResponse().body == "for the second")
        }
    }

    /// All is there when the server gets to look at it.
    @Test func whoSendsVeryMuchDoesNotKeepOthersWaiting() async throws {
        let desk = Desk()
        let (isBusy, mayGoOn) = (Monitor(false), Monitor(false))
        try await HTTPServer.withServer(
            handler: { request, reply in
                if request.path == "/busy" {
                    isBusy.change { $0 = true }
                    mayGoOn.wait { $0 ? () : nil }
                }
                desk.take(request, reply)
            }
        ) { server in
            let busy = try RawClient(server.addresses[0])
            let large = try RawClient(server.addresses[0])
            let small = try RawClient(server.addresses[0])
            func send(_ count: Int) {
                large.send("POST /large HTTP/1.1\r\nHost: h\r\nContent-Length: \(count)\r\n\r\n")
                large.send([UInt8](repeating: 65, count: count))
            }
            // Whoever has sent much is given room for much by the kernel.
            send(4_000_000)
            desk.request().reply.send(.text(""))
            busy.send("GET /busy HTTP/1.1\r\nHost: h\r\n\r\n")
            isBusy.wait { $0 ? () : nil }
            send(1_500_000)
            small.send("GET /small HTTP/1.1\r\nHost: h\r\n\r\n")
            mayGoOn.change { $0 = true }
            #expect(desk.requests(3).map(\.request.path) == ["/busy", "/small", "/large"])
        }
    }

    @Test func aHalfRequestIsForgottenWithItsPeer() async throws {
        try await Desk.withClient { client, desk in
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabc")
            client.endSending()
            #expect(client.receiveAll() == "")
            #expect(desk.requestCount == 0)
        }
    }
}
