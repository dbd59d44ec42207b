#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Where the parts of a token are in its bytes; nothing is copied.
struct TokenRanges {
    static let startTag: StaticString = "<signatureInfo>"

    var framing: TokenFraming
    /// The text between the tags.
    var signature: Range<Int>
    /// From the end of the second tag to the end of the token, white space at the end of the text left out.
    var payload: Range<Int>

    /// Cuts a token that nothing but white space is wrapped around.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(TokenError) {
        var start = 0
        var end = bytes.count
        while start < end, unsafe isXMLSpace(bytes[start]) { start += 1 }
        while end > start, unsafe isXMLSpace(bytes[end - 1]) { end -= 1 }
        guard unsafe Self.has(Self.startTag, at: start, in: bytes) else {
            throw .framing("the text does not begin with <signatureInfo>")
        }
        let first = start + Self.startTag.utf8CodeUnitCount
        guard let base = bytes.baseAddress, first < end,
            let found = unsafe memchr(base + first, Int32(UInt8(ascii: "<")), end - first)
        else { throw .framing("no second signatureInfo tag") }
        let tag = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        if unsafe Self.has(TokenFraming.reopened.endTag, at: tag, in: bytes) {
            framing = .reopened
        } else if unsafe Self.has(TokenFraming.closed.endTag, at: tag, in: bytes) {
            framing = .closed
        } else {
            throw .framing("the signature is not followed by <signatureInfo> or </signatureInfo>")
        }
        signature = first..<tag
        payload = (tag + framing.endTag.utf8CodeUnitCount)..<end
    }

    static func has(_ text: StaticString, at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - start >= count, let base = bytes.baseAddress else { return false }
        return unsafe memcmp(base + start, text.utf8Start, count) == 0
    }
}

/// White space as XML has it.
func isXMLSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 9 || byte == 10 || byte == 13
}
