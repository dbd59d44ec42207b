internal import POSIX

/// What of a reply's body is still to come, and how it is put on the wire.
struct OutgoingRest {
    let pipe: BytePipe.Reader
    /// Bytes that were promised and have not come; nil where no length was told.
    private(set) var bytesLeft: Int?
    /// Whether each piece says its length; otherwise the length was told before, or the connection's end is that of the body.
    private let isChunked: Bool
    private var isChunkOpen = false

    /// Whether the client takes the connection's end for that of the body.
    var endsWithConnection: Bool { bytesLeft == nil && !isChunked }

    /// - Parameter count: the bytes of the body that are at hand.
    init(_ rest: StreamedBody, after count: Int, framing: ReplyFraming) {
        pipe = rest.pipe
        bytesLeft = rest.length.map { max(0, $0 - count) }
        isChunked = rest.length == nil && framing.takesChunks
    }

    /// Puts between the reply's head and the beginning of its body what has to be there.
    mutating func begin(_ head: inout [UInt8], _ body: [UInt8]) {
        if isChunked, !body.isEmpty { open(&head, body.count) }
    }

    /// Takes what has come into `body`, and puts into `head` what has to be before it.
    mutating func take(_ head: inout [UInt8], _ body: inout [UInt8]) -> BytePipe.Taken {
        head.removeAll(keepingCapacity: true)
        let taken = pipe.take(into: &body)
        switch taken {
        case .bytes:
            if isChunked { open(&head, body.count) }
            guard let left = bytesLeft else { break }
            if body.count > left { body.removeLast(body.count - left) }
            bytesLeft = left - body.count
        case .ended:
            guard bytesLeft ?? 0 == 0 else { return .broken }
            if isChunked { head += Array((isChunkOpen ? "\r\n0\r\n\r\n" : "0\r\n\r\n").utf8) }
        case .nothingYet:
            break
        case .broken:
            body = []
        }
        return taken
    }

    private mutating func open(_ head: inout [UInt8], _ count: Int) {
        if isChunkOpen { head += Array("\r\n".utf8) }
        head += Array((String(count, radix: 16) + "\r\n").utf8)
        isChunkOpen = true
    }
}

extension Outgoing {
    /// Whether every byte at hand has been written, and more is to come.
    var isAtRest: Bool { rest != nil && sent == endAtHand && sent < total }

    /// Goes on with what of the body has come since; where nothing more is to be written, all has been.
    mutating func refill() -> BytePipe.Taken {
        guard var rest else { preconditionFailure("only what has a rest goes on") }
        start = sent
        let taken = rest.take(&head, &body)
        let end = start + head.count + body.count
        switch taken {
        case .bytes:
            allowed = pace.map { min(end, start + head.count + $0.chunk) } ?? end
        case .ended:
            if end == start { endOfRest = .unseen }
            (total, reportEnd, allowed) = (end, end, end)
        case .broken:
            endOfRest = .broken
            // Otherwise the client would take the end of the connection for that of the body.
            ending = rest.endsWithConnection ? .reset : .finish
            (total, reportEnd, allowed) = (end, end, end)
        case .nothingYet:
            break
        }
        self.rest = taken == .ended || taken == .broken ? nil : rest
        return taken
    }
}
