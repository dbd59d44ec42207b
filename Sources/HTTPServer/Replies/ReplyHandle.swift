package import Timing

/// The right to answer one request, from any thread, now or later.
///
/// Replies sent through the handles of one server leave in exactly the order of the calls, except that the replies of
/// one connection also keep the order of its requests. A second reply to the same request, and a reply to a connection
/// that is gone, do nothing.
package struct ReplyHandle: Sendable {
    package let exchange: UInt64
    let connection: Int32
    let inbox: ReplyInbox

    /// Gives the reply to the server's thread and returns at once.
    ///
    /// With a time the reply leaves then, or at once when that is past; equal times leave in the order of the calls.
    package func send(_ reply: ServerReply, at time: MonotonicTime? = nil) {
        inbox.send(.reply(reply, exchange: exchange, connection: connection, at: time))
    }

    /// Sends what `make` gives once the time has come, on the server's thread.
    package func send(at time: MonotonicTime, _ make: @escaping @Sendable () -> ServerReply) {
        inbox.send(.later(make, exchange: exchange, connection: connection, at: time))
    }
}
