/// The encoding of bytes in messages: RFC 4648 section 4, with padding and nothing else.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let digits: [UInt8?] = {
        var digits = [UInt8?](repeating: nil, count: 256)
        for (value, letter) in alphabet.enumerated() { digits[Int(letter)] = UInt8(value) }
        return digits
    }()

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for index in 0..<4 {
                let isPadding = index > group.count
                text.append(
                    isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> UInt32(18 - 6 * index) & 0x3f)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// nil for anything but the one encoding of some bytes.
    static func decode(_ text: String) -> [UInt8]? {
        let letters = Array(text.utf8)
        guard letters.count.isMultiple(of: 4) else { return nil }
        let padding = letters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3)
        for start in stride(from: 0, to: letters.count, by: 4) {
            var bits: UInt32 = 0
            for index in start..<start + 4 {
                let isPadding = index >= letters.count - padding
                guard let digit = isPadding ? 0 : digits[Int(letters[index])] else { return nil }
                bits = bits << 6 | UInt32(digit)
            }
            bytes += [UInt8(bits >> 16), UInt8(bits >> 8 & 0xff), UInt8(bits & 0xff)]
        }
        // The bits that padding leaves over have to be zero.
        guard bytes.suffix(padding).allSatisfy({ $0 == 0 }) else { return nil }
        return Array(bytes.dropLast(padding))
    }
}
