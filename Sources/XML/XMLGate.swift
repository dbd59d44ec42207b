#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

internal import Encodings

/// Judges the bytes of a document before the library sees them: size, encoding, forbidden bytes, attributes.
///
/// Only UTF-8 (and ASCII, which is part of it) passes. That is what makes looking for `<`, quotes and `=` in the
/// bytes exact: in any other encoding those bytes could mean something else to the library than to this scan.
enum XMLGate {
    static func check(_ bytes: UnsafeBufferPointer<UInt8>, limits: XMLLimits) throws(XMLError) {
        guard bytes.count > 0 else {
            throw XMLError(code: .empty, message: "the document is empty", position: .start)
        }
        guard bytes.count <= limits.bytes else {
            throw XMLError(
                code: .tooLarge, message: "\(bytes.count) bytes are more than the \(limits.bytes) allowed",
                position: .start)
        }
        // The library would take a NUL byte for the end; it refuses other control bytes itself (see `refuse`).
        let hasNUL = unsafe next(0, in: bytes, from: 0) != nil
        if unsafe hasNUL || !mayStartText(bytes[0]) { try unsafe checkEncoding(bytes) }
        // An attribute costs an equals sign, so few signs in all mean few attributes.
        if unsafe equalSigns(in: bytes) > limits.attributes {
            try unsafe checkAttributes(bytes, limit: limits.attributes)
        }
        if bytes.count > large { try unsafe checkMarkup(bytes, limits: limits) }
        try unsafe checkDeclaration(bytes)
    }

    /// Documents of more bytes are looked at for what takes the library long; no configuration of the field has as many.
    private static let large = 512 * 1024
    private static let maxReferences = 100_000

    /// Refuses what the library would go through character by character only to find that it has no end, and more tags
    /// or references than any document within the limits has.
    private static func checkMarkup(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: XMLLimits
    ) throws(XMLError) {
        var offset = 0
        var tags = 0
        while let start = unsafe next(UInt8(ascii: "<"), in: bytes, from: offset) {
            offset = start + 1
            if unsafe has("!--", in: bytes, at: offset) {
                offset = try unsafe end("--", of: "the comment", from: start, in: bytes, at: offset + 3)
            } else if unsafe has("![CDATA[", in: bytes, at: offset) {
                offset = try unsafe end("]]", of: "the CDATA section", from: start, in: bytes, at: offset + 8)
            } else if unsafe has("?", in: bytes, at: offset) {
                offset = try unsafe end("?", of: "the processing instruction", from: start, in: bytes, at: offset + 1)
            } else {
                tags += 1
                guard tags <= 2 * limits.elements else {
                    throw unsafe XMLError(
                        code: .tooManyElements, message: "more than \(limits.elements) elements",
                        position: XMLPosition(of: start, in: bytes))
                }
            }
        }
        offset = 0
        var references = 0
        while let start = unsafe next(UInt8(ascii: "&"), in: bytes, from: offset) {
            offset = start + 1
            references += 1
            guard references <= maxReferences else {
                throw unsafe XMLError(
                    code: .tooManyReferences, message: "more than \(maxReferences) references",
                    position: XMLPosition(of: start, in: bytes))
            }
        }
    }

    private static func has(_ text: StaticString, in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
        for index in 0..<text.utf8CodeUnitCount where unsafe bytes[offset + index] != text.utf8Start[index] {
            return false
        }
        return true
    }

