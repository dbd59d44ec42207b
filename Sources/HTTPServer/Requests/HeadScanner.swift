/// Walks over the bytes of a message head, line by line.
struct HeadScanner {
    private let bytes: [UInt8]
    private var position = 0

    /// `bytes` must end in an empty line.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func method() throws(Refusal) -> String {
        let start = position
        while bytes[position].isTokenCharacter { position += 1 }
        guard position > start, bytes[position] == UInt8(ascii: " ") else { throw .bad("the method is malformed") }
        defer { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    mutating func target() throws(Refusal) -> String {
        let start = position
        while bytes[position] > UInt8(ascii: " "), bytes[position] != 0x7f { position += 1 }
        guard position > start, bytes[position] == UInt8(ascii: " ") else {
            throw .bad("the request target is malformed")
        }
        defer { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads `HTTP/1.x` and the end of the line.
    mutating func minorVersion() throws(Refusal) -> UInt8 {
        let malformed = Refusal.bad("the protocol version is malformed")
        guard position + 10 <= bytes.count, bytes[position..<position + 5].elementsEqual("HTTP/".utf8),
            let major = bytes[position + 5].decimalDigit, bytes[position + 6] == UInt8(ascii: "."),
            let minor = bytes[position + 7].decimalDigit, isLineEnd(at: position + 8)
        else { throw malformed }
        guard major == 1 else { throw .unknownVersion }
        position += 10
        return minor
    }

    /// The next field, without the white space around its value; nil at the empty line.
    mutating func field() throws(Refusal) -> HeaderFields.Position? {
        if isLineEnd(at: position) { return nil }
        let start = position
        while bytes[position].isTokenCharacter { position += 1 }
        let name = start..<position
        guard !name.isEmpty, bytes[position] == UInt8(ascii: ":") else {
            throw .bad("a header field has no proper name")
        }
        position += 1
        while bytes[position].isBlank { position += 1 }
        let valueStart = position
        while bytes[position].isFieldCharacter { position += 1 }
        var valueEnd = position
        while valueEnd > valueStart, bytes[valueEnd - 1].isBlank { valueEnd -= 1 }
        guard isLineEnd(at: position) else { throw .bad("a header field holds a control character") }
        position += 2
        return HeaderFields.Position(
            name: UInt32(name.lowerBound)..<UInt32(name.upperBound), value: UInt32(valueStart)..<UInt32(valueEnd))
    }

    private func isLineEnd(at index: Int) -> Bool {
        index + 1 < bytes.count && bytes[index] == UInt8(ascii: "\r") && bytes[index + 1] == UInt8(ascii: "\n")
    }
}

extension UInt8 {
    /// A character a method or field name may have (RFC 9110, 5.6.2); the underscore is one.
    var isTokenCharacter: Bool {
        guard self < 0x80 else { return false }
        // One bit per character: ! # $ % & ' * + - . 0-9, then A-Z ^ _ ` a-z | ~
        let low: UInt64 = 0x03ff_6cfa_0000_0000
        let high: UInt64 = 0x57ff_ffff_c7ff_fffe
        return ((self < 64 ? low : high) >> UInt64(self & 63)) & 1 == 1
    }

    /// A character a field value may have: visible, blank, or beyond ASCII.
    var isFieldCharacter: Bool { self >= 0x20 ? self != 0x7f : self == 0x09 }

    /// A character of a host's name: a letter, a digit, or one of `-._~%`.
    var isHostCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x25: true
        default: false
        }
    }

    /// A space or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    var decimalDigit: UInt8? {
        let digit = self &- UInt8(ascii: "0")
        return digit < 10 ? digit : nil
    }
}
