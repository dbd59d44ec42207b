/// Where a request goes that needs nothing of libcurl's: no TLS, and no connection of its own.
///
/// Whether there is a name to look up shows when its ``DirectPool`` is made, and whether its header lines are plain when
/// they are written (``RequestText``).
struct DirectTarget {
    /// Where host and port are, in bytes of the URL.
    let authority: Range<Int>
    /// Where the path begins; at the URL's end for the path `/`.
    var pathStart: Int { authority.upperBound }

    /// Nil for every other request.
    init?(_ request: borrowing HTTPRequest) {
        guard !request.usesOwnConnection, Self.isKnown(request.method) else { return nil }
        let authority = unsafe request.url.utf8.withContiguousStorageIfAvailable { url -> Range<Int>? in
            let start = Self.scheme.utf8CodeUnitCount
            guard url.count > start, url.count <= HTTPRequest.longestURL else { return nil }
            for index in 0..<start where unsafe url[index] != Self.scheme.utf8Start[index] { return nil }
            var slash = start
            while slash < url.count, unsafe url[slash] != UInt8(ascii: "/") { slash += 1 }
            // What else a URL may hold, libcurl encodes or takes apart. Written so that many bytes are looked at at once.
            var strange: UInt8 = 0
            for index in start..<url.count {
                let byte = unsafe url[index]
                strange |= (byte < 0x21 ? 1 : 0) | (byte > 0x7E ? 1 : 0) | (byte == UInt8(ascii: "#") ? 1 : 0)
            }
            return strange == 0 ? start..<slash : nil
        }
        guard let authority, let authority else { return nil }
        self.authority = authority
    }

    /// Host and port, of the URL it was made for.
    func authority(in url: String) -> String {
        String(decoding: url.utf8.dropFirst(authority.lowerBound).prefix(authority.count), as: UTF8.self)
    }

    private static let scheme: StaticString = "http://"

    private static func isKnown(_ method: String) -> Bool {
        switch method {
        case "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH": true
        default: false
        }
    }
}
