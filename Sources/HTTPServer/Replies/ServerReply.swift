package import POSIX

/// An answer to one request.
///
/// Content-Length and, where needed, Connection are added unless the headers have them, and the server's Date where it
/// gives one. Nothing else is.
package struct ServerReply: Sendable {
    package var status: Int {
        didSet { content.prepared = nil }
    }
    package var delivery: Delivery
    /// In one piece, because a reply is handed on many times before it leaves.
    private var storage: Storage

    package init(
        status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], delivery: Delivery = .whole
    ) {
        self.status = status
        self.delivery = delivery
        storage = Storage(Content(headers: headers, body: body))
    }

    /// Sent in this order; a control character in a value is sent as a space, so that no value can end the head.
    package var headers: [(name: String, value: String)] {
        get { storage.content.headers }
        set {
            content.headers = newValue
            content.prepared = nil
        }
    }

    package var body: [UInt8] {
        get { storage.content.body }
        set {
            content.body = newValue
            content.prepared = nil
        }
    }

    /// What of the body is still to come after ``body``.
    ///
    /// It leaves with the Content-Length that it says, otherwise in chunks, or up to the connection's end where the client
    /// knows no chunks. Where it breaks off, so does the reply.
    package var rest: StreamedBody? {
        get { storage.content.rest }
        set {
            content.rest = newValue
            content.prepared = nil
        }
    }

    /// What follows the status line and the date, where it is made already and the connection wants nothing else.
    func prepared(for framing: ReplyFraming) -> [UInt8]? {
        framing.isPlain && delivery == .whole ? storage.content.prepared : nil
    }

    /// Whether its bytes are made already.
    package var isPrepared: Bool { storage.content.prepared != nil }

    /// Makes the bytes now, for a reply that is sent more than once; a later change takes that back.
    package mutating func prepare() {
        guard mayHaveBody, !saysClose, rest == nil else { return }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count + 1_024)
        bytes.appendFields(of: self, framing: ReplyFraming(omitsBody: false, closes: false, saysKeepAlive: false))
        content.prepared = bytes + body
    }

    private struct Content: Sendable {
        var headers: [(name: String, value: String)]
        var body: [UInt8]
        var rest: StreamedBody?
        var prepared: [UInt8]?
    }

    /// Never changed: another one takes its place.
    private final class Storage: Sendable {
        let content: Content

        init(_ content: Content) {
            self.content = content
        }
    }

    private var content: Content {
        get { storage.content }
        set { storage = Storage(newValue) }
    }
}
