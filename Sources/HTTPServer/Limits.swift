/// What one peer may ask of the server before it is refused.
package struct Limits: Sendable, Hashable {
    /// Bytes of request line and header fields together; more is answered 431, a longer target alone 414.
    package var headBytes = 64 * 1024
    /// Number of header fields; more is answered 431.
    package var headers = 200
    /// Bytes of a request's body; more is answered 413.
    package var bodyBytes = 4 * 1024 * 1024
    /// Of a body that has more bytes, the handler gets those and some more at once, and the rest as it comes.
    ///
    /// Such a body may take its time, as long as its peer is not silent.
    package var heldBodyBytes = Int.max
    /// Open connections of all endpoints; further ones are answered 503 and closed.
    package var connections = 15_000
    /// Bytes of requests that are not whole, and of replies that have not left, of all connections together.
    ///
    /// Beyond it a connection is asked for one request at a time, a large body is answered 503, and a peer that has asked for
    /// many replies, or for a large one, and reads none is cut off.
    package var bufferBytes = 256 << 20
    /// Requests of one connection that may be unanswered; further ones are left in the kernel.
    package var pipelined = 64
    /// From a request's first byte to its last; longer is answered 408.
    package var requestTime: Duration = .seconds(30)
    /// How long a peer that is to move may move no byte.
    ///
    /// Then a kept connection is closed, a begun request is answered 408, and a reply nobody reads ends in a reset.
    /// While the peer waits for a reply there is no limit.
    package var silence: Duration = .seconds(120)

    package init() {}
}
