internal import POSIX
internal import Timing

/// The socket of a connection, with TLS on it or without.
struct Wire: ~Copyable {
    private var socket: FileDescriptor
    private let session: TLSSession?

    init(_ socket: consuming FileDescriptor, session: consuming TLSSession?) {
        self.socket = socket
        self.session = session
    }

    var isSecure: Bool { session != nil }

    /// The descriptor's number.
    var number: Int32 { socket.raw }

    var unacknowledgedBytes: Int? { socket.unacknowledgedBytes }

    func read(into buffer: inout [UInt8]) -> Transferred {
        guard session != nil else { return socket.receive(into: &buffer) }
        switch session?.read(into: &buffer) {
        case .moved(let transferred): return transferred
        case .failed(.plainHTTP):
            _ = socket.send(Self.adviceForPlainHTTP, [], secondEnd: 0, from: 0)
            return .ended
        case .failed, nil: return .failed(0)
        }
    }

    /// Writes `first` from `start`, then `second` up to `secondEnd`; see `FileDescriptor.send`.
    func send(_ first: [UInt8], _ second: [UInt8], secondEnd: Int, from start: Int) -> Transferred {
        guard session != nil else { return socket.send(first, second, secondEnd: secondEnd, from: start) }
        let outcome =
            start < first.count
            ? session?.write(first, from: start, to: first.count)
            : session?.write(second, from: start - first.count, to: secondEnd)
        if case .moved(let transferred) = outcome { return transferred }
        return .failed(0)
    }

    /// Ends our half.
    func shutDownWriting() {
        session?.finish()
        socket.shutDownWriting()
    }

    mutating func close() {
        session?.finish()
        socket.close()
    }

    mutating func reset() {
        socket.reset()
    }

    private static var adviceForPlainHTTP: [UInt8] {
        let body = "400 Bad Request: this port speaks TLS; use https:\n"
        return Array(
            """
            HTTP/1.1 400 Bad Request\r
            Date: \(WallTime.now().httpDate)\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Length: \(body.utf8.count)\r
            Connection: close\r
            \r
            \(body)
            """.utf8)
    }
}
