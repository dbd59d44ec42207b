internal import Backend
internal import Evidence
internal import Glibc
internal import POSIX

/// The simulated services over real connections.
struct ServiceProperty {
    static let shared = ServiceProperty()

    private let control: SocketAddress
    private let service: SocketAddress
    /// Which end with the process.
    private let server: ControlServer
    private let backend: Backend

    private init() {
        let log = RequestLog()
        do {
            backend = try Backend.start(
                endpoints: 1, recorder: Recorder(sinks: [{ log.take($0) }]), openWorld: OpenWorld())
            server = try ControlServer.start(backend: backend, log: log)
        } catch {
            fatalError("the services do not start: \(error)")
        }
        control = Self.address(server.url)
        service = Self.address(backend.baseURLs[0])
    }

    private static func address(_ url: String) -> SocketAddress {
        SocketAddress(port: UInt16(url.split(separator: ":").last ?? "") ?? 0)
    }

    /// A request that may wait for something is not tried.
    func objection(toControl bytes: [UInt8]) -> String? {
        let wait = Array("wait".utf8)
        let mayWait = bytes.indices.contains { bytes[$0...].starts(with: wait) } || bytes.contains(UInt8(ascii: "%"))
        return mayWait ? nil : objection(to: control, bytes)
    }

    func objection(toService bytes: [UInt8]) -> String? {
        objection(to: service, bytes)
    }

    /// Sends the bytes and the end of them, and takes whatever comes until the other end is closed, too.
    private func objection(to address: SocketAddress, _ bytes: [UInt8]) -> String? {
        do throws(SystemError) {
            let socket = try Self.connect(to: address)
            return Self.objection(to: socket, bytes)
        } catch {
            return "nobody listens any more: \(error)"
        }
    }

    /// Waits where the ports of this machine are used up, which so many connections in a second can do.
    private static func connect(to address: SocketAddress) throws(SystemError) -> FileDescriptor {
        while true {
            do throws(SystemError) {
                return try FileDescriptor.connected(to: address)
            } catch {
                // The clock of libFuzzer interrupts, too.
                guard error.code == EADDRNOTAVAIL || error.code == EINTR else { throw error }
                usleep(10_000)
            }
        }
    }

    private static func objection(to socket: borrowing FileDescriptor, _ bytes: [UInt8]) -> String? {
        var position = 0
        while position < bytes.count, case .bytes(let count) = socket.write(bytes, from: position) { position += count }
        socket.shutDownWriting()
        var reply: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while case .bytes(let count) = socket.read(into: &buffer) {
            if reply.count < 64 { reply += buffer[..<count] }
        }
        guard !reply.isEmpty else { return nil }
        let head = String(decoding: reply.prefix(12), as: UTF8.self)
        return head.hasPrefix("HTTP/1.1 ") && !head.hasSuffix(" 500") ? nil : "the answer begins '\(head)'"
    }
}
