/// Whole numbers in as few bytes as they need: the ZigZag LEB128 of HdrHistogram, of at most nine bytes.
enum ZigZag {
    static func append(_ number: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
        for _ in 0..<8 {
            guard rest >= 0x80 else {
                bytes.append(UInt8(rest))
                return
            }
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Takes the first number off `bytes`; nil where they end within it.
    static func take(from bytes: inout ArraySlice<UInt8>) -> Int64? {
        var value: UInt64 = 0
        for place in 0..<9 {
            guard let byte = bytes.popFirst() else { return nil }
            if place == 8 {
                value |= UInt64(byte) << 56
                break
            }
            value |= UInt64(byte & 0x7f) << UInt64(7 * place)
            if byte & 0x80 == 0 { break }
        }
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
}