    /// The place behind the first `>` that follows `mark`.
    private static func end(
        _ mark: StaticString, of what: String, from start: Int, in bytes: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(XMLError) -> Int {
        let length = mark.utf8CodeUnitCount
        var offset = offset
        while let bracket = unsafe next(UInt8(ascii: ">"), in: bytes, from: offset) {
            if bracket - length >= start + 2, unsafe has(mark, in: bytes, at: bracket - length) { return bracket + 1 }
            offset = bracket + 1
        }
        throw unsafe XMLError(
            code: .malformed, message: "\(what) has no end", position: XMLPosition(of: start, in: bytes))
    }

    /// Looks closely at a document the library refused, for a reason that says more than the library's.
    static func refuse(_ bytes: UnsafeBufferPointer<UInt8>, _ complaint: XMLError?) throws(XMLError) -> Never {
        try unsafe checkEncoding(bytes)
        throw complaint ?? XMLError(code: .malformed, message: "not well-formed", position: .start)
    }

    /// What a document in UTF-8 can begin with.
    ///
    /// Others begin otherwise or hold a NUL byte, so both are looked at closely.
    private static func mayStartText(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == 0xEF || byte == 0x20 || byte == 9 || byte == 10 || byte == 13
    }

    private static func checkEncoding(_ bytes: UnsafeBufferPointer<UInt8>) throws(XMLError) {
        if let mark = unsafe byteOrderMark(bytes) {
            throw XMLError(
                code: .encoding, message: "the document is in \(mark); only UTF-8 is accepted", position: .start)
        }
        var end = bytes.count
        var isCut = false
        do throws(UTF8.ValidationError) {
            _ = try unsafe UTF8Span(validating: bytes.span)
        } catch {
            end = error.byteOffsets.lowerBound
            isCut = error.kind == .truncatedScalar && error.byteOffsets.upperBound == bytes.count
        }
        let controls = unsafe bytes[..<end].firstIndex { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }
        if let offset = controls {
            let byte = unsafe bytes[offset]
            let name = byte == 0 ? "a NUL byte" : "the control byte \(byte)"
            throw unsafe XMLError(
                code: .forbiddenByte, message: "\(name) is not allowed in XML",
                position: XMLPosition(of: offset, in: bytes))
        }
        if end < bytes.count {
            throw unsafe XMLError(
                code: .encoding, message: isCut ? "the document ends within a UTF-8 character" : "not UTF-8",
                position: XMLPosition(of: end, in: bytes))
        }
    }

    private static func byteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count >= 2 else { return nil }
        switch unsafe (bytes[0], bytes[1]) {
        case (0xFF, 0xFE), (0x3C, 0x00): return "UTF-16 or UTF-32 (little endian)"
        case (0xFE, 0xFF): return "UTF-16 (big endian)"
        case (0x00, 0x3C): return "UTF-16 (big endian)"
        case (0x00, 0x00): return "UTF-32 (big endian)"
        case (0x4C, 0x6F) where unsafe bytes.count >= 4 && bytes[2] == 0xA7: return "EBCDIC"
        default: return nil
        }
    }

    /// Counts the equals signs outside quotes between `<` and `>`.
    ///
    /// Text, comments and CDATA that look like a tag are counted as one, so the count is never too low.
    private static func checkAttributes(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) throws(XMLError) {
        var offset = 0
        while let tag = unsafe next(UInt8(ascii: "<"), in: bytes, from: offset) {
            offset = tag + 1
            var count = 0
            var quote: UInt8 = 0
            tag: while offset < bytes.count {
                let byte = unsafe bytes[offset]
                // Never inside a quoted value of a well-formed document: a value may not hold it.
                if byte == UInt8(ascii: "<") { break }
                offset += 1
                if quote != 0 {
                    if byte == quote { quote = 0 }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: ">"): break tag
                case UInt8(ascii: "="):
                    count += 1
                    guard count <= limit else {
                        throw unsafe XMLError(
                            code: .tooManyAttributes, message: "an element has more than \(limit) attributes",
                            position: XMLPosition(of: tag, in: bytes))
                    }
                default: break
                }
            }
        }
    }

    private static func next(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int? {
        guard offset < bytes.count, let base = bytes.baseAddress,
            let found = unsafe memchr(base + offset, Int32(byte), bytes.count - offset)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Refuses a declaration that names another encoding than UTF-8 or ASCII.
    private static func checkDeclaration(_ bytes: UnsafeBufferPointer<UInt8>) throws(XMLError) {
        var start = 0
        if unsafe bytes.count > 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF { start = 3 }
        guard unsafe has("<?xml", in: bytes, at: start),
            let end = unsafe bytes[start...].firstRange(ofBytes: "?>")?.lowerBound,
            let name = unsafe bytes[start..<end].firstRange(ofBytes: "encoding")
        else { return }
        var open = name.upperBound
        while unsafe open < end && (bytes[open] <= 0x20 || bytes[open] == UInt8(ascii: "=")) { open += 1 }
        guard open < end else { return }
        let quote = unsafe bytes[open]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return }
        let rest = unsafe bytes[(open + 1)..<end]
        let encoding = unsafe String(decoding: rest.prefix { $0 != quote }, as: UTF8.self)
        guard encoding == "UTF-8" || ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased()) else {
            throw XMLError(
                code: .encoding, message: "the encoding \"\(encoding)\" is declared; only UTF-8 is accepted",
                position: .start)
        }
    }

    /// Written for the compiler to look at many bytes at once: no branch and no check for overflow within a block, and
    /// a counter of a byte, which a block of 255 cannot overflow.
    private static func equalSigns(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var total = 0
        var offset = 0
        while offset < bytes.count {
            let count = min(bytes.count - offset, 255)
            let block = unsafe base + offset
            var signs: UInt8 = 0
            var index = 0
            while index < count {
                signs &+= unsafe block[index] == UInt8(ascii: "=") ? 1 : 0
                index &+= 1
            }
            total += Int(signs)
            offset += count
        }
        return total
    }
}
