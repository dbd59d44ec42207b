internal import CCurl
internal import POSIX
internal import Timing

/// What of a request decides libcurl's options, but for its URL, its headers and its body.
private struct Manner: Equatable {
    let method: String
    let timeout: Duration
    let usesOwnConnection: Bool
    let authorities: String?

    init(_ request: HTTPRequest, authorities: String?) {
        method = request.method
        timeout = request.timeout
        // What has been sent of a body that came while it was sent cannot be sent again on another.
        usesOwnConnection = request.usesOwnConnection || request.rest != nil
        self.authorities = authorities
    }
}

/// One request on its way, or, between requests, an easy handle waiting for the next.
///
/// Confined to the loop's thread.
final class Transfer {
    private(set) var easy = EasyHandle()
    /// Where it tells that it has more of a reply than is held.
    let begun: BegunReplies
    var streams = TransferStreams()
    var sink = ReplySink(maximumBytes: 0)
    private(set) var id = TransferID(loop: 0, number: 0)
    /// What it carries out; nil between requests.
    private(set) var order: TransferLoop.Start?
    /// Which of the loop's shards the transfer is in.
    var shard = 0
    /// What the handle's options were set for; nil where they have to be set anew.
    private var manner: Manner?

    init(begun: BegunReplies) {
        self.begun = begun
    }

    /// The transfer whose address libcurl was given.
    static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    func prepare(_ order: TransferLoop.Start, authorities: String?) {
        let request = order.request
        id = order.id
        self.order = order
        sink = ReplySink(maximumBytes: request.maximumReplyBytes)
        let announcesBody = ["POST", "PUT", "PATCH"].contains(request.method)
        let body = request.rest == nil ? request.body ?? (announcesBody ? [] : nil) : nil
        let manner = Manner(request, authorities: authorities)
        // A handle keeps its options, and most requests are made like the one before.
        if manner != self.manner || body != nil || request.rest != nil { apply(manner) }
        if let body {
            easy.setBody(body)
            self.manner = nil
        }
        if let rest = request.rest { upload(request.body ?? [], then: rest) }
        easy.forgetError()
        easy.set(CURLOPT_URL, to: request.url)
        easy.setHeaders(of: request, sendsBody: body != nil || request.rest != nil)
    }

    private func apply(_ manner: Manner) {
        easy.reset()
        easy.deliver(to: self)
        easy.set(CURLOPT_TIMEOUT_MS, to: manner.timeout.millisecondsRoundedUp)
        if manner.usesOwnConnection {
            easy.set(CURLOPT_FRESH_CONNECT, to: 1)
            easy.set(CURLOPT_FORBID_REUSE, to: 1)
        }
        if let authorities = manner.authorities { easy.set(CURLOPT_CAINFO, to: authorities) }
        if manner.method == "HEAD" {
            easy.set(CURLOPT_NOBODY, to: 1)
        } else {
            easy.set(CURLOPT_CUSTOMREQUEST, to: manner.method)
        }
        self.manner = manner
    }

    /// How the transfer ended.
    func outcome(_ status: CURLcode) -> Result<HTTPResponse, TransportError> {
        if let mistake = sink.mistake { return .failure(mistake) }
        guard status == CURLE_OK else {
            if streams.isBroken { return .failure(.requestBroken) }
            if streams.writer?.isAbandoned == true { return .failure(.cancelled) }
            return .failure(TransportError(status, systemError: easy.systemError, detail: easy.errorDetail))
        }
        // Libcurl takes the end of the connection for the end of the headers.
        guard sink.hasAllHeaders else {
            return .failure(TransportError(.truncated, message: "the reply ended within its headers"))
        }
        return .success(response)
    }

    /// What has come of the reply.
    var response: HTTPResponse { HTTPResponse(status: easy.status, block: sink.headers, body: sink.body) }

    /// Has the options set anew for the next request, because this one goes on without a time for the whole.
    func goOnWithoutTimeout() {
        easy.set(CURLOPT_TIMEOUT_MS, to: 0)
        manner = nil
    }

    /// Tells the caller, once, and lets go of the reply.
    func finish(with outcome: Result<HTTPResponse, TransportError>) {
        if case .failure(let error) = outcome { beginIfBroken(by: error) }
        let (order, writer) = (self.order, streams.writer)
        dropHeld()
        self.order = nil
        if order?.streaming != nil || order?.request.rest != nil { streams = TransferStreams() }
        sink = ReplySink(maximumBytes: 0)
        // Who reads learns the end after everybody else.
        order?.complete(outcome)
        if case .success = outcome { writer?.finish() } else { writer?.breakOff() }
        order?.request.rest?.pipe.abandon()
    }
}
