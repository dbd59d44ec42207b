internal import Timing

/// A reply that is being written.
struct Outgoing {
    /// What follows the last byte.
    enum Ending: Sendable, Hashable {
        /// The next reply.
        case next
        /// An orderly end of the stream.
        case finish
        /// A reset, once the bytes are acknowledged.
        case reset
        /// Nothing.
        case stall
    }

    /// Body bytes that leave one chunk at a time.
    struct Pace {
        var chunk: Int
        var interval: Duration
        /// When the chunk after those allowed is due.
        var next: MonotonicTime
    }

    enum Bytes {
        /// The status line and the date, and what follows them.
        case prepared(head: [UInt8], PreparedBytes)
        /// The head in memory of the server's own, to be used again, and the body that follows it.
        case made(head: [UInt8], body: [UInt8])
    }

    let exchange: UInt64
    let bytes: Bytes
    /// All bytes to write.
    let total: Int
    /// The bytes that may be written now.
    var allowed: Int
    /// Where the reply the peer waits for ends; behind it is a duplicate.
    let reportEnd: Int
    let ending: Ending
    /// Whether the delivery breaks the reply, so that its last byte is not reported.
    let isBroken: Bool
    let reportsAcknowledgement: Bool
    var pace: Pace?
    var sent = 0
    /// Just before the first byte was written.
    var firstByte = MonotonicTime(nanoseconds: 0)

    /// A reply whose bytes are made already, but for `head`.
    init(_ prepared: PreparedBytes, exchange: UInt64, head: consuming [UInt8], reportsAcknowledgement: Bool) {
        self.exchange = exchange
        self.reportsAcknowledgement = reportsAcknowledgement
        total = head.count + prepared.bytes.count
        bytes = .prepared(head: head, prepared)
        allowed = total
        reportEnd = total
        ending = .next
        isBroken = false
    }

    /// A reply of which `head` is the status line and the date.
    init(_ reply: ServerReply, exchange: UInt64, framing: ReplyFraming, head: consuming [UInt8]) {
        let hasBody = reply.mayHaveBody && !framing.omitsBody
        let length = hasBody ? reply.body.count : 0
        head.appendFields(of: reply, framing: framing)
        var body = hasBody ? reply.body : []
        var kept = length
        var ending = framing.closes ? Ending.finish : .next
        var isBroken = false
        var pace: Pace?
        var reportEnd = head.count + length
        switch reply.delivery {
        case .whole:
            break
        case .refuse:
            preconditionFailure("a refused reply is not written")
        case .resetAfterHeaders:
            (kept, ending, isBroken) = (0, .reset, true)
        case .truncate(let bytes):
            (kept, ending, isBroken) = (min(max(0, bytes), length), .finish, true)
        case .stall(let bytes):
            (kept, ending, isBroken) = (min(max(0, bytes), length), .stall, true)
        case .slow(let chunk, let interval):
            pace = Pace(chunk: max(1, chunk), interval: interval, next: .now() + interval)
        case .duplicate:
            let once = head + body
            reportEnd = once.count
            head = once + once
            (body, kept) = ([], 0)
        }
        self.exchange = exchange
        total = head.count + kept
        allowed = pace.map { head.count + min($0.chunk, kept) } ?? total
        bytes = .made(head: head, body: body)
        self.reportEnd = reportEnd
        self.ending = ending
        self.isBroken = isBroken
        self.pace = pace
        reportsAcknowledgement = reply.isAcknowledgementReported
    }

    /// What is kept for this reply alone.
    var heldBytes: Int {
        if case .made(_, let body) = bytes { body.count } else { 0 }
    }

    /// Whether bytes that may leave have not.
    var isStuck: Bool { sent < allowed }

    /// Lets the chunk leave that has become due.
    mutating func allowNextChunk() {
        guard var pace else { return }
        pace.next = pace.next + pace.interval
        allowed = min(allowed + pace.chunk, total)
        self.pace = pace
    }
}
