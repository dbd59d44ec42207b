/// Pieces of addresses.
enum URLText {
    /// Percent-encodes everything but RFC 3986's unreserved characters.
    static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The address with one more query parameter.
    static func adding(_ name: String, _ value: String, to address: String) -> String {
        address + (address.contains("?") ? "&" : "?") + name + "=" + encode(value)
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
