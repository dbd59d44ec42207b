import Glibc
import Synchronization

/// A server on 127.0.0.1 that says exactly the bytes it is told, with a thread for each connection.
final class LoopbackServer: Sendable {
    struct Received: Sendable {
        /// The head with its line ends, up to and including the empty line.
        var head: String
        var body: [UInt8]
        /// Counted from zero, in order of arrival.
        var connection: Int

        var path: String {
            let parts = head.prefix { $0 != "\r\n" }.split(separator: " ")
            return parts.count > 1 ? String(parts[1]) : ""
        }
    }

    enum Ending: Sendable {
        case keepAlive
        case close
        /// The peer gets a RST.
        case reset
        /// Nothing more is said until the peer goes.
        case hang
    }

    struct Answer: Sendable {
        var bytes: [UInt8]
        var ending: Ending = .keepAlive

        /// Complete and in order, with its length.
        static func text(_ body: String, status: String = "200 OK", headers: String = "") -> Answer {
            Answer("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
        }

        init(_ text: String, ending: Ending = .keepAlive) {
            bytes = Array(text.utf8)
            self.ending = ending
        }
    }

    typealias Handler = @Sendable (Received) -> Answer

    let port: UInt16
    private let listener: Int32
    private let greeting: [UInt8]
    private let handler: Handler
    private let connections = Atomic(0)

    /// The greeting is said to every connection before anything is read.
    init(greeting: String = "", _ handler: @escaping Handler) throws {
        self.handler = handler
        self.greeting = Array(greeting.utf8)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = self.listener
        let isBound = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            guard let start = bytes.baseAddress else { return false }
            let pointer = unsafe start.assumingMemoryBound(to: sockaddr.self)
            return unsafe bind(listener, pointer, length) == 0 && listen(listener, 1024) == 0
                && getsockname(listener, pointer, &length) == 0
        }
        guard isBound else { throw SocketProblem() }
        port = UInt16(bigEndian: address.sin_port)
        startThread { [self] in
            // Subtleness ahead: who accepts is who closes. A number that somebody else closed may be another server's
            // by the time that a thread which was held up accepts on it again, and then takes that one's connections.
            defer { close(listener) }
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard connection >= 0 else { return }
                // A child process of another test would keep it open, and nobody would see its end.
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                let number = connections.add(1, ordering: .relaxed).oldValue
                startThread { self.serve(connection, number: number) }
            }
        }
    }

    var url: String { "http://127.0.0.1:\(port)" }
    var connectionCount: Int { connections.load(ordering: .relaxed) }

    /// Takes no more connections; those there are end with their peers.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ connection: Int32, number: Int) {
        defer { close(connection) }
        guard say(greeting, on: connection) else { return }
        var buffer: [UInt8] = []
        while let received = receive(from: connection, number: number, buffer: &buffer) {
            let answer = handler(received)
            guard say(answer.bytes, on: connection) else { return }
            switch answer.ending {
            case .keepAlive: continue
            case .close:
                shutdown(connection, Int32(SHUT_RDWR))
                return
            case .hang:
                while fill(&buffer, from: connection) {}
                return
            case .reset:
                var option = linger(l_onoff: 1, l_linger: 0)
                unsafe setsockopt(
                    connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
                return
            }
        }
    }

    private func say(_ bytes: [UInt8], on connection: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe send(
                    connection, bytes.baseAddress?.advanced(by: written), bytes.count - written, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    private func receive(from connection: Int32, number: Int, buffer: inout [UInt8]) -> Received? {
        let blank = Array("\r\n\r\n".utf8)
        // A head may be megabytes long, so what was searched is not searched again.
        var end = buffer.firstRange(of: blank)?.upperBound
        while end == nil {
            let searched = max(0, buffer.count - blank.count)
            guard fill(&buffer, from: connection) else { return nil }
            end = buffer[searched...].firstRange(of: blank)?.upperBound
        }
        let head = String(decoding: buffer.prefix(end ?? 0), as: UTF8.self)
        let length =
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) } ?? 0
        while buffer.count < head.utf8.count + length {
            guard fill(&buffer, from: connection) else { return nil }
        }
        let body = Array(buffer[head.utf8.count..<head.utf8.count + length])
        buffer.removeFirst(head.utf8.count + length)
        return Received(head: head, body: body, connection: number)
    }

    private func fill(_ buffer: inout [UInt8], from connection: Int32) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe read(connection, &chunk, chunk.count)
        guard count > 0 else { return false }
        buffer += chunk[..<count]
        return true
    }
}

struct SocketProblem: Error {}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

private func startThread(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let box = unsafe Unmanaged.passRetained(ThreadBody(body))
    unsafe pthread_create(
        &thread, nil,
        { context in
            if let context = unsafe context {
                unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
            }
            return nil
        }, box.toOpaque())
    pthread_detach(thread)
}
