package import POSIX

/// An answer to one request.
///
/// Content-Length, the server's Date where it gives one and, where needed, Connection are added unless the headers have
/// them. Nothing else is.
package struct ServerReply: Sendable {
    package var status: Int { didSet { prepared = nil } }
    /// Sent in this order; a control character in a value is sent as a space, so that no value can end the head.
    package var headers: [(name: String, value: String)] { didSet { prepared = nil } }
    package var body: [UInt8] { didSet { prepared = nil } }
    /// What of the body is still to come after ``body``.
    ///
    /// It leaves with the Content-Length that it says, otherwise in chunks, or up to the connection's end where the client
    /// knows no chunks. Where it breaks off, so does the reply.
    package var rest: StreamedBody? { didSet { prepared = nil } }
    package var delivery: Delivery
    private var prepared: [UInt8]?

    package init(
        status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], delivery: Delivery = .whole
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delivery = delivery
    }

    /// What follows the status line and the date, where it is made already and the connection wants nothing else.
    func prepared(for framing: ReplyFraming) -> [UInt8]? {
        framing.isPlain && delivery == .whole ? prepared : nil
    }

    /// Whether its bytes are made already.
    package var isPrepared: Bool { prepared != nil }

    /// Makes the bytes now, for a reply that is sent more than once; a later change takes that back.
    package mutating func prepare() {
        guard mayHaveBody, !saysClose, rest == nil else { return }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count + 1_024)
        bytes.appendFields(of: self, framing: ReplyFraming(omitsBody: false, closes: false, saysKeepAlive: false))
        prepared = bytes + body
    }
}
