extension [UInt8] {
    /// Appends text as XML has it between tags, or in the value of an attribute, where `quotes` are escaped, too.
    ///
    /// Other characters stay: clients in the field undo no more than these three escapes (service-protocol.md 3.3).
    @inlinable package mutating func appendXML(_ text: some Sequence<UInt8>, quotes: Bool = false) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): self += "&amp;".utf8
            case UInt8(ascii: "<"): self += "&lt;".utf8
            case UInt8(ascii: ">"): self += "&gt;".utf8
            case UInt8(ascii: "\"") where quotes: self += "&quot;".utf8
            case UInt8(ascii: "'") where quotes: self += "&#39;".utf8
            default: append(byte)
            }
        }
    }
}

extension String {
    /// As the text of an element.
    package var xmlEscaped: String {
        guard utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return self }
        var bytes: [UInt8] = []
        bytes.appendXML(utf8)
        return String(decoding: bytes, as: UTF8.self)
    }
}
