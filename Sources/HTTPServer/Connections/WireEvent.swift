package import Timing

/// What happened to an exchange on the wire; posted on the server's thread, which must not be kept.
package enum WireEvent: Sendable, Hashable {
    /// Taken just before the write of the reply's first byte.
    case replyFirstByte(exchange: UInt64, at: MonotonicTime)
    /// `first`: as of the event of the first byte.
    /// `before`: just before the write of the last byte, so that until then the peer cannot have had the whole reply.
    /// `after`: when that write had returned.
    case replyLastByte(exchange: UInt64, first: MonotonicTime, before: MonotonicTime, after: MonotonicTime)
    /// The reply's delivery has been broken as its `Delivery` says: reset, ended or stalled.
    case replyBroken(exchange: UInt64, at: MonotonicTime)
    /// What the rest of the reply's body came from has broken off, and so was the reply.
    case sourceBroken(exchange: UInt64, at: MonotonicTime)
    /// The peer has ended its half while the exchange was unanswered; it may have gone, or may still read.
    case peerFinished(exchange: UInt64, at: MonotonicTime)
    /// The connection ended before the reply was wholly written, through no `Delivery` of ours.
    ///
    /// It is said again when the reply comes and nobody waits for it any more.
    case connectionLost(exchange: UInt64, at: MonotonicTime)
    /// What arrived was no acceptable request, and was answered with `status` by the server itself.
    case requestRefused(endpoint: Int, Refusal, at: MonotonicTime)
}
