internal import POSIX
internal import Timing

/// One connection, with the request that is on it.
///
/// Belongs to the loop's thread.
final class DirectConnection {
    /// What came of moving bytes.
    enum Progress {
        case underWay
        /// Nothing is under way, and the peer has ended the connection or sent what nobody asked for.
        case useless
        case done(Result<HTTPResponse, TransportError>, isReusable: Bool)
        /// The connection broke before the first byte of a reply.
        case broken(TransportError)
    }

    let pool: DirectPool
    /// Tells it from an earlier one with the same descriptor.
    let serial: UInt64
    private var socket: FileDescriptor
    private(set) var order: TransferLoop.Start?
    private var reader = ReplyReader()
    private var isConnecting = true
    /// Whether it carried a request before this one.
    private var isUsed = false
    /// What is left to be sent.
    private var unsent: [UInt8] = []
    private var unsentStart = 0
    private(set) var deadline = MonotonicTime(nanoseconds: 0)
    /// When somebody looks at the deadline; nil where nobody will.
    var timer: MonotonicTime?

    init(_ socket: consuming FileDescriptor, _ pool: DirectPool, serial: UInt64) {
        self.socket = socket
        self.serial = serial
        self.pool = pool
    }

    var number: Int32 { socket.raw }

    var isClosed: Bool { socket.raw < 0 }

    /// What it has to be watched for.
    var wanted: SocketWatch.Directions {
        if isConnecting { return .writing }
        return unsentStart < unsent.count ? [.reading, .writing] : .reading
    }

    /// Whether the request on it may be sent again on another: its reply has not begun, and an older one of the
    /// connection's shows that the peer may just have closed it.
    var mayBeSentAgain: Bool { isUsed && reader.isUntouched }

    /// Sends a request, of which `text` is all.
    func begin(_ order: TransferLoop.Start, _ text: UnsafeRawBufferPointer) -> Progress {
        self.order = order
        deadline = .now() + order.request.timeout
        reader = ReplyReader(
            isBodyless: order.request.method == "HEAD", maximumBytes: order.request.maximumReplyBytes)
        guard !isConnecting else {
            unsafe keep(text)
            return .underWay
        }
        switch unsafe socket.send(text) {
        case .bytes(let count):
            // What is left is sent when there is room.
            if count < text.count { unsafe keep(UnsafeRawBufferPointer(rebasing: text[count...])) }
            return .underWay
        case .blocked, .ended:
            unsafe keep(text)
            return .underWay
        case .failed(let code):
            return .broken(Self.reset(code))
        }
    }

    /// Takes the request off the connection.
    func end() -> TransferLoop.Start? {
        defer { order = nil }
        isUsed = true
        return order
    }

    func close() {
        socket.close()
    }

    /// Moves what can be moved; `buffer` is anybody's memory to read into.
    func act(_ ready: SocketWatch.Directions, _ buffer: inout [UInt8]) -> Progress {
        if isConnecting {
            guard ready.contains(.writing) || ready.contains(.broken) else { return .underWay }
            if let problem = socket.pendingError {
                return .broken(Self.refused(pool.address, SystemError("connect", code: problem)))
            }
            isConnecting = false
        }
        if let problem = sendRest() { return problem }
        guard ready.contains(.reading) || ready.contains(.broken) else { return .underWay }
        return receive(&buffer)
    }

    static func refused(_ address: SocketAddress, _ error: SystemError) -> TransportError {
        TransportError(.couldNotConnect, message: "no connection to \(address): \(error)")
    }

    private func keep(_ text: UnsafeRawBufferPointer) {
        (unsent, unsentStart) = unsafe (Array(text), 0)
    }

    /// Nil where the rest has gone, or waits for room.
    private func sendRest() -> Progress? {
        while unsentStart < unsent.count {
            switch socket.send(unsent, [], secondEnd: 0, from: unsentStart) {
            case .bytes(let count): unsentStart += count
            case .blocked, .ended: return nil
            case .failed(let code): return .broken(Self.reset(code))
            }
        }
        if !unsent.isEmpty { (unsent, unsentStart) = ([], 0) }
        return nil
    }

    private func receive(_ buffer: inout [UInt8]) -> Progress {
        while true {
            switch socket.receive(into: &buffer) {
            case .blocked: return .underWay
            case .bytes(let count):
                guard let order else { return .useless }
                switch reader.read(buffer, count) {
                case .underWay: break
                case .complete(let isReusable):
                    return done(order, isReusable: isReusable && unsentStart >= unsent.count)
                case .failed(let error): return .done(.failure(error), isReusable: false)
                }
                if count < buffer.count { return .underWay }
            case .ended:
                guard let order else { return .useless }
                switch reader.end() {
                case .underWay: return .broken(TransportError(.emptyReply, message: "the connection ended unanswered"))
                case .complete: return done(order, isReusable: false)
                case .failed(let error): return .done(.failure(error), isReusable: false)
                }
            case .failed(let code):
                guard order != nil else { return .useless }
                return .broken(Self.reset(code))
            }
        }
    }

    private func done(_ order: TransferLoop.Start, isReusable: Bool) -> Progress {
        let reply = reader.take()
        return .done(
            .success(
                HTTPResponse(
                    status: reply.status, headers: reply.headers, body: reply.body, url: order.request.url,
                    receivedAt: .now())), isReusable: isReusable)
    }

    private static func reset(_ code: Int32) -> TransportError {
        TransportError(.connectionReset, message: "\(SystemError("use the connection", code: code))")
    }
}
