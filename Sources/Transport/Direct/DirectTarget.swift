/// Where a request goes that needs nothing of libcurl's: no TLS, and no redirect to follow.
///
/// Whether there is a name to look up shows when its ``DirectPool`` is made, and whether its header lines are plain when
/// they are written (``RequestText``).
struct DirectTarget {
    /// Host and port as in the URL.
    let authority: String
    /// Where the path begins, in bytes of the URL; at the URL's end for the path `/`.
    let pathStart: Int

    /// Nil for every other request.
    init?(_ request: HTTPRequest) {
        guard !request.followRedirects, !request.usesOwnConnection, Self.methods.contains(request.method) else {
            return nil
        }
        let target = unsafe request.url.utf8.withContiguousStorageIfAvailable { url -> (String, Int)? in
            let start = Self.scheme.utf8CodeUnitCount
            guard url.count > start else { return nil }
            for index in 0..<start where unsafe url[index] != Self.scheme.utf8Start[index] { return nil }
            var slash = start
            while slash < url.count, unsafe url[slash] != UInt8(ascii: "/") { slash += 1 }
            // What else a URL may hold, libcurl encodes or takes apart. Written so that many bytes are looked at at once.
            var strange: UInt8 = 0
            for index in start..<url.count {
                let byte = unsafe url[index]
                strange |= (byte < 0x21 ? 1 : 0) | (byte > 0x7E ? 1 : 0) | (byte == UInt8(ascii: "#") ? 1 : 0)
            }
            guard strange == 0 else { return nil }
            return unsafe (String(decoding: url[start..<slash], as: UTF8.self), slash)
        }
        guard let target, let (authority, pathStart) = target else { return nil }
        self.authority = authority
        self.pathStart = pathStart
    }

    private static let scheme: StaticString = "http://"
    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"]
}
