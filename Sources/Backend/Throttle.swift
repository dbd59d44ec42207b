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

    /// What is left of each address's share, and when that was so.
    private var shares: [String: Share] = [:]

    private struct Share: Hashable {
        var left: Double
        var time: MonotonicTime
    }

    /// The refusal of a request, or nil.
    mutating func refusal(of incoming: Incoming) -> ServerReply? {
        guard Self.covers(incoming.request.path), incoming.request.method != "OPTIONS" else { return nil }
        let client = incoming.header("x-forwarded-for")?.prefix { $0 != "," } ?? Substring(incoming.request.peer)
        let now = incoming.request.lastByte
        if shares.count > 10_000 { shares = shares.filter { now - $0.value.time < .seconds(60) } }
        var share = shares[String(client)] ?? Share(left: Double(burst + 1), time: now)
        let gained = max(0, (now - share.time).milliseconds) / 1_000 * perSecond
        share = Share(left: min(Double(burst + 1), share.left + gained), time: now)
        defer { shares[String(client)] = share }
        guard share.left >= 1 else { return Self.refusal }
        share.left -= 1
        return nil
    }

    /// Whether the documents name the path; the native entitlement calls are not among them.
    private static func covers(_ path: String) -> Bool {
        let segments = path.split(separator: "/").map(String.init)
        switch segments.first {
        case "o": return segments.count == 3 && segments[1] == "client"
        case "reggie": return segments.count >= 4 && segments[3].hasPrefix("regcode")
        case "adobe-services": return segments.contains("config")
        case "api":
            guard segments.count > 2, segments[1] == "v1" else { return segments.count > 1 && segments[1] == "v2" }
            let name = segments[2].prefix { $0 != "." }
            return [
                "tokens", "config", "checkauthn", "logout", "authorize", "preauthorize", "mediatoken", "authenticate",
                "identities",
            ].contains(String(name)) || segments.contains("profile-requests")
        default: return false
        }
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
