/// Writes a payload: elements one after the other, without a byte of white space between them.
struct PayloadWriter {
    private(set) var text = ""

    init(root: String, _ body: (inout PayloadWriter) -> Void) {
        text += "<\(root)>"
        body(&self)
        text += "</\(root)>"
    }

    mutating func element(_ name: String, _ value: String) {
        text += "<\(name)>\(Self.escaped(value))</\(name)>"
    }

    /// Writes nothing for nil.
    mutating func element(_ name: String, ifPresent value: String?) {
        if let value { element(name, value) }
    }

    mutating func fingerprint(_ value: String) {
        text +=
            "<simpleTokenDeviceID><simpleTokenFingerprint>\(Self.escaped(value))"
            + "</simpleTokenFingerprint></simpleTokenDeviceID>"
    }

    /// Only these three: clients of the field resolve no other entity (wire-protocol.md 3.3).
    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return value }
        var text = ""
        for character in value.unicodeScalars {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
