extension String {
    /// Resolves percent escapes; what is no escape stands for itself, and invalid UTF-8 becomes U+FFFD.
    init(percentDecoding encoded: some Sequence<UInt8>, plusIsSpace: Bool) {
        let bytes = Array(encoded)
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
        self = String(decoding: decoded, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of this ASCII character as a hexadecimal digit.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
