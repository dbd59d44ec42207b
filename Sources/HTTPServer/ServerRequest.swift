package import Timing

/// A request that has wholly arrived.
package struct ServerRequest: Sendable {
    /// Different for every request of one server, counted from 1 in the order they were read.
    package var exchange: UInt64
    /// Which of the server's listening addresses it came to, counted from 0.
    package var endpoint: Int
    /// As sent; methods are case-sensitive (RFC 9110, 9.1).
    package var method: String
    /// The request target as sent, undecoded.
    package var target: String
    /// The target's path with repeated slashes folded and percent escapes resolved.
    package var path: String
    package var query: FormFields
    package var headers: HeaderFields
    package var body: [UInt8]
    /// Whether it came over TLS.
    package var isSecure = false
    /// When the first byte had been read; it may have arrived earlier.
    package var firstByte: MonotonicTime
    /// When the last byte had been read.
    package var lastByte: MonotonicTime

    package init(
        exchange: UInt64 = 0, endpoint: Int = 0, method: String, target: String,
        headers: HeaderFields = HeaderFields(), body: [UInt8] = [],
        firstByte: MonotonicTime = MonotonicTime(nanoseconds: 0),
        lastByte: MonotonicTime = MonotonicTime(nanoseconds: 0)
    ) {
        self.exchange = exchange
        self.endpoint = endpoint
        self.method = method
        self.target = target
        (path, query) = Self.split(target)
        self.headers = headers
        self.body = body
        self.firstByte = firstByte
        self.lastByte = lastByte
    }

    /// The body read as `application/x-www-form-urlencoded`, whatever its declared type; decoded at each reading.
    package var form: FormFields { FormFields(decoding: body) }

    /// Path and query of a target in origin, absolute or asterisk form (RFC 9112, 3.2).
    private static func split(_ target: String) -> (path: String, query: FormFields) {
        var path = target.utf8[...]
        if path.first != UInt8(ascii: "/"), let scheme = target.range(of: "://") {
            let authority = target.utf8[scheme.upperBound...]
            path =
                authority[
                    (authority.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? authority.endIndex)...
                ]
        }
        var query = FormFields()
        if let mark = path.firstIndex(of: UInt8(ascii: "?")) {
            query = FormFields(decoding: path[path.index(after: mark)...])
            path = path[..<mark]
        }
        return (decode(path, of: target), query)
    }

    private static func decode(_ path: Substring.UTF8View, of target: String) -> String {
        var previous: UInt8 = 0
        var isPlain = true
        for byte in path {
            if byte == UInt8(ascii: "%") || (byte == UInt8(ascii: "/") && previous == byte) { isPlain = false }
            previous = byte
        }
        if path.isEmpty { return "/" }
        if isPlain { return path.count == target.utf8.count ? target : String(Substring(path)) }
        var folded: [UInt8] = []
        for byte in path where byte != UInt8(ascii: "/") || folded.last != byte { folded.append(byte) }
        return String(percentDecoding: folded, plusIsSpace: false)
    }
}

extension String {
    /// Where `word` first occurs.
    fileprivate func range(of word: String) -> Range<String.Index>? {
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].starts(with: word.utf8) {
                return start..<utf8.index(start, offsetBy: word.utf8.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
