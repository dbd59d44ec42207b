/// Base64 as RFC 4648 has it: strict on the way in, padded on the way out.
package enum Base64 {
    /// Section 4 of RFC 4648, with padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        encode(bytes, alphabet: standard, padded: true)
    }

    /// Section 5 of RFC 4648 (`-` and `_`), without padding, as JSON Web Tokens have it.
    package static func encodeURLSafe(_ bytes: [UInt8]) -> String {
        encode(bytes, alphabet: urlSafe, padded: false)
    }

    /// The bytes, or nil for anything but canonical padded base64: no white space, no bits left over.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(bytes: Array(text.utf8))
    }

    package static func decode(bytes text: [UInt8]) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        var count = text.count
        if text.last == padding { count -= 1 }
        if count < text.count, count > 0, text[count - 1] == padding { count -= 1 }
        return decode(text[..<count], values: standardValues)
    }

    /// The bytes behind the URL-safe form without padding; nil for anything else.
    package static func decodeURLSafe(_ text: some StringProtocol) -> [UInt8]? {
        decode(Array(text.utf8)[...], values: urlSafeValues)
    }

    private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let standardValues = values(of: standard)
    private static let urlSafeValues = values(of: urlSafe)
    private static let padding = UInt8(ascii: "=")
    private static let noValue: UInt8 = 255

    private static func values(of alphabet: [UInt8]) -> [UInt8] {
        var table = [UInt8](repeating: noValue, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
        return table
    }

    private static func encode(_ bytes: [UInt8], alphabet: [UInt8], padded: Bool) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group = UInt32(bytes[index]) << 16
            if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
            if count > 2 { group |= UInt32(bytes[index + 2]) }
            for position in 0...count {
                text.append(alphabet[Int(group >> UInt32(18 - 6 * position) & 63)])
            }
            if padded { text.append(contentsOf: repeatElement(padding, count: 3 - count)) }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func decode(_ text: ArraySlice<UInt8>, values: [UInt8]) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var group: UInt32 = 0
        var bits = 0
        for character in text {
            let value = values[Int(character)]
            guard value != noValue else { return nil }
            group = group << 6 | UInt32(value)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
            group &= (1 << UInt32(bits)) - 1
        }
        return group == 0 ? bytes : nil
    }
}
