internal import Encodings
internal import HTTPServer
internal import ServiceProtocol

extension Fault {
    /// The reply of a service that does nothing else, for faults that prevent service; nil for the others.
    func replyWithoutService(to incoming: Incoming) -> ServerReply? {
        switch self {
        case .refuse: ServerReply(status: 503, delivery: .refuse)
        case .status(let status): Self.reply(status: status, to: incoming)
        case .refusal(let status): Self.refusal(status: status, to: incoming)
        case .htmlPage: .html("<!DOCTYPE html>\n<title>Wi-Fi</title>\n<p>Accept the terms of use.<br>\n")
        case .redirectLoop: .redirect(to: incoming.request.target)
        default: nil
        }
    }

    /// Breaks the reply of a service that did its part.
    func inject(into reply: inout ServerReply) {
        switch self {
        case .resetAfterHeaders: reply.delivery = .resetAfterHeaders
        case .truncate(let count): reply.delivery = .truncate(bodyBytes: count ?? reply.body.count / 2)
        case .stall(let count): reply.delivery = .stall(bodyBytes: count)
        case .slow(let count, let pause): reply.delivery = .slow(bytesPerChunk: count, every: pause)
        case .duplicateResponse:
            reply.delivery = .duplicate
            // Who sends the next request on a connection that ends finds it closed.
            reply.headers.append(("Connection", "close"))
        case .malformedXML: reply.body = Self.cut(reply.body)
        case .wrongContentType:
            reply.headers.removeAll { $0.name.lowercased() == "content-type" }
            reply.headers.append(("Content-Type", "image/gif"))
        case .refuse, .status, .refusal, .htmlPage, .redirectLoop, .wrongRequestor, .foreignDevice: break
        }
    }

    /// Whether it changes a body from its beginning to its end.
    var needsWholeBody: Bool {
        switch self {
        case .malformedXML, .wrongRequestor, .duplicateResponse: true
        default: false
        }
    }

    /// A requestor that is nobody's.
    static func wrongRequestor(insteadOf requestor: String) -> String { requestor + "-WRONG" }

    /// The body up to its first closing tag, so that nothing in it is whole; half of one in JSON, and a `<` too many in others.
    private static func cut(_ body: [UInt8]) -> [UInt8] {
        guard let tag = body.firstRange(ofBytes: "</") else {
            let isJSON = body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "[")
            return isJSON ? Array(body[..<(body.count / 2)]) : body + [UInt8(ascii: "<")]
        }
        return Array(body[..<tag.lowerBound])
    }

    private static func refusal(status: Int, to incoming: Incoming) -> ServerReply {
        let text = "The MVPD refuses this."
        return switch incoming.destination.route?.errorForm {
        case .enhanced: EnhancedError.reply(status: 403, text, details: nil)
        case .clientless: .status(403, "User not authorized", details: text, format: incoming.format)
        default: .xml("<error><notAuthorized/><details>\(text)</details></error>", status: status)
        }
    }

    private static func reply(status: Int, to incoming: Incoming) -> ServerReply {
        switch status {
        case 200..<400:
            .empty(status: status)
        case 400... where incoming.destination.route?.errorForm == .enhanced && status != 429:
            EnhancedError.reply(status: status, "Status \(status)", details: nil)
        case 400 where incoming.destination.route?.errorForm == .registration:
            .error("invalid_request", status: 400)
        case 401:
            .error("access_denied", status: 401)
        case 403:
            .error("invalid_client", status: 403)
        case 429:
            Throttle.tooManyRequests
        case 503:
            .html(Page.message("Service Unavailable", "Back-end server is at capacity"), status: 503)
        default:
            .status(status, "Status \(status)", format: incoming.format)
        }
    }
}
