internal import Evidence
internal import HTTPServer
internal import Timing

/// A reply on its way out.
struct Outgoing: Sendable {
    var reply: ServerReply
    var handle: ReplyHandle
    /// Not before this time; nil: at once.
    var readyAt: MonotonicTime?

    /// Subtle: what is late already goes without a time, because replies without one leave in the order of the calls.
    func send() {
        handle.send(reply, at: readyAt.flatMap { $0 > .now() ? $0 : nil })
    }

    /// Sends nothing, and resets the connection.
    func refuse() {
        handle.send(ServerReply(status: 503, delivery: .refuse))
    }
}

/// A request that is not answered yet.
struct Flight: Sendable {
    var session: SessionID
    var provider: String
    var purpose: RequestEvent.Purpose
    /// Of the reply, once it is made.
    var status = 0
    /// The fault that breaks the reply.
    var fault: Fault?
}
