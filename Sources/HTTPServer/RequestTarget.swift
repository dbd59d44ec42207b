/// What a request target names (RFC 9112, 3.2).
enum RequestTarget {
    /// Path and query of a target in origin, absolute or asterisk form.
    static func split(_ target: String) -> (path: String, query: FormFields) {
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
