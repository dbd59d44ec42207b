import HTTPServer
import POSIX
import Testing

/// What clients make the server hold is bounded, whoever comes, and others are served meanwhile.
@Suite struct MemoryBudgetTests {
    private static func server(_ handler: @escaping @Sendable (ServerRequest) -> ServerReply) throws -> HTTPServer {
        var limits = Limits()
        limits.bufferBytes = 4 << 20
        return try HTTPServer.start([SocketAddress()], limits: limits) { request, handle in
            handle.send(handler(request))
        }
    }

    private static func request(_ length: Int) -> [UInt8] {
        Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n".utf8)
    }

    @Test func bodiesThatAreTooMuchTogetherAreRefused() throws {
        let server = try Self.server { ServerReply(status: 200, body: Array("\($0.body.count)".utf8)) }
        defer { server.stop() }
        let address = server.addresses[0]
        var clients: [Int32] = []
        defer { for client in clients { _ = FileDescriptor(owning: client) } }
        // Each is half of what it says.
        var refused = 0
        for _ in 0..<12 {
            var client = try FileDescriptor.connected(to: address)
            client.setReceiveTimeout(milliseconds: 200)
            _ = client.send(Self.request(2 << 20) + [UInt8](repeating: 0x41, count: 1 << 20), [], secondEnd: 0, from: 0)
            var buffer = [UInt8](repeating: 0, count: 4_096)
            if case .bytes(let count) = client.read(into: &buffer),
                String(decoding: buffer[..<count], as: UTF8.self).hasPrefix("HTTP/1.1 503 ")
            {
                refused += 1
            }
            clients.append(client.release())
        }
        #expect(refused >= 6)
        // Whoever asks for little is served.
        let small = try FileDescriptor.connected(to: address)
        small.setReceiveTimeout(seconds: 30)
        _ = small.send(Self.request(3) + Array("abc".utf8), [], secondEnd: 0, from: 0)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        guard case .bytes(let count) = small.read(into: &buffer) else {
            Issue.record("no reply")
            return
        }
        #expect(String(decoding: buffer[..<count], as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
    }

    @Test func whoReadsNoReplyIsCutOff() throws {
        let server = try Self.server { _ in ServerReply(status: 200, body: [UInt8](repeating: 0x41, count: 1 << 20)) }
        defer { server.stop() }
        let client = try FileDescriptor.connected(to: server.addresses[0])
        client.setReceiveBuffer(bytes: 4_096)
        let one = Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        _ = client.send((0..<60).flatMap { _ in one }, [], secondEnd: 0, from: 0)
        client.setReceiveTimeout(seconds: 30)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var total = 0
        while case .bytes(let count) = client.read(into: &buffer), count > 0 { total += count }
        #expect(total < 60 << 20)
    }
}
