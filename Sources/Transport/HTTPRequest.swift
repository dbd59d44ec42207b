package import POSIX

/// A request as it will be sent.
///
/// Nothing is added but `Host`, `Accept: */*` and, with a body, `Content-Length`.
package struct HTTPRequest: Sendable {
    package var method: String
    /// With scheme `http` or `https`; the path is sent as it stands, dots and all.
    package var url: String
    package var headers: RequestHeaders
    package var body: [UInt8]?
    /// What of the body comes after ``body``, while it is sent.
    ///
    /// Such a request goes out once: it takes a connection of its own, and its time is the longest without a byte that
    /// moves, but for the times when nothing has come yet.
    package var rest: StreamedBody?
    /// From the moment of sending to the last byte of the reply; connecting is part of it.
    package var timeout: Duration
    /// Takes a connection of its own, and closes it afterwards.
    ///
    /// A request on a connection that was kept alive is sent again on a new one when the old one breaks before the
    /// first byte of the reply, so ask for this where every break must be seen.
    package var usesOwnConnection: Bool
    /// The most bytes of a reply's body that are taken.
    package var maximumReplyBytes: Int

    package init(
        method: String = "GET", url: String, headers: RequestHeaders = .none, body: [UInt8]? = nil,
        timeout: Duration = .seconds(30), usesOwnConnection: Bool = false,
        maximumReplyBytes: Int = 16 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.usesOwnConnection = usesOwnConnection
        self.maximumReplyBytes = maximumReplyBytes
    }

    package init(
        method: String = "GET", url: String, headers: [(name: String, value: String)], body: [UInt8]? = nil,
        timeout: Duration = .seconds(30), usesOwnConnection: Bool = false,
        maximumReplyBytes: Int = 16 << 20
    ) {
        self.init(
            method: method, url: url, headers: RequestHeaders(headers.map { .init($0.name, $0.value) }), body: body,
            timeout: timeout, usesOwnConnection: usesOwnConnection,
            maximumReplyBytes: maximumReplyBytes)
    }

    /// What makes this no request that could be sent, or nil.
    var problem: String? {
        guard url.utf8.count <= Self.longestURL else {
            return "the URL has \(url.utf8.count) bytes, and no more than \(Self.longestURL) can be sent"
        }
        guard hasScheme("http://") || hasScheme("https://") else {
            return "the URL '\(url)' is not of http or https"
        }
        guard Self.isToken(method) else { return "'\(method)' is not a method" }
        for header in headers.fields {
            guard Self.isToken(header.name) else { return "'\(header.name)' is not the name of a header" }
            // A line end would let a value write headers of its own.
            guard !Self.endsLine(header.value) else {
                return "the value of the header \(header.name) has a line end in it"
            }
        }
        return nil
    }

    /// Whether the URL begins so, in letters of any case.
    private func hasScheme(_ scheme: StaticString) -> Bool {
        var position = 0
        for byte in url.utf8.prefix(scheme.utf8CodeUnitCount) {
            let letter = 0x41...0x5A ~= byte ? byte | 0x20 : byte
            guard unsafe letter == scheme.utf8Start[position] else { return false }
            position += 1
        }
        return position == scheme.utf8CodeUnitCount
    }

    /// Written for the compiler to look at many bytes at once: values are long, and few are wrong.
    private static func endsLine(_ value: String) -> Bool {
        let isFound = unsafe value.utf8.withContiguousStorageIfAvailable { bytes in
            var found: UInt8 = 0
            for index in 0..<bytes.count {
                let byte = unsafe bytes[index]
                found |= (byte == 0x0D ? 1 : 0) | (byte == 0x0A ? 1 : 0) | (byte == 0 ? 1 : 0)
            }
            return found != 0
        }
        return isFound ?? value.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
    }

    /// What libcurl takes (CURL_MAX_INPUT_LENGTH).
    static let longestURL = 8_000_000

    /// RFC 9110, section 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        let isToken = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe !bytes.isEmpty && bytes.allSatisfy(isOfToken)
        }
        return isToken ?? (!text.isEmpty && text.utf8.allSatisfy(isOfToken))
    }

    static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }
}
