internal import Evidence
internal import HTTPServer
internal import ServiceProtocol
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
struct InFlight: Sendable {
    /// Whose it is, and who was asked for what.
    let context: RequestContext
    /// Of the reply.
    let status: Int
    /// What the reply says is wrong.
    let reason: String
    /// The fault that breaks the reply.
    let fault: Fault?

    var session: SessionID { context.session }
}

/// Whose a request is, and who was asked for what.
struct RequestContext: Sendable {
    let session: SessionID
    let provider: String
    let purpose: Purpose
}
