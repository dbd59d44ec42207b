import HTTPServer
import POSIX
import Testing
import TestThreads

/// Very many connections; one test at a time, because each of them needs thousands of descriptors.
@Suite(.mayBlock, .serialized, .timeLimit(.minutes(30))) struct ManyClientsTests {
    /// Twelve thousand descriptors, and some for the tests that run beside.
    @Test(.enabled(if: raiseDescriptorLimit() >= 15_000))
    func tenThousandHeldRepliesLeaveInExactlyTheOrderOfTheirRelease() async throws {
        let count = 10_000
        let desk = Desk()
        let server = try HTTPServer.start(endpoints: 1, observe: desk.note, handler: desk.take)
        defer { server.stop() }
        // The ranks in which the requests will be answered have nothing to do with the order in which they come.
        let released = Monitor<[UInt64]>([])
        startThread {
            let order = desk.requests(count).shuffled(by: 11)
            for (rank, held) in order.enumerated() { held.reply.send(.text("\(rank)")) }
            released.change { $0 = order.map(\.request.exchange) }
        }
        // Both ends in one process would need more descriptors than a process may have.
        try await #require(processExitsWith: .success) { [port = server.ports[0] as UInt16] in
            let ranks = try ManyClients(SocketAddress(port: port), count: 10_000).ranksInOrderOfArrival()
            #expect(ranks == Array(0..<10_000))
        }
        let order = released.wait { $0.isEmpty ? nil : $0 }
        let events = desk.events { $0.filter { $0.name == "replyLastByte" }.count == count }
        #expect(events.filter { $0.name == "replyFirstByte" }.compactMap(\.exchange) == order)
    }

    @Test(.enabled(if: raiseDescriptorLimit() >= 5_000)) func aThousandSilentConnectionsHoldNobodyUp() async throws {
        try await Desk.withServer { address, desk in
            let silent = try Clients(address, count: 1_000)
            for index in 0..<500 { silent.send("GET /half", from: index) }
            var client = try RawClient(address)
            for index in 0..<100 {
                client.send("GET /\(index) HTTP/1.1\r\nHost: h\r\n\r\n")
                desk.request().reply.send(.text("\(index)"))
                #expect(client.receiveResponse().body == "\(index)")
            }
            // They were there all the time.
            silent.send(" HTTP/1.1\r\nHost: h\r\n\r\n", from: 499)
            #expect(desk.request().request.path == "/half")
        }
    }

    @Test(.enabled(if: raiseDescriptorLimit() >= 5_000)) func aThousandSilentConnectionsAreAllClosedInTime()
        async throws
    {
        var limits = Limits()
        limits.silence = .milliseconds(200)
        try await Desk.withServer(limits: limits) { address, _ in
            let silent = try Clients(address, count: 1_000)
            for index in 0..<1_000 {
                #expect(silent.receiveAll(at: index) == "")
                #expect(silent.end(at: index) == .ended)
                silent.close(index)
            }
        }
    }
}
