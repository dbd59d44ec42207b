internal import HTTPServer
internal import Timing

/// Refuses what comes too fast from one address: 1 request in a second, and 10 at once (service-protocol.md 0.5.4).
package struct Throttle: Sendable, Hashable {
    package var perSecond: Double
    package var burst: Int

    package init(perSecond: Double = 1, burst: Int = 10) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// More clients than this are not told apart for long.
    private static let maxClients = 10_000

    /// What is left of each address's share, and when that was so.
    private var shares: [String: Share] = [:]

    private struct Share: Hashable {
        var left: Double
        var time: MonotonicTime
    }

    /// The refusal of a request, or nil.
    mutating func refusal(of incoming: Incoming) -> ServerReply? {
        guard Self.covers(incoming), incoming.request.method != "OPTIONS" else { return nil }
        let named = incoming.header("x-forwarded-for")?.utf8.prefix { $0 != UInt8(ascii: ",") }.prefix(64)
        let client = named.map { String(decoding: $0, as: UTF8.self) } ?? incoming.request.peer
        let now = incoming.request.lastByte
        if shares.count > Self.maxClients {
            shares = shares.filter { now - $0.value.time < .seconds(60) }
            // Else each request would look through all of them.
            if shares.count > Self.maxClients / 2 { shares = [:] }
        }
        var share = shares[client] ?? Share(left: Double(burst + 1), time: now)
        let gained = max(0, (now - share.time).milliseconds) / 1_000 * perSecond
        share = Share(left: min(Double(burst + 1), share.left + gained), time: now)
        defer { shares[client] = share }
        guard share.left >= 1 else { return Self.refusal }
        share.left -= 1
        return nil
    }

    /// Whether the documents name the path, or there is nothing at it below those that they name; the native entitlement
    /// calls are not among them.
    private static func covers(_ incoming: Incoming) -> Bool {
        guard incoming.destination.route == nil else { return incoming.destination.has(.throttled) }
        return ["o", "reggie", "api"].contains(incoming.request.path.split(separator: "/").first)
    }

    /// As it comes from the web server in front of the services.
    private static let refusal: ServerReply = {
        var reply = tooManyRequests
        reply.headers += [
            ("Set-Cookie", "AWSALB=0; Path=/"), ("Set-Cookie", "AWSALBCORS=0; Path=/; SameSite=None; Secure"),
        ]
        return reply
    }()

    static let tooManyRequests = ServerReply.html(
        """
        <html><head><title>429 Too Many Requests</title></head>
        <body><center><h1>429 Too Many Requests</h1></center><hr><center>openresty</center></body></html>

        """, status: 429)
}
