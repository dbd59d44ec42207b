internal import POSIX
internal import Synchronization

/// Connections that nobody uses, open until the session is let go.
final class ConnectionsAhead: Sendable {
    private final class Held: Sendable {
        let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) {
            self.descriptor = descriptor
        }
    }

    private let held = Mutex<[Held]>([])

    /// Opens one to each of the addresses that are numbers; nobody waits for it.
    func open(to urls: [String]) {
        for url in urls {
            let authority = url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" }
            let parts = authority.split(separator: ":")
            guard parts.count == 2, let port = UInt16(parts[1]) else { continue }
            let address = SocketAddress(host: String(parts[0]), port: port)
            startThread { [weak self] in
                guard let descriptor = try? FileDescriptor.connected(to: address) else { return }
                let connection = Held(descriptor)
                self?.held.withLock { $0.append(connection) }
            }
        }
    }
}
