internal import Timing

/// One request over a plain connection, and what has come of its reply.
struct PlainTransfer {
    let id: TransferID
    let completion: HTTPClient.Completion
    let url: String
    let request: PlainRequest
    let timeout: Duration
    let deadline: MonotonicTime
    let maximumReplyBytes: Int
    /// How many bytes of the request have been sent.
    private(set) var sent = 0
    var reader: ReplyReader

    init(_ order: TransferLoop.Start, _ request: PlainRequest, at now: MonotonicTime) {
        id = order.id
        completion = order.completion
        url = order.request.url
        self.request = request
        timeout = order.request.timeout
        deadline = now + order.request.timeout
        maximumReplyBytes = order.request.maximumReplyBytes
        reader = ReplyReader(maximumBytes: maximumReplyBytes)
    }

    var isSent: Bool { sent == request.head.count + request.body.count }

    mutating func noteSent(_ count: Int) {
        sent += count
    }

    /// As if nothing had happened yet.
    mutating func beginAgain() {
        sent = 0
        reader = ReplyReader(maximumBytes: maximumReplyBytes)
    }

    func response(at time: MonotonicTime) -> HTTPResponse {
        HTTPResponse(
            status: reader.status, headers: reader.sink.headers, body: reader.sink.body, url: url, receivedAt: time)
    }
}
