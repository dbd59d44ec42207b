internal import CCurl
internal import Timing

/// One request on its way, or, between requests, an easy handle waiting for the next.
///
/// Confined to the loop's thread.
final class Transfer {
    private(set) var easy = EasyHandle()
    var sink = ReplySink(maximumBytes: 0)
    private(set) var id = TransferID(loop: 0, number: 0)
    /// Which of the loop's shards the transfer is in.
    var shard = 0
    private var url = ""
    private var followsRedirects = false
    private var completion: HTTPClient.Completion?

    /// The transfer whose address libcurl was given.
    static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    func prepare(_ order: TransferLoop.Start, authorities: String?) {
        let request = order.request
        id = order.id
        completion = order.completion
        url = request.url
        followsRedirects = request.followRedirects
        sink = ReplySink(maximumBytes: request.maximumReplyBytes)
        easy.reset()
        easy.deliver(to: self)
        easy.set(CURLOPT_URL, to: request.url)
        easy.set(CURLOPT_TIMEOUT_MS, to: request.timeout.millisecondsRoundedUp)
        if request.followRedirects {
            easy.set(CURLOPT_FOLLOWLOCATION, to: 1)
            easy.set(CURLOPT_MAXREDIRS, to: 10)
        }
        if request.usesOwnConnection {
            easy.set(CURLOPT_FRESH_CONNECT, to: 1)
            easy.set(CURLOPT_FORBID_REUSE, to: 1)
        }
        if let authorities { easy.set(CURLOPT_CAINFO, to: authorities) }
        setMethod(request)
        easy.setHeaders(headerLines(request))
    }

    private func setMethod(_ request: HTTPRequest) {
        let announcesBody = ["POST", "PUT", "PATCH"].contains(request.method)
        if let body = request.body ?? (announcesBody ? [] : nil) { easy.setBody(body) }
        if request.method == "HEAD" {
            easy.set(CURLOPT_NOBODY, to: 1)
        } else {
            easy.set(CURLOPT_CUSTOMREQUEST, to: request.method)
        }
    }

    private func headerLines(_ request: HTTPRequest) -> [String] {
        var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        // Libcurl would wait for a "100 Continue", and would call every body a form.
        lines.append("Expect:")
        if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        return lines
    }

    /// How the transfer ended, at `time`.
    func outcome(_ status: CURLcode, at time: MonotonicTime) -> Result<HTTPResponse, TransportError> {
        guard !sink.isTooLarge else {
            return .failure(TransportError(.replyTooLarge, message: "the reply is larger than allowed"))
        }
        guard status == CURLE_OK else {
            return .failure(TransportError(status, systemError: easy.systemError, detail: easy.errorDetail))
        }
        // Libcurl takes the end of the connection for the end of the headers.
        guard sink.hasAllHeaders else {
            return .failure(TransportError(.truncated, message: "the reply ended within its headers"))
        }
        return .success(
            HTTPResponse(
                status: easy.status, headers: sink.headers, body: sink.body,
                url: followsRedirects ? easy.effectiveURL : url, receivedAt: time))
    }

    /// Tells the caller, once, and lets go of the reply.
    func finish(with outcome: Result<HTTPResponse, TransportError>) {
        let completion = self.completion
        self.completion = nil
        sink = ReplySink(maximumBytes: 0)
        completion?(outcome)
    }
}
