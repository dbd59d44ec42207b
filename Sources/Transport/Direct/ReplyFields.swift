#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What a reply's header lines say of its body and its connection.
struct ReplyFields {
    /// Whether the connection stays open after the reply; begins as what holds where no line says otherwise.
    private(set) var keepsAlive: Bool
    private(set) var isChunked = false
    private(set) var length: Int?

    /// Reads whole lines, the empty one at their end included.
    mutating func read(_ lines: UnsafeBufferPointer<UInt8>) throws(TransportError) {
        guard let base = lines.baseAddress else { return }
        var start = 0
        while start < lines.count, let found = unsafe memchr(base + start, 0x0A, lines.count - start) {
            let end = unsafe base.distance(to: found.assumingMemoryBound(to: UInt8.self))
            try unsafe readLine(UnsafeBufferPointer(rebasing: lines[start..<end]))
            start = end + 1
        }
    }

    private mutating func readLine(_ line: UnsafeBufferPointer<UInt8>) throws(TransportError) {
        guard let first = unsafe line.first, first != 0x0D else { return }
        // One that begins with white space continues the one before.
        guard first != 0x20, first != 0x09 else { return }
        guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
            throw ReplyReader.malformed("a line of its head has no name")
        }
        // Some read past it, and others do not.
        guard unsafe line[colon - 1] != 0x20, unsafe line[colon - 1] != 0x09 else {
            throw ReplyReader.malformed("a name in its head ends in white space")
        }
        switch (colon, first | 0x20) {
        case (14, UInt8(ascii: "c")) where unsafe Self.isName("content-length", line):
            try unsafe readLength(line, colon)
        case (17, UInt8(ascii: "t")) where unsafe Self.isName("transfer-encoding", line):
            // Others than "chunked" were not asked for.
            let value = unsafe Self.value(line, colon)
            guard value == "chunked" || value == "identity" else {
                throw ReplyReader.malformed("its transfer encoding is '\(value.prefix(40))'")
            }
            isChunked = value == "chunked"
        case (10, UInt8(ascii: "c")) where unsafe Self.isName("connection", line):
            let options = unsafe Self.value(line, colon).split(separator: ",").map {
                $0.filter { $0 != " " && $0 != "\t" }
            }
            if options.contains("keep-alive") { keepsAlive = true }
            if options.contains("close") { keepsAlive = false }
        default: break
        }
    }

    private mutating func readLength(
        _ line: UnsafeBufferPointer<UInt8>, _ colon: Int
    ) throws(TransportError) {
        var position = colon + 1
        while position < line.count, unsafe line[position] == 0x20 || line[position] == 0x09 { position += 1 }
        var number = 0
        var digits = 0
        while position < line.count, case let byte = unsafe line[position], 0x30...0x39 ~= byte {
            guard digits < 18 else { throw ReplyReader.tooLarge }
            number = number * 10 + Int(byte & 15)
            (position, digits) = (position + 1, digits + 1)
        }
        let rest = unsafe line[position...].contains { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
        guard digits > 0, !rest, length == nil || length == number else {
            throw ReplyReader.malformed("its length is not a number, or there are two of them")
        }
        length = number
    }

    /// Whether the line begins with the name, in letters of any case; it is as long.
    private static func isName(_ name: StaticString, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in 0..<name.utf8CodeUnitCount where unsafe line[index] | 0x20 != name.utf8Start[index] | 0x20 {
            return false
        }
        return true
    }

    /// In small letters, without the white space around it.
    private static func value(_ line: UnsafeBufferPointer<UInt8>, _ colon: Int) -> String {
        var value = unsafe line[(colon + 1)...]
        while let first = unsafe value.first, first == 0x20 || first == 0x09 { unsafe value.removeFirst() }
        while let last = unsafe value.last, last == 0x20 || last == 0x09 || last == 0x0D { unsafe value.removeLast() }
        return unsafe String(decoding: value, as: UTF8.self).lowercased()
    }
}
