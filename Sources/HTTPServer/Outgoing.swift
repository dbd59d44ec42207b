internal import POSIX
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

    let exchange: UInt64
    /// Written first.
    let head: [UInt8]
    /// Written after the head up to `total`.
    let body: [UInt8]
    /// Where the bytes are in a file, too, from which the kernel takes them without copying.
    let file: MemoryFile?
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
    /// Whether `head` is memory of the server's own, to be used again.
    let isHeadOwned: Bool

    /// A reply whose bytes are made already; nil where they are not, or where the connection wants others.
    init?(prepared reply: borrowing ServerReply, exchange: UInt64, framing: ReplyFraming) {
        guard let prepared = reply.prepared, framing.isPlain, reply.delivery == .whole else { return nil }
        let bytes = prepared.bytes
        self.exchange = exchange
        head = bytes
        body = []
        file = prepared.file
        total = bytes.count
        allowed = bytes.count
        reportEnd = bytes.count
        ending = .next
        isBroken = false
        reportsAcknowledgement = reply.isAcknowledgementReported
        isHeadOwned = false
    }

    init(_ reply: ServerReply, exchange: UInt64, framing: ReplyFraming, head: consuming [UInt8]) {
        let hasBody = reply.mayHaveBody && !framing.omitsBody
        let length = hasBody ? reply.body.count : 0
        head.appendHead(of: reply, framing: framing)
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
        self.body = body
        file = nil
        total = head.count + kept
        allowed = pace.map { head.count + min($0.chunk, kept) } ?? total
        self.head = head
        self.reportEnd = reportEnd
        self.ending = ending
        self.isBroken = isBroken
        self.pace = pace
        reportsAcknowledgement = reply.isAcknowledgementReported
        isHeadOwned = true
    }
}
