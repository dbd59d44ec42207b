import Glibc
import HTTPServer
import POSIX
import Synchronization
import Testing
import TestThreads
import Timing

@Suite(.mayBlock) struct HTTPServerTests {
    private static let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func requestsSayToWhichEndpointTheyCame() async throws {
        let desk = Desk()
        let server = try HTTPServer.start(endpoints: 5, handler: desk.take)
        defer { server.stop() }
        #expect(Set(server.ports).count == 5)
        for endpoint in [3, 0, 4, 1, 2] {
            let client = try RawClient(server.addresses[endpoint])
            client.send(Self.request)
            #expect(desk.request().request.endpoint == endpoint)
        }
    }

    /// Whoever is told how far things have been observed has been told of all before.
    @Test func nothingThatHappenedBeforeABeatIsObservedAfterIt() throws {
        let latest = Mutex((beat: MonotonicTime(nanoseconds: 0), beats: 0, isLate: false))
        let server = try HTTPServer.start(
            [SocketAddress()],
            beat: { time in latest.withLock { ($0.beat, $0.beats) = (time, $0.beats + 1) } },
            observe: { event in
                guard case .replyLastByte(_, _, let before, _) = event else { return }
                latest.withLock { $0.isLate = $0.isLate || before < $0.beat }
            },
            handler: { _, reply in reply.send(.text("yes")) })
        defer { server.stop() }
        var client = try RawClient(server.addresses[0])
        while latest.withLock({ $0.beats < 20 }) {
            client.send(Self.request)
            _ = client.receiveResponse()
        }
        #expect(!latest.withLock { $0.isLate })
    }

    @Test func anAddressThatIsTakenIsNamed() throws {
        let first = try HTTPServer.start(endpoints: 1) { _, _ in }
        defer { first.stop() }
        let error = #expect(throws: ServerError.self) {
            _ = try HTTPServer.start([SocketAddress(), first.addresses[0]]) { _, _ in }
        }
        #expect(error?.description.hasPrefix("cannot listen on \(first.addresses[0]): address already in use") == true)
    }

    @Test func aStoppedServerHasClosedEverythingAndItsPortIsFree() throws {
        let desk = Desk()
        let first = try HTTPServer.start(endpoints: 1, observe: desk.note, handler: desk.take)
        var client = try RawClient(first.addresses[0])
        client.send(Self.request)
        let (_, reply) = desk.request()
        first.stop()
        #expect(client.receiveAll() == "")
        #expect(desk.eventsSoFar.map(\.name) == ["connectionLost"])
        reply.send(.text("too late"))
        first.stop()
        let second = try restarted(first)
        defer { second.stop() }
        var other = try RawClient(second.addresses[0])
        other.send(Self.request)
        #expect(other.receiveResponse().body == "again")
    }

    /// Whoever connects may be given the port while nobody listens at it, for a moment.
    private func restarted(_ server: HTTPServer) throws -> HTTPServer {
        let answer: @Sendable (ServerRequest, ReplyHandle) -> Void = { _, reply in reply.send(.text("again")) }
        for _ in 1...20 {
            if let again = try? HTTPServer.start(server.addresses, handler: answer) { return again }
            usleep(100_000)
        }
        return try HTTPServer.start(server.addresses, handler: answer)
    }

    @Test func aServerNobodyHoldsIsStopped() throws {
        var client: RawClient
        do {
            let server = try HTTPServer.start(endpoints: 1) { _, reply in reply.send(.text("x")) }
            client = try RawClient(server.addresses[0])
            client.send(Self.request)
            #expect(client.receiveResponse().body == "x")
            withExtendedLifetime(server) {}
        }
        #expect(client.receiveAll() == "")
    }

    @Test func connectionsForWhichThereIsNoDescriptorAreServedOnceThereIs() async throws {
        await #expect(processExitsWith: .success) {
            // Whatever the process that runs the tests had open came along.
            let last = (0..<Int32(20_000)).last { fcntl($0, F_GETFD) >= 0 } ?? 2
            var limit = rlimit(rlim_cur: UInt(last) + 100, rlim_max: UInt(last) + 100)
            #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            let server = try HTTPServer.start(endpoints: 1) { _, reply in reply.send(.text("x")) }
            // This one is certainly connected at both ends, so that its leaving makes room.
            let first = try Holder(server.addresses[0])
            #expect(first.ask(Self.request) == "x")
            var clients: [Holder] = []
            while let client = try? Holder(server.addresses[0]) { clients.append(client) }
            #expect(clients.count > 30)
            first.leave()
            for client in clients {
                #expect(client.ask(Self.request) == "x")
                client.leave()
            }
            server.stop()
        }
    }
}

/// A client in a class, because lists take no other.
private final class Holder {
    private var client: RawClient

    init(_ address: SocketAddress) throws {
        client = try RawClient(address)
    }

    func ask(_ request: String) -> String {
        client.send(request)
        return client.receiveResponse().body
    }

    func leave() {
        client.close()
    }
}
