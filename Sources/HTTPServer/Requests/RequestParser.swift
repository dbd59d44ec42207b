/// Cuts the bytes of one connection into requests, however they arrive.
package struct RequestParser {
    private enum Stage {
        /// Before a request; empty lines are skipped there (RFC 9112, 2.2).
        case gap(afterReturn: Bool)
        case head
        case body(RequestHead, length: Int)
        case chunks(RequestHead, ChunkedBody)
        /// What follows the beginning of a large body: so many bytes.
        case restOfBody(RequestHead, length: Int)
        case restOfChunks(RequestHead, ChunkedBody)
    }

    private var stage = Stage.gap(afterReturn: false)
    /// The head before, which the next one often equals.
    private var last: RequestHead?
    /// The beginning of a head that was refused.
    private var refused: [UInt8] = []
    /// The bytes of an incomplete head.
    private var pending: [UInt8] = []
    private var body: [UInt8] = []
    private var hasBodyByte = false

    /// Whether no byte of a next request has arrived.
    package var isBetweenRequests: Bool {
        if case .gap = stage { true } else { false }
    }

    /// Whether the rest of a body is to come whose beginning `next` gave.
    var isWithinBody: Bool {
        switch stage {
        case .restOfBody, .restOfChunks: true
        case .gap, .head, .body, .chunks: false
        }
    }

    /// Bytes of a request that is not whole.
    var readBytes: Int {
        if case .chunks(_, let chunks) = stage { return pending.count + chunks.body.count }
        return pending.count + body.count
    }

    /// The memory they take, which is up to twice as much.
    var heldBytes: Int {
        if case .chunks(_, let chunks) = stage { return pending.capacity + chunks.body.capacity }
        return pending.capacity + body.capacity
    }

    /// Gives up what has come of a request.
    mutating func forget() {
        stage = .gap(afterReturn: false)
        (pending, body, refused) = ([], [], [])
    }

    /// Whether a client waits for `100 Continue` before it sends the body.
    package var awaitsContinue: Bool {
        switch stage {
        case .gap, .head, .restOfBody, .restOfChunks: false
        case .body(let head, _), .chunks(let head, _): head.expectsContinue && !hasBodyByte
        }
    }

    /// What is known of the head of a request that is not whole, or was refused: its first bytes.
    package var glimpse: ArraySlice<UInt8> {
        if !refused.isEmpty { return refused[...] }
        switch stage {
        case .gap: return last?.headers.bytes.prefix(Self.glimpse) ?? []
        case .head: return pending.prefix(Self.glimpse)
        case .body(let head, _), .chunks(let head, _), .restOfBody(let head, _), .restOfChunks(let head, _):
            return head.headers.bytes.prefix(Self.glimpse)
        }
    }

    private static let glimpse = 8_192
    private static let maxKept = 2_048

    package init() {}

    /// Reads from `position` on, and moves it behind what was used; nil when the request goes on after `end`.
    ///
    /// Of a large body it gives the beginning, and the rest has to be read next.
    package mutating func next(
        _ bytes: [UInt8], from position: inout Int, to end: Int, limits: Limits
    ) throws(Refusal) -> (head: RequestHead, body: [UInt8])? {
        while position < end {
            switch stage {
            case .gap(let afterReturn):
                try skip(bytes[position], afterReturn: afterReturn, position: &position)
            case .head:
                guard let head = try readHead(bytes, from: &position, to: end, limits: limits) else { return nil }
                stage = .gap(afterReturn: false)
                // What waits for its next request holds no more than a common head.
                last = head.headers.bytes.count <= Self.maxKept ? head : nil
                hasBodyByte = false
                switch head.framing {
                case .length(0): return (head, [])
                case .length(let length): stage = .body(head, length: length)
                case .chunked: stage = .chunks(head, ChunkedBody())
                }
            case .body(let head, let length):
                let count = min(length - body.count, end - position)
                hasBodyByte = true
                body += bytes[position..<position + count]
                position += count
                guard body.count == length || body.count > limits.heldBodyBytes else { return nil }
                stage = .gap(afterReturn: false)
                if body.count < length { stage = .restOfBody(head, length: length - body.count) }
                return (head, exchange(&body, with: []))
            case .chunks(let head, var chunks):
                hasBodyByte = true
                // Leaves the local copy as the only one, so that its bytes are appended to in place.
                stage = .gap(afterReturn: false)
                guard try chunks.read(bytes, from: &position, to: end, limits: limits) else {
                    guard chunks.body.count > limits.heldBodyBytes else {
                        stage = .chunks(head, chunks)
                        return nil
                    }
                    let body = chunks.takeBody()
                    stage = .restOfChunks(head, chunks)
                    return (head, body)
                }
                return (head, chunks.body)
            case .restOfBody, .restOfChunks:
                preconditionFailure("the rest of a body is to be read first")
            }
        }
        return nil
    }

    /// The next bytes of a body whose beginning was given; it is whole when ``isWithinBody`` is false afterwards.
    mutating func rest(
        _ bytes: [UInt8], from position: inout Int, to end: Int, limits: Limits
    ) throws(Refusal) -> ArraySlice<UInt8> {
        let start = position
        switch stage {
        case .restOfBody(let head, let length):
            position += min(length, end - position)
            let left = length - (position - start)
            stage = left > 0 ? .restOfBody(head, length: left) : .gap(afterReturn: false)
            return bytes[start..<position]
        case .restOfChunks(let head, var chunks):
            stage = .gap(afterReturn: false)
            let isWhole = try chunks.read(bytes, from: &position, to: end, limits: limits)
            let body = chunks.takeBody()
            if !isWhole { stage = .restOfChunks(head, chunks) }
            return body[...]
        case .gap, .head, .body, .chunks:
            preconditionFailure("no body has a rest")
        }
    }

    /// The first byte of a TLS handshake.
    private static let handshake: UInt8 = 0x16

    private mutating func skip(_ byte: UInt8, afterReturn: Bool, position: inout Int) throws(Refusal) {
        switch byte {
        case UInt8(ascii: "\r") where !afterReturn:
            stage = .gap(afterReturn: true)
            position += 1
        case UInt8(ascii: "\n") where afterReturn:
            stage = .gap(afterReturn: false)
            position += 1
        default:
            guard !afterReturn else { throw .bad("a line does not end in CR LF") }
            // What begins so may go on without any line end; whoever sends it waits for an answer.
            guard byte != Self.handshake else { throw .bad("TLS is spoken where HTTP is expected") }
            stage = .head
        }
    }

    /// A whole head; nil while it goes on.
    private mutating func readHead(
        _ bytes: [UInt8], from position: inout Int, to end: Int, limits: Limits
    ) throws(Refusal) -> RequestHead? {
        if pending.isEmpty, let last, bytes[position..<end].starts(with: last.headers.bytes) {
            position += last.headers.bytes.count
            return last
        }
        do throws(Refusal) {
            if pending.isEmpty, let headEnd = try endOfHead(in: bytes, start: position, from: position, to: end) {
                try check(headEnd - position, limits: limits)
                let head = try RequestHead(parsing: Array(bytes[position..<headEnd]), limits: limits)
                position = headEnd
                return head
            }
            let known = pending.count
            pending += bytes[position..<end]
            guard let headEnd = try endOfHead(in: pending, start: 0, from: known, to: pending.count) else {
                position = end
                try check(pending.count, limits: limits)
                return nil
            }
            try check(headEnd, limits: limits)
            position += headEnd - known
            defer { pending = [] }
            return try RequestHead(parsing: Array(pending[..<headEnd]), limits: limits)
        } catch {
            let seen = pending.isEmpty ? bytes[position..<end] : pending[...]
            refused = Array(seen.prefix(Self.glimpse))
            throw error
        }
    }

    private func check(_ count: Int, limits: Limits) throws(Refusal) {
        guard count > limits.headBytes else { return }
        throw pending.isEmpty || pending.contains(0x0a) ? .headTooLarge : .targetTooLong
    }

    /// The index after the empty line that ends the head which begins at `start`, looking at bytes from `from` on.
    private func endOfHead(in bytes: [UInt8], start: Int, from: Int, to end: Int) throws(Refusal) -> Int? {
        var index = from
        while index < end {
            if bytes[index] == UInt8(ascii: "\n") {
                guard index > start, bytes[index - 1] == UInt8(ascii: "\r") else {
                    throw .bad("a line does not end in CR LF")
                }
                if index - start >= 3, bytes[index - 2] == UInt8(ascii: "\n") { return index + 1 }
            }
            index += 1
        }
        return nil
    }
}
