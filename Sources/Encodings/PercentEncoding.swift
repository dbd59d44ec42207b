/// The escapes of URLs and of HTML forms: a percent sign and two hexadecimal digits for a byte.
package enum PercentEncoding {
    /// Everything but the unreserved characters of RFC 3986 (2.3) is escaped, with digits in upper case.
    package static func encode(_ text: some StringProtocol) -> String {
        String(decoding: encode(text.utf8), as: UTF8.self)
    }

    package static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        encode(bytes, plain: [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~")])
    }

    /// The pairs of a form as browsers write them (`application/x-www-form-urlencoded`): a space is a plus, `*` stays.
    package static func encodeForm(_ pairs: [(String, String)]) -> String {
        pairs.map { "\(encodeForm($0.0))=\(encodeForm($0.1))" }.joined(separator: "&")
    }

    private static func encodeForm(_ text: String) -> String {
        let kept = [UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: " ")]
        let bytes = encode(text.utf8, plain: kept).map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Resolves the escapes; what is no escape stands for itself, and invalid UTF-8 becomes U+FFFD.
    package static func decode(_ text: String, plusIsSpace: Bool) -> String {
        let isPlain = text.utf8.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
        return isPlain ? text : decode(Array(text.utf8), plusIsSpace: plusIsSpace)
    }

    package static func decode(_ bytes: [UInt8], plusIsSpace: Bool) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%"), index + 1 < bytes.count, let high = bytes[index].hexDigitValue,
                let low = bytes[index + 1].hexDigitValue
            {
                decoded.append(high << 4 | low)
                index += 2
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// nil where a percent sign is not followed by two hexadecimal digits.
    package static func decodeStrictly(_ text: some StringProtocol) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        let areEscapes = parts.dropFirst().allSatisfy { part in
            part.count >= 2 && part.prefix(2).allSatisfy { $0.hexDigitValue != nil }
        }
        return areEscapes ? decode(String(text), plusIsSpace: false) : nil
    }

    private static func encode(_ bytes: some Sequence<UInt8>, plain: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in bytes {
            if byte.isLetterOrDigit || plain.contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return encoded
    }
}

extension UInt8 {
    /// The value of this ASCII character as a hexadecimal digit.
    @inlinable package var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether this is an ASCII letter or digit.
    @inlinable package var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
