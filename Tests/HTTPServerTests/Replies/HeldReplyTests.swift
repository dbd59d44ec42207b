import HTTPServer
import POSIX
import Testing
import Timing

@Suite struct HeldReplyTests {
    @Test func repliesWithTimesLeaveInTheOrderOfTheirTimesAndNotBefore() async throws {
        try await Desk.withServer { address, desk in
            let clients = try Clients(address, count: 20)
            for index in 0..<20 { clients.send("GET /\(index) HTTP/1.1\r\nHost: h\r\n\r\n", from: index) }
            let start = MonotonicTime.now()
            // Two at each time, sent in no order; the two leave in the order in which they were sent.
            let order = Array(0..<20).shuffled(by: 3)
            let waiting = desk.requests(20)
            for (rank, index) in order.enumerated() {
                waiting[index].reply.send(.text("x"), at: start + .milliseconds(rank / 2 % 10))
            }
            let events = desk.events { $0.filter { $0.name == "replyLastByte" }.count == 20 }
            let left = events.filter { $0.name == "replyFirstByte" }.compactMap(\.exchange)
            #expect(left == order.map { waiting[$0].request.exchange })
            for case .replyFirstByte(let exchange, let time) in events {
                let rank = try #require(left.firstIndex(of: exchange))
                #expect(time - start >= .milliseconds(rank / 2))
            }
            withExtendedLifetime(clients) {}
        }
    }

    @Test func aReplySentNowDoesNotOvertakeOneThatWasDue() async throws {
        try await Desk.withServer { address, desk in
            let clients = try Clients(address, count: 2)
            for index in 0..<2 { clients.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n", from: index) }
            let waiting = desk.requests(2)
            waiting[1].reply.send(.text("due"), at: .now())
            waiting[0].reply.send(.text("now"))
            let events = desk.events { $0.filter { $0.name == "replyLastByte" }.count == 2 }
            #expect(events.compactMap(\.exchange) == [2, 2, 1, 1])
            withExtendedLifetime(clients) {}
        }
    }

    /// What the server's thread sends itself takes a shorter way.
    @Test func aReplyOfTheHandlerDoesNotOvertakeOneThatAnotherThreadHasSent() async throws {
        let events = Monitor<[WireEvent]>([])
        let first = Monitor<ReplyHandle?>(nil)
        try await HTTPServer.withServer(
            observe: { event in events.change { $0.append(event) } },
            handler: { request, reply in
                guard request.path != "/1" else { return first.change { $0 = reply } }
                let isSent = Monitor(false)
                startThread {
                    first.wait { $0 }.send(.text("first"))
                    isSent.change { $0 = true }
                }
                isSent.wait { $0 ? () : nil }
                reply.send(.text("second"))
            }
        ) { server in
            let clients = try Clients(server.addresses[0], count: 2)
            clients.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n", from: 0)
            _ = first.wait { $0 }
            clients.send("GET /2 HTTP/1.1\r\nHost: h\r\n\r\n", from: 1)
            let left = events.wait { events in
                let left = events.filter { $0.name == "replyLastByte" }
                return left.count == 2 ? left.compactMap(\.exchange) : nil
            }
            #expect(left == [1, 2])
            withExtendedLifetime(clients) {}
        }
    }

    /// They are read in rounds; the requests of one are answered before those of the next are read.
    @Test func requestsThatCameTogetherAreAnsweredInTheirOrderAndSoon() async throws {
        let log = Monitor<[(exchange: UInt64, isReply: Bool)]>([])
        let (isWaiting, haveCome) = (Monitor(false), Monitor(false))
        try await HTTPServer.withServer(
            observe: { event in
                guard case .replyFirstByte(let exchange, _) = event else { return }
                log.change { $0.append((exchange, true)) }
            },
            handler: { request, reply in
                if request.path == "/wait" {
                    isWaiting.change { $0 = true }
                    haveCome.wait { $0 ? () : nil }
                }
                log.change { $0.append((request.exchange, false)) }
                reply.send(.text("x"))
            }
        ) { server in
            let clients = try Clients(server.addresses[0], count: 101)
            clients.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n", from: 0)
            isWaiting.wait { $0 ? () : nil }
            for index in 1...100 { clients.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n", from: index) }
            haveCome.change { $0 = true }
            let entries = log.wait { $0.count == 202 ? $0 : nil }
            #expect(entries.filter(\.isReply).map(\.exchange) == Array(1...101))
            var (open, most) = (0, 0)
            for entry in entries {
                open += entry.isReply ? -1 : 1
                most = max(most, open)
            }
            #expect(most > 1 && most <= 32)
            withExtendedLifetime(clients) {}
        }
    }

    @Test func theTimesOfAReplyEncloseItsWrite() async throws {
        try await Desk.withClient { client, desk in
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let (request, reply) = desk.request()
            let sent = MonotonicTime.now()
            reply.send(ServerReply(status: 200, body: [65]))
            #expect(client.receiveResponse().body == "A")
            let received = MonotonicTime.now()
            let events = desk.events { $0.count == 2 }
            guard case .replyFirstByte(1, let first) = events[0],
                case .replyLastByte(1, first, let before, let after) = events[1]
            else {
                Issue.record("unexpected events \(events)")
                return
            }
            #expect(request.firstByte <= request.lastByte && request.lastByte <= sent)
            #expect(sent <= first && first <= before && before <= received)
            #expect(before <= after)
        }
    }
}
