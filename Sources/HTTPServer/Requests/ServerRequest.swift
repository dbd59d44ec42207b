package import POSIX
package import Timing

/// A request that has arrived: wholly, or with the beginning of a large body.
package struct ServerRequest: Sendable {
    /// Different for every request of one server, counted from 1 in the order they were read.
    package var exchange: UInt64
    /// Which of the server's listening addresses it came to, counted from 0.
    package var endpoint: Int
    package let head: RequestHead
    package var body: [UInt8]
    /// What of the body is still to come after ``body``; nil where there is nothing.
    package var rest: StreamedBody?
    /// Whether it came over TLS.
    package var isSecure = false
    /// From which address it came; empty unless the server tells.
    package var peer = ""
    /// When the first byte had been read; it may have arrived earlier.
    package var firstByte: MonotonicTime
    /// When the last byte at hand had been read.
    package var lastByte: MonotonicTime
}

extension ServerRequest {
    package init(
        exchange: UInt64 = 0, endpoint: Int = 0, method: String, target: String,
        headers: HeaderFields = HeaderFields(), body: [UInt8] = [],
        firstByte: MonotonicTime = MonotonicTime(nanoseconds: 0),
        lastByte: MonotonicTime = MonotonicTime(nanoseconds: 0)
    ) {
        self.init(
            exchange: exchange, endpoint: endpoint, head: RequestHead(method: method, target: target, headers: headers),
            body: body, firstByte: firstByte, lastByte: lastByte)
    }

    /// As sent; methods are case-sensitive (RFC 9110, 9.1).
    package var method: String { head.method }

    /// The request target as sent, undecoded.
    package var target: String { head.target }

    /// The target's path with repeated slashes folded and percent escapes resolved.
    package var path: String { head.path }

    package var query: FormFields { head.query }

    package var headers: HeaderFields { head.headers }

    /// The body read as `application/x-www-form-urlencoded`, whatever its declared type; decoded at each reading.
    package var form: FormFields { FormFields(decoding: body) }
}
