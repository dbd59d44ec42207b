import Glibc
import HTTPServer
import POSIX
import Synchronization
import Testing

/// What clients make the server hold is bounded, whoever comes, and others are served meanwhile.
@Suite struct MemoryBudgetTests {
    private static func server(
        bufferBytes: Int = 4 << 20, observe: @escaping @Sendable (WireEvent) -> Void = { _ in },
        _ handler: @escaping @Sendable (ServerRequest) -> ServerReply
    ) throws -> HTTPServer {
        var limits = Limits()
        limits.bufferBytes = bufferBytes
        limits.silence = .seconds(3_600)
        return try HTTPServer.start([SocketAddress()], limits: limits, observe: observe) { request, handle in
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

    /// Small things are much, too, if there are enough of them.
    @Test func headsThatAreTooMuchTogetherAreRefused() throws {
        let server = try Self.server(bufferBytes: 300_000) { _ in ServerReply(status: 200) }
        defer { server.stop() }
        var clients: [Int32] = []
        defer { for client in clients { _ = FileDescriptor(owning: client) } }
        var refused = 0
        var buffer = [UInt8](repeating: 0, count: 4_096)
        for _ in 0..<20 {
            var client = try FileDescriptor.connected(to: server.addresses[0])
            client.setReceiveTimeout(milliseconds: 200)
            let head = "GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 60_000)
            _ = client.send(Array(head.utf8), [], secondEnd: 0, from: 0)
            if case .bytes(let count) = client.read(into: &buffer),
                String(decoding: buffer[..<count], as: UTF8.self).hasPrefix("HTTP/1.1 503 ")
            {
                refused += 1
            }
            clients.append(client.release())
        }
        #expect(refused >= 10)
    }

    /// There is room for two of them.
    @Test func largeRepliesThatNobodyReadsAreCutOff() throws {
        let lost = Mutex(0)
        let server = try Self.server(
            bufferBytes: 40 << 20,
            observe: { if case .connectionLost = $0 { lost.withLock { $0 += 1 } } },
            { ServerReply(status: 200, body: [UInt8](repeating: 0x41, count: $0.path == "/small" ? 1_000 : 16 << 20)) })
        defer { server.stop() }
        var clients: [Int32] = []
        defer { for client in clients { _ = FileDescriptor(owning: client) } }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        for path in Array(repeating: "/large", count: 8) + ["/small"] {
            var client = try FileDescriptor.connected(to: server.addresses[0])
            client.setReceiveBuffer(bytes: 4_096)
            client.setReceiveTimeout(seconds: 300)
            _ = client.send(Array("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n".utf8), [], secondEnd: 0, from: 0)
            // Some bytes, or a reset that has overtaken them.
            let moved = client.read(into: &buffer)
            clients.append(client.release())
            guard path == "/small" else { continue }
            guard case .bytes(let count) = moved else { throw NoReply() }
            #expect(String(decoding: buffer[..<count], as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
        }
        #expect(lost.withLock { $0 } == 6)
    }

    private struct NoReply: Error {}

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

extension FileDescriptor {
    /// Fixes the kernel's receive buffer, so that this peer reads slowly.
    fileprivate func setReceiveBuffer(bytes: Int32) {
        var bytes = bytes
        _ = unsafe setsockopt(raw, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }
}
