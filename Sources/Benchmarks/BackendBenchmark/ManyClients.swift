import POSIX
import Timing

/// Connections that ask on a schedule, whether or not there have been answers.
struct ManyClients {
    let port: UInt16
    /// How many requests.
    let count: Int
    var connections: Int
    /// From one request to the next.
    var pause = Duration.zero

    func run() throws {
        let address = SocketAddress(port: port)
        let loop = try EventLoop()
        let members = try (0..<connections).map { _ in try Member(address, loop: loop) }
        var answered = 0
        let count = count
        for member in members {
            try member.watch {
                answered += 1
                if answered >= count { loop.stop() }
            }
        }
        let start = MonotonicTime.now() + .milliseconds(100)
        for number in 0..<count {
            loop.schedule(at: start + pause * number) { members[number % members.count].ask() }
        }
        loop.run {}
    }
}

/// One connection, which tells of each reply.
final class Member {
    private let socket: FileDescriptor
    private let loop: EventLoop
    private var buffer = [UInt8](repeating: 0, count: 512)
    private static let request = Array("GET /adobe-services/config/REF30 HTTP/1.1\r\nHost: h\r\n\r\n".utf8)

    init(_ address: SocketAddress, loop: EventLoop) throws {
        self.loop = loop
        socket = try .connected(to: address)
        socket.setNonblocking()
    }

    func watch(_ answered: @escaping () -> Void) throws {
        try loop.watch(socket.raw) { [self] readiness in
            guard readiness.contains(.reading) else { return }
            while case .bytes(let count) = socket.read(into: &buffer) {
                // Replies are short, and begin with their status line.
                if buffer[..<count].starts(with: Array("HTTP/1.1 200".utf8)) { answered() }
            }
        }
    }

    func ask() {
        _ = socket.send(Self.request, [], secondEnd: 0, from: 0)
    }
}
