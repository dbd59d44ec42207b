/// How a reply is put on the wire, or broken there.
///
/// Body bytes are counted without the head. After any of the broken deliveries no further request of the connection
/// is read.
package enum Delivery: Sendable, Hashable {
    case whole
    /// A reset before a byte of the reply.
    case refuse
    /// A reset after the head, once the peer's kernel has acknowledged it, so that it is not lost with the reset.
    case resetAfterHeaders
    /// That much of the body, then an orderly end of the stream, although Content-Length says more.
    case truncate(bodyBytes: Int)
    /// That much of the body, then nothing; the connection stays open until the peer closes it or the server stops.
    case stall(bodyBytes: Int)
    /// The head with the first chunk, then one chunk after every interval, each due counted from the first.
    case slow(bytesPerChunk: Int, every: Duration)
    /// The whole response twice in a row; the second answers no request.
    case duplicate
}
