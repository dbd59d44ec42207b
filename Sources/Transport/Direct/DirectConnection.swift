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
    /// Of a reply that has come in part.
    ///
    /// Most come whole and leave nothing here: among thousands of connections every piece of memory that a reply need not
    /// touch is one less to wait for.
    private var partial: PartialReply?
    private var isConnecting = true
    /// Whether the peer will send no more than what is to be read.
    private var isLast = false
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

    /// Whether the request on it may be sent again on another: its reply has not begun, and an older one of the
    /// connection's shows that the peer may just have closed it.
    var mayBeSentAgain: Bool { isUsed && partial == nil }

    /// Sends a request, of which `text` is all.
    func begin(_ order: TransferLoop.Start, _ text: UnsafeRawBufferPointer) -> Progress {
        self.order = order
        deadline = .now() + order.request.timeout
        guard !isConnecting else {
            unsafe keep(text)
            return .underWay
        }
        switch unsafe socket.send(text) {
        case .bytes(let count):
            guard count < text.count else { return .underWay }
            unsafe keep(UnsafeRawBufferPointer(rebasing: text[count...]))
            // What there is no room for is sent when there is.
            return sendRest() ?? .underWay
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
        partial = nil
        return order
    }

    func close() {
        socket.close()
    }

    /// Moves what can be moved.
    func act(_ ready: SocketWatch.Directions, _ memory: inout ReplyMemory) -> Progress {
        if isConnecting {
            guard ready.contains(.writing) || ready.contains(.broken) else { return .underWay }
            if let problem = socket.pendingError {
                return .broken(Self.refused(pool.address, SystemError("connect", code: problem)))
            }
            isConnecting = false
        }
        if ready.contains(.ended) { isLast = true }
        if let problem = sendRest() { return problem }
        guard ready.contains(.reading) || ready.contains(.broken) else { return .underWay }
        return receive(&memory)
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

    private func receive(_ memory: inout ReplyMemory) -> Progress {
        while true {
            switch socket.receive(into: &memory.buffer) {
            case .blocked: return .underWay
            case .bytes(let count):
                guard let order else { return .useless }
                var reader = takeReader(of: order, &memory)
                switch reader.read(memory.buffer, count) {
                case .underWay: keep(reader)
                case .complete(let isReusable):
                    // Where there was no room for more, what else has come is no change of its own, and answers nothing.
                    let isAll = count < memory.buffer.count && !isLast
                    return .done(
                        .success(reader.take()), isReusable: isReusable && isAll && unsentStart >= unsent.count)
                case .failed(let error): return .done(.failure(error), isReusable: false)
                }
                // Fewer bytes than there was room for are all there were: more are a change of their own.
                if count < memory.buffer.count, !isLast { return .underWay }
            case .ended:
                guard let order else { return .useless }
                var reader = takeReader(of: order, &memory)
                switch reader.end() {
                case .underWay: return .broken(TransportError(.emptyReply, message: "the connection ended unanswered"))
                case .complete: return .done(.success(reader.take()), isReusable: false)
                case .failed(let error): return .done(.failure(error), isReusable: false)
                }
            case .failed(let code):
                guard order != nil else { return .useless }
                return .broken(Self.reset(code))
            }
        }
    }

    private func takeReader(of order: TransferLoop.Start, _ memory: inout ReplyMemory) -> ReplyReader {
        if let partial {
            var reader = ReplyReader()
            swap(&partial.reader, &reader)
            return reader
        }
        return ReplyReader(
            isBodyless: order.request.method == "HEAD", maximumBytes: order.request.maximumReplyBytes,
            memory: memory.take())
    }

    private func keep(_ reader: ReplyReader) {
        if let partial { partial.reader = reader } else { partial = PartialReply(reader) }
    }

    private static func reset(_ code: Int32) -> TransportError {
        TransportError(.connectionReset, message: "\(SystemError("use the connection", code: code))")
    }
}

/// What has come of a reply so far.
private final class PartialReply {
    var reader: ReplyReader

    init(_ reader: ReplyReader) {
        self.reader = reader
    }
}
