import Encodings

/// Pieces of addresses.
enum URLText {
    /// The address with one more query parameter.
    static func adding(_ name: String, _ value: String, to address: String) -> String {
        address + (address.contains("?") ? "&" : "?") + name + "=" + PercentEncoding.encode(value)
    }

    /// An address such as `http://127.0.0.1:8080` with another name of its machine.
    static func replacingHost(of base: String, with host: String) -> String {
        let scheme = base.hasPrefix("https://") ? "https://" : "http://"
        let authority = base.dropFirst(scheme.utf8.count)
        // In brackets is an address that has colons of its own.
        let rest = authority.lastIndex(of: "]").map { authority[$0...] } ?? authority
        return scheme + host + (rest.lastIndex(of: ":").map { String(rest[$0...]) } ?? "")
    }

    /// Whether a browser may be sent there: an absolute address of printable characters with a scheme that runs no
    /// script.
    static func isDestination(_ address: String) -> Bool {
        guard let colon = address.firstIndex(of: ":"), colon != address.startIndex else { return false }
        let scheme = address[..<colon].lowercased()
        guard !["javascript", "data", "vbscript"].contains(scheme) else { return false }
        return address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
    }
}
