/// Reads one string of a JSON text, from its opening to its closing quote.
struct JSONStringReader {
    private let bytes: [UInt8]
    private(set) var index: Int

    init(bytes: [UInt8], index: Int) {
        self.bytes = bytes
        self.index = index
    }

    mutating func read() throws(JSONError) -> String {
        let opening = index
        index += 1
        var start = index
        var unescaped: [UInt8]?
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                defer { index += 1 }
                guard var whole = unescaped else { return try text(bytes[start..<index]) }
                _ = try text(bytes[start..<index])
                whole += bytes[start..<index]
                return String(decoding: whole, as: UTF8.self)
            case UInt8(ascii: "\\"):
                _ = try text(bytes[start..<index])
                var whole = unescaped ?? []
                unescaped = nil
                whole += bytes[start..<index]
                let scalar = try escape()
                whole += Array(String(Character(scalar)).utf8)
                unescaped = whole
                start = index
            case 0..<0x20:
                throw JSONError(message: "a control character in a string must be escaped", offset: index)
            default:
                index += 1
            }
        }
        throw JSONError(message: "the string is not closed", offset: opening)
    }

    /// A run without escapes.
    ///
    /// A character never spans an escape, so each run is valid UTF-8 by itself.
    private func text(_ run: ArraySlice<UInt8>) throws(JSONError) -> String {
        if let text = String(validating: run, as: UTF8.self) { return text }
        throw JSONError(message: "invalid UTF-8 in a string", offset: firstInvalidByte(in: run))
    }

    private func firstInvalidByte(in run: ArraySlice<UInt8>) -> Int {
        var decoder = UTF8()
        var source = run.makeIterator()
        var offset = run.startIndex
        while case .scalarValue(let scalar) = decoder.decode(&source) {
            offset += UTF8.width(scalar)
        }
        return offset
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let backslash = index
        guard index + 1 < bytes.count else {
            throw JSONError(message: "the string is not closed", offset: backslash)
        }
        index += 2
        switch bytes[index - 1] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode(backslash)
        default: throw JSONError(message: "unknown escape in a string", offset: backslash)
        }
    }

    private mutating func unicode(_ backslash: Int) throws(JSONError) -> Unicode.Scalar {
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { throw JSONError(message: "a lone surrogate is no character", offset: backslash) }
        index += 2
        let low = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw JSONError(message: "a lone surrogate is no character", offset: backslash) }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = index < bytes.count ? bytes[index] : 0
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw JSONError(message: "expected four hexadecimal digits after \\u", offset: index)
            }
            value = value << 4 + UInt32(digit)
            index += 1
        }
        return value
    }
}
