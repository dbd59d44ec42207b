/// A request as it will be sent.
///
/// Nothing is added but `Host`, `Accept: */*` and, with a body, `Content-Length`.
package struct HTTPRequest: Sendable {
    package var method: String
    /// With scheme `http` or `https`; the path is sent as it stands, dots and all.
    package var url: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?
    /// From the moment of sending to the last byte of the reply; connecting is part of it.
    package var timeout: Duration
    package var followRedirects: Bool
    /// Takes a connection of its own, and closes it afterwards.
    ///
    /// A request on a connection that was kept alive is sent again on a new one when the old one breaks before the
    /// first byte of the reply, so ask for this where every break must be seen.
    package var usesOwnConnection: Bool
    /// The most bytes of a reply's body that are taken.
    package var maximumReplyBytes: Int

    package init(
        method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        timeout: Duration = .seconds(30), followRedirects: Bool = false, usesOwnConnection: Bool = false,
        maximumReplyBytes: Int = 16 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.followRedirects = followRedirects
        self.usesOwnConnection = usesOwnConnection
        self.maximumReplyBytes = maximumReplyBytes
    }

    /// What makes this no request that could be sent, or nil.
    var problem: String? {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard ["http", "https"].contains(scheme) else { return "the URL '\(url)' is not of http or https" }
        guard Self.isToken(method) else { return "'\(method)' is not a method" }
        for header in headers {
            guard Self.isToken(header.name) else { return "'\(header.name)' is not the name of a header" }
            // A line end would let a value write headers of its own.
            guard !header.value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
                return "the value of the header \(header.name) has a line end in it"
            }
        }
        return nil
    }

    /// RFC 9110, section 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
