/// Why the server answers a request itself, and with which status.
package struct Refusal: Error, Sendable, Hashable {
    package var status: Int
    package var reason: String

    static func bad(_ reason: String) -> Refusal {
        Refusal(status: 400, reason: reason)
    }

    static let requestTimeout = Refusal(status: 408, reason: "the request did not arrive in time")
    static let bodyTooLarge = Refusal(status: 413, reason: "the body is larger than this server takes")
    static let targetTooLong = Refusal(status: 414, reason: "the request target is longer than this server takes")
    static let unknownExpectation = Refusal(status: 417, reason: "the only expectation known is 100-continue")
    static let headTooLarge = Refusal(status: 431, reason: "the header fields are larger than this server takes")
    static let tooManyHeaders = Refusal(status: 431, reason: "there are more header fields than this server takes")
    static let unknownCoding = Refusal(status: 501, reason: "the only transfer coding known is chunked")
    static let tooManyConnections = Refusal(status: 503, reason: "the server has no connections left")
    static let noMemory = Refusal(status: 503, reason: "the server holds as much for other clients as it may")
    static let unknownVersion = Refusal(status: 505, reason: "the only versions known are HTTP/1.1 and HTTP/1.0")

    /// Whether there was no room for another connection.
    package var isShortage: Bool { self == .tooManyConnections }

    /// What the protocol calls the status.
    package var phrase: String { statusPhrase(status) }

    /// The answer the peer gets, after which the connection is closed.
    var reply: ServerReply {
        ServerReply(
            status: status,
            headers: [
                (name: "Content-Type", value: "text/plain; charset=utf-8"), (name: "Connection", value: "close"),
            ],
            body: Array("\(status) \(statusPhrase(status)): \(reason)\n".utf8))
    }
}
