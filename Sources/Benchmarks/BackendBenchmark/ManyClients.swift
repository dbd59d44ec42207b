import POSIX
import Timing

/// Connections that ask once, all at the same time.
struct ManyClients {
    let port: UInt16
    let count: Int

    /// Prints how many replies came before one that should have come earlier.
    func run() throws {
        let loop = try EventLoop()
        let members = try Member.several(count, port, loop, answers: count)
        loop.schedule(at: .now() + .milliseconds(100)) { for member in members { member.ask() } }
        loop.run {}
    }
}

/// One connection, which tells of each reply.
final class Member {
    private let socket: FileDescriptor
    private let loop: EventLoop
    private var buffer = [UInt8](repeating: 0, count: 512)
    private static let request = Array("GET /adobe-services/config/REF30 HTTP/1.1\r\nHost: h\r\n\r\n".utf8)

    private init(_ address: SocketAddress, loop: EventLoop) throws {
        self.loop = loop
        socket = try .connected(to: address)
        socket.setNonblocking()
    }

    /// So many connections, with which the loop ends after so many answers.
    static func several(_ number: Int, _ port: UInt16, _ loop: EventLoop, answers: Int) throws -> [Member] {
        let members = try (0..<number).map { _ in try Member(SocketAddress(port: port), loop: loop) }
        var answered = 0
        for member in members {
            try member.watch {
                answered += 1
                if answered >= answers { loop.stop() }
            }
        }
        return members
    }

    private func watch(_ answered: @escaping () -> Void) throws {
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

/// Asks on a schedule, whether or not there have been answers.
struct Asking {
    let port: UInt16
    let count: Int

    func run() throws {
        let loop = try EventLoop()
        // So many that the next request of a connection is asked when its last is answered.
        let members = try Member.several(200, port, loop, answers: count)
        let start = MonotonicTime.now() + .milliseconds(100)
        for number in 0..<count {
            loop.schedule(at: start + .milliseconds(number)) { members[number % members.count].ask() }
        }
        loop.run {}
    }
}
