import Encodings

/// Writes a payload: elements one after the other, without a byte of white space between them.
struct PayloadWriter {
    private(set) var text = ""

    init(root: String, _ body: (inout PayloadWriter) -> Void) {
        text += "<\(root)>"
        body(&self)
        text += "</\(root)>"
    }

    mutating func element(_ name: String, _ value: String) {
        text += "<\(name)>\(value.xmlEscaped)</\(name)>"
    }

    /// Writes nothing for nil.
    mutating func element(_ name: String, ifPresent value: String?) {
        if let value { element(name, value) }
    }

    mutating func fingerprint(_ value: String) {
        text +=
            "<simpleTokenDeviceID><simpleTokenFingerprint>\(value.xmlEscaped)"
            + "</simpleTokenFingerprint></simpleTokenDeviceID>"
    }
}
