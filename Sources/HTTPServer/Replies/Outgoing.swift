internal import Timing

/// A reply that is being written.
struct Outgoing {
    /// What follows the last byte.
    enum Ending: Sendable, Hashable {
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

    enum EndOfRest {
        /// It has come after the last byte was written, which nobody knew to be the last.
        case unseen
        /// It does not come.
        case broken
    }

    let exchange: UInt64
    /// The bytes at hand: first those in memory of the server's own, which is used again, such as the status line.
    var head: [UInt8]
    /// What follows them.
    var body: [UInt8]
    /// Whether the body is that of many replies.
    let isPrepared: Bool
    /// Of all bytes, those before the ones at hand.
    var start = 0
    /// All bytes to write; `.max` while that is not known.
    var total: Int
    /// The bytes that may be written now.
    var allowed: Int
    /// Where the reply the peer waits for ends; behind it is a duplicate.
    var reportEnd: Int
    var ending: Ending
    /// Whether the reply is broken on purpose, so that its last byte is not reported.
    var isBroken: Bool
    var pace: Pace?
    /// What follows the bytes at hand.
    var rest: OutgoingRest?
    /// What has to be told of the end of the rest.
    var endOfRest: EndOfRest?
    var sent = 0
    /// Just before the first byte was written.
    var firstByte = MonotonicTime(nanoseconds: 0)
    /// Just before the last write.
    var lastWrite = MonotonicTime(nanoseconds: 0)

    /// A reply whose bytes are made already, but for `head`.
    init(_ prepared: [UInt8], exchange: UInt64, head: consuming [UInt8]) {
        self.exchange = exchange
        total = head.count + prepared.count
        self.head = head
        body = prepared
        isPrepared = true
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
        var rest = hasBody ? reply.rest.map { OutgoingRest($0, after: length, framing: framing) } : nil
        rest?.begin(&head, body)
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
            // On a connection that stays open, every later answer would be taken for that of the request before it.
            ending = .finish
            let once = head + body
            reportEnd = once.count
            head = once + once
            (body, kept) = ([], 0)
        }
        // A reply that is broken within its first bytes, or said twice, does not go on.
        if isBroken || reply.delivery == .duplicate { rest = nil }
        self.exchange = exchange
        let atHand = head.count + kept
        total = rest == nil ? atHand : rest?.bytesLeft.map { atHand + $0 } ?? .max
        allowed = pace.map { head.count + min($0.chunk, kept) } ?? atHand
        self.head = head
        self.body = body
        isPrepared = false
        self.reportEnd = rest == nil ? reportEnd : total
        self.rest = rest
        self.ending = ending
        self.isBroken = isBroken
        self.pace = pace
    }

    /// What is kept for this reply alone.
    var heldBytes: Int { isPrepared ? 0 : body.count }

    /// Where the bytes at hand end.
    var endAtHand: Int { start + head.count + body.count }

    /// Whether bytes that may leave have not.
    var isStuck: Bool { sent < allowed }

    /// Lets the chunk leave that has become due.
    mutating func allowNextChunk() {
        guard var pace else { return }
        pace.next = pace.next + pace.interval
        let end = rest == nil ? total : endAtHand
        allowed = pace.chunk < end - allowed ? allowed + pace.chunk : end
        self.pace = pace
    }
}
