/// The escaping of JSON strings.
enum JSONEscape {
    /// Appends the inside of a string.
    ///
    /// Runs that need no escape are copied at once; quotes, backslashes and what would not be shown but obeyed are escaped.
    static func append(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var start = 0
        for index in 0..<utf8.count {
            let byte = unsafe utf8[index]
            if byte >= 0x7F {
                guard let (scalar, length) = unsafe unseen(utf8, at: index) else { continue }
                unsafe bytes.append(contentsOf: utf8[start..<index])
                append(scalar, to: &bytes)
                start = index + length
                continue
            }
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            unsafe bytes.append(contentsOf: utf8[start..<index])
            append(byte, to: &bytes)
            start = index + 1
        }
        unsafe bytes.append(contentsOf: utf8[start...])
    }

    /// The character that starts here, where it must not stand as it is: DEL, one of C1 or one for the direction of text.
    private static func unseen(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt16, length: Int)? {
        switch unsafe utf8[index] {
        case 0x7F: return (0x7F, 1)
        case 0xC2 where unsafe index + 1 < utf8.count && utf8[index + 1] < 0xA0:
            return unsafe (UInt16(utf8[index + 1]), 2)
        case 0xD8 where unsafe index + 1 < utf8.count && utf8[index + 1] == 0x9C: return (0x61C, 2)
        case 0xE2 where unsafe index + 2 < utf8.count && utf8[index + 1] & 0xFE == 0x80:
            let scalar = unsafe 0x2000 | UInt16(utf8[index + 1] & 1) << 6 | UInt16(utf8[index + 2] & 0x3F)
            switch scalar {
            case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return (scalar, 3)
            default: return nil
            }
        default: return nil
        }
    }

    private static func append(_ scalar: UInt16, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "\\u".utf8)
        for shift in [12, 8, 4, 0] { bytes.append(digit(UInt8(scalar >> UInt16(shift) & 0xF))) }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
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
            bytes.append(digit(byte >> 4))
            bytes.append(digit(byte & 0xF))
        }
    }
}
