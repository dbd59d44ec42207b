import Dispatch
import HTTPServer
import POSIX
import Synchronization
import Testing

@Suite struct PipeliningTests {
    private static func request(_ index: Int) -> String { "GET /\(index) HTTP/1.1\r\nHost: h\r\n\r\n" }

    @Test func repliesKeepTheOrderOfTheRequestsWhateverOrderTheyAreGivenIn() async throws {
        try await Desk.withClient { client, desk in
            client.send((0..<20).map(Self.request).joined())
            for (request, reply) in desk.requests(20).shuffled(by: 7) { reply.send(.text(request.path)) }
            for index in 0..<20 { #expect(client.receiveResponse().body == "/\(index)") }
        }
    }

    @Test func onlySoManyRequestsOfAConnectionAreTakenAtOnce() async throws {
        var limits = Limits()
        limits.pipelined = 3
        try await Desk.withServer(limits: limits) { address, desk in
            var client = try RawClient(address)
            client.send((0..<100).map(Self.request).joined())
            var waiting = desk.requests(3)
            // Whatever was sent before this is taken by now, or never.
            try desk.passBarrier(address)
            #expect(desk.requestCount == 0)
            for index in 0..<100 {
                waiting.removeFirst().reply.send(.text("\(index)"))
                #expect(client.receiveResponse().body == "\(index)")
                if index < 97 { waiting += desk.requests(1) }
            }
            #expect(waiting.isEmpty)
        }
    }

    @Test func aClientThatReadsNothingIsNotServedAheadAndLosesNothing() async throws {
        try await Desk.withServer { address, desk in
            var client = try RawClient(address)
            client.send((0..<60).map(Self.request).joined())
            // The first of the replies does not fit into the socket.
            let body = [UInt8](repeating: 120, count: 8_000_000)
            let waiting = desk.requests(60)
            waiting[0].reply.send(ServerReply(status: 200, body: body))
            desk.events { $0.first?.name == "replyFirstByte" }
            client.send((60..<100).map(Self.request).joined())
            try desk.passBarrier(address)
            #expect(desk.requestCount == 0)
            for (request, reply) in waiting.dropFirst() { reply.send(.text(request.path)) }
            #expect(client.receiveHead() == "HTTP/1.1 200 OK\r\nContent-Length: 8000000\r\n\r\n")
            #expect(client.receiveBytes(body.count) == body)
            for index in 1..<60 { #expect(client.receiveResponse().body == "/\(index)") }
            for (request, reply) in desk.requests(40) { reply.send(.text(request.path)) }
            for index in 60..<100 { #expect(client.receiveResponse().body == "/\(index)") }
        }
    }

    @Test func whoAsksForLittleDoesNotWaitForWhoAsksForVeryMuch() throws {
        let crossroads = try Crossroads()
        let server = crossroads.server
        defer { server.stop() }
        var many = try RawClient(server.addresses[0])
        // As many as are read at once.
        many.send((0..<1_500).map(Self.request).joined())
        var other = try RawClient(server.addresses[0])
        other.send("GET /other HTTP/1.1\r\nHost: h\r\n\r\n")
        crossroads.newcomer.signal()
        #expect(other.receiveResponse().body == "/other")
        for index in 0..<1_500 { #expect(many.receiveResponse().body == "/\(index)") }
        let place = try #require(crossroads.paths.firstIndex(of: "/other"))
        #expect(place < 1_200)
    }

    @Test func whoAsksForVeryMuchDoesNotWaitForAnotherWhoDoes() throws {
        let crossroads = try Crossroads()
        let server = crossroads.server
        defer { server.stop() }
        let requests = [0, 1].map { client in
            (0..<1_400).map { "GET /\(client)/\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
        }
        var one = try RawClient(server.addresses[0])
        one.send(requests[0])
        var other = try RawClient(server.addresses[0])
        other.send(requests[1])
        crossroads.newcomer.signal()
        for number in 0..<1_400 { #expect(one.receiveResponse().body == "/0/\(number)") }
        for number in 0..<1_400 { #expect(other.receiveResponse().body == "/1/\(number)") }
        // How many of one come while the other waits, too.
        let order = crossroads.paths.map { $0.hasPrefix("/0") }
        let begin = try #require([true, false].compactMap(order.firstIndex).max())
        let end = try #require([true, false].compactMap(order.lastIndex).min())
        var (run, longest) = (0, 0)
        for index in begin..<max(begin, end) {
            run = order[index] == order[max(begin, index - 1)] ? run + 1 : 1
            longest = max(longest, run)
        }
        #expect(longest < 700, "\(longest)")
    }

    @Test func requestsAreAnsweredAlthoughTheClientHasEndedItsHalf() async throws {
        try await Desk.withClient { client, desk in
            client.send(Self.request(0) + Self.request(1))
            client.endSending()
            let waiting = desk.requests(2)
            desk.events { $0.count == 2 }
            #expect(desk.eventsSoFar.map(\.name) == ["peerFinished", "peerFinished"])
            for (request, reply) in waiting { reply.send(.text(request.path)) }
            #expect(client.receiveResponse().body == "/0")
            #expect(client.receiveResponse().body == "/1")
            #expect(client.receiveAll() == "")
            #expect(client.end == .ended)
        }
    }
}

/// A server that keeps its first request waiting until another client's are on their way, and then repeats every path.
private struct Crossroads {
    private final class Log: Sendable {
        let paths = Mutex<[String]>([])
    }

    let newcomer = DispatchSemaphore(value: 0)
    let server: HTTPServer
    private let log = Log()

    /// In the order in which they were taken.
    var paths: [String] { log.paths.withLock { $0 } }

    init() throws {
        server = try HTTPServer.start([SocketAddress(port: 0)]) { [log, newcomer] request, reply in
            let isFirst = log.paths.withLock { paths in
                paths.append(request.path)
                return paths.count == 1
            }
            if isFirst { newcomer.wait() }
            reply.send(.text(request.path))
        }
    }
}
