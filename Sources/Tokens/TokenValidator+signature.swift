internal import Cryptography
internal import Encodings
internal import XML

extension TokenValidator {
    /// Layer 3 for the signature's text, layer 4 for the signature itself.
    func checkSignature(
        _ bytes: UnsafeBufferPointer<UInt8>, _ cut: TokenRanges, key: PublicKey?, into report: inout TokenReport
    ) {
        let text = unsafe UnsafeBufferPointer(rebasing: bytes[cut.signature])
        let signature = key == nil ? [] : Base64.decode(bytes: unsafe Array(text))
        guard let count = unsafe Self.base64Count(text), let signature else {
            report.findings.append(
                TokenFinding(
                    .lexical, at: unsafe XMLPosition(of: cut.signature.lowerBound, in: bytes), path: "/signatureInfo",
                    statement: report.kind == .media ? nil : "AE-XML-025",
                    text.isEmpty ? "the signature is empty" : "the signature is not base64"))
            return
        }
        report.signatureBytes = count
        guard let key else { return }
        if key.verifies(signature, over: unsafe Array(bytes[cut.payload])) {
            report.signature = .holds(algorithm: key.algorithm, keyBits: key.bits)
            return
        }
        report.signature = .broken
        let length = (key.bits + 7) / 8
        let reason =
            count == length
            ? "the signature is not the key's over the payload"
            : "the signature has \(count) bytes, one of a key of \(key.bits) bits has \(length)"
        report.findings.append(
            TokenFinding(
                .signature, at: unsafe XMLPosition(of: cut.signature.lowerBound, in: bytes), path: "/signatureInfo",
                statement: report.kind == .media ? "AE-TOK-007" : "AE-DEV-004", reason, result: .invalidSignature))
    }

    /// How many bytes the base64 stands for; nil when it is none, or stands for nothing.
    private static func base64Count(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !text.isEmpty, text.count.isMultiple(of: 4) else { return nil }
        var count = text.count
        if unsafe text[count - 1] == UInt8(ascii: "=") { count -= 1 }
        if unsafe text[count - 1] == UInt8(ascii: "=") { count -= 1 }
        // Without a branch, so that the compiler looks at many bytes at once.
        var strange: UInt8 = 0
        for index in 0..<count {
            let byte = unsafe text[index]
            // Letters of either case differ in one bit.
            let letter: UInt8 = (byte | 0x20) &- UInt8(ascii: "a") < 26 ? 0 : 1
            let digit: UInt8 = byte &- UInt8(ascii: "0") < 10 ? 0 : 1
            let sign: UInt8 = (byte == UInt8(ascii: "+") ? 0 : 1) & (byte == UInt8(ascii: "/") ? 0 : 1)
            strange |= letter & digit & sign
        }
        guard strange == 0, unsafe hasNoBitsLeft(text[count - 1], padding: text.count - count) else { return nil }
        return count * 3 / 4
    }

    /// Whether the last character stands for nothing beyond the last whole byte, as in base64 that has one form only.
    private static func hasNoBitsLeft(_ character: UInt8, padding: Int) -> Bool {
        guard padding > 0 else { return true }
        let canonical: StaticString = padding == 1 ? "AEIMQUYcgkosw048" : "AQgw"
        for index in 0..<canonical.utf8CodeUnitCount where unsafe canonical.utf8Start[index] == character {
            return true
        }
        return false
    }
}
