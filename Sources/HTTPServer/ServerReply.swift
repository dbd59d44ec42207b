/// An answer to one request.
///
/// Content-Length and, where needed, Connection are added unless the headers have them. Nothing else is: no Date, no
/// Server, so that a reply has the same bytes in every run.
package struct ServerReply: Sendable {
    package var status: Int
    /// Sent in this order; a control character in a value is sent as a space, so that no value can end the head.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    package var delivery: Delivery
    /// Asks for `WireEvent.replyAcknowledged`, which costs a look at the socket until it comes.
    package var isAcknowledgementReported: Bool

    package init(
        status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], delivery: Delivery = .whole,
        isAcknowledgementReported: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delivery = delivery
        self.isAcknowledgementReported = isAcknowledgementReported
    }
}
