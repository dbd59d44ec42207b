import POSIX
import Testing

/// Connections that each ask for one reply, watched together.
final class ManyClients {
    private final class Member {
        let socket: FileDescriptor

        init(_ address: SocketAddress) throws {
            socket = try .connected(to: address)
            socket.setNonblocking()
        }
    }

    private let loop: EventLoop
    private let members: [Member]
    private var ranks: [Int] = []

    init(_ address: SocketAddress, count: Int) throws {
        loop = try EventLoop()
        members = try (0..<count).map { _ in try Member(address) }
    }

    /// Asks on all connections, and gives the numbers the replies hold in the order in which they came.
    func ranksInOrderOfArrival() throws -> [Int] {
        var newcomers = members.count
        for member in members {
            var isNew = true
            try loop.watch(member.socket.raw) { [unowned self] _ in
                guard isNew else { return read(member) }
                // Once every socket has reported that it can be written to, a report can only mean a reply.
                isNew = false
                newcomers -= 1
                if newcomers == 0 { ask() }
            }
        }
        loop.run {}
        return ranks
    }

    private func ask() {
        for (index, member) in members.enumerated() {
            let request = Array("GET /\(index) HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
            #expect(member.socket.send(request, [], secondEnd: 0, from: 0) == .bytes(request.count))
        }
    }

    private func read(_ member: Member) {
        var buffer = [UInt8](repeating: 0, count: 1_000)
        guard case .bytes(let count) = member.socket.read(into: &buffer) else { return }
        let reply = String(decoding: buffer[..<count], as: UTF8.self)
        ranks.append(reply.split(separator: "\r\n").last.flatMap { Int($0) } ?? -1)
        if ranks.count == members.count { loop.stop() }
    }
}
