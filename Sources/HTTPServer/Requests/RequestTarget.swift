import Encodings

/// What a request target names (RFC 9112, 3.2).
enum RequestTarget {
    /// Path and query of a target in origin, absolute or asterisk form.
    static func split(_ target: String) -> (path: String, query: FormFields) {
        var path = target.utf8[...]
        if path.first != UInt8(ascii: "/"), let scheme = target.firstRange(ofBytes: "://") {
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

    /// Whether the target is in origin form, in absolute form, or the asterisk of OPTIONS; a fragment is the client's own.
    static func isProper(_ target: String, method: String) -> Bool {
        guard !target.utf8.contains(UInt8(ascii: "#")) else { return false }
        if target.utf8.first == UInt8(ascii: "/") { return true }
        guard let scheme = target.firstRange(ofBytes: "://") else { return target == "*" && method == "OPTIONS" }
        let names = ["http", "https"]
        let authority = target.utf8[scheme.upperBound...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        return names.contains(target[..<scheme.lowerBound].lowercased()) && !authority.isEmpty && isAuthority(authority)
    }

    /// Whether the bytes are a host and no more than a port after it (RFC 9110, 7.2); a target without an authority has
    /// an empty one.
    static func isAuthority(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        let name: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = bytes[..<end].dropFirst()
            guard address.count(where: { $0 == UInt8(ascii: ":") }) >= 2,
                address.allSatisfy({ $0.hexDigitValue != nil || $0 == 0x3A || $0 == 0x2E })
            else { return false }
            name = address.count + 2
        } else {
            name = bytes.prefix { $0 != UInt8(ascii: ":") }.count
            let host = bytes.prefix(name)
            guard host.allSatisfy(\.isHostCharacter),
                !host.contains(UInt8(ascii: "%"))
                    || PercentEncoding.decodeStrictly(String(decoding: host, as: UTF8.self)) != nil
            else { return false }
        }
        let rest = bytes.dropFirst(name)
        guard rest.first == UInt8(ascii: ":") else { return rest.isEmpty }
        let port = rest.dropFirst()
        guard name > 0, port.count <= 5, port.allSatisfy({ $0.decimalDigit != nil }) else { return false }
        return port.reduce(0) { $0 * 10 + Int($1 & 15) } <= 65_535
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
        return PercentEncoding.decode(folded, plusIsSpace: false)
    }
}
