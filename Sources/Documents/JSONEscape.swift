/// The escaping of JSON strings.
enum JSONEscape {
    /// Appends the inside of a string: runs that need no escape at once, quotes, backslashes and controls escaped.
    static func append(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var start = 0
        for index in 0..<utf8.count {
            let byte = unsafe utf8[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            unsafe bytes.append(contentsOf: utf8[start..<index])
            append(byte, to: &bytes)
            start = index + 1
        }
        unsafe bytes.append(contentsOf: utf8[start...])
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            let low = byte & 0xF
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}
