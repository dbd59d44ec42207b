#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Reads one reply from the bytes of a connection, in whatever pieces they come.
///
/// As strict as libcurl, which reads the replies of all other requests: RFC 9112 without HTTP/0.9.
struct ReplyReader {
    private enum Part {
        case head
        /// So many bytes of the body are to come.
        case body(Int)
        case chunkSize
        case chunk(Int)
        /// The line end behind a chunk.
        case chunkEnd
        case trailers
        /// The body goes on to the end of the connection.
        case rest
        case end
    }

    private(set) var sink: ReplySink
    private(set) var status = 0
    /// Whether a byte has come.
    private(set) var hasBegun = false
    /// Whether the connection can carry another exchange.
    private(set) var isKept = true
    private var part = Part.head
    /// The beginning of a line whose end has not come.
    private var line: [UInt8] = []
    private var isFirstLine = true
    private var length: Int?
    private var isChunked = false

    init(maximumBytes: Int) {
        sink = ReplySink(maximumBytes: maximumBytes)
    }

    var isComplete: Bool {
        if case .end = part { true } else { false }
    }

    /// Takes the next bytes; returns what is wrong with them, if anything is.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> TransportError? {
        if bytes.count > 0 { hasBegun = true }
        var offset = 0
        while offset < bytes.count {
            switch part {
            case .body(let left):
                let count = min(left, bytes.count - offset)
                guard unsafe sink.receiveBody(piece(of: bytes, offset, count)) else { return .replyTooLarge }
                offset += count
                part = count == left ? .end : .body(left - count)
            case .chunk(let left):
                let count = min(left, bytes.count - offset)
                guard unsafe sink.receiveBody(piece(of: bytes, offset, count)) else { return .replyTooLarge }
                offset += count
                part = count == left ? .chunkEnd : .chunk(left - count)
            case .rest:
                guard unsafe sink.receiveBody(piece(of: bytes, offset, bytes.count - offset)) else {
                    return .replyTooLarge
                }
                offset = bytes.count
            case .end:
                // Nobody asked for more: what else is on the connection cannot be told.
                isKept = false
                return nil
            case .head, .chunkSize, .chunkEnd, .trailers:
                if let error = unsafe takeLine(bytes, &offset) { return error }
            }
        }
        return nil
    }

    /// The connection has ended; returns why there is no reply, or nil where that was its end.
    mutating func takeEnd() -> TransportError? {
        isKept = false
        switch part {
        case .end: return nil
        case .rest:
            part = .end
            return nil
        case .head where !hasBegun:
            return TransportError(.emptyReply, message: "the connection ended without a reply")
        case .head:
            return TransportError(.truncated, message: "the reply ended within its headers")
        default:
            return TransportError(.truncated, message: "the reply ended within its body")
        }
    }

    // MARK: - Lines

    private mutating func takeLine(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) -> TransportError? {
        guard let start = bytes.baseAddress else { return nil }
        let found = unsafe memchr(start + offset, Int32(UInt8(ascii: "\n")), bytes.count - offset)
        let end = unsafe found.map { unsafe UnsafeRawPointer($0) - start + 1 } ?? bytes.count
        let piece = unsafe piece(of: bytes, offset, end - offset)
        offset = end
        if unsafe line.isEmpty && found != nil { return unsafe take(line: piece) }
        guard line.count + piece.count <= ReplySink.maximumHeaderBytes else { return .replyTooLarge }
        unsafe line.append(contentsOf: piece)
        guard unsafe found != nil else { return isFirstLine ? refuseOtherProtocols() : nil }
        let whole = line
        line = []
        return unsafe whole.withUnsafeBytes { unsafe take(line: $0) }
    }

    /// What begins otherwise is no reply, and may never end.
    private func refuseOtherProtocols() -> TransportError? {
        "HTTP/".utf8.starts(with: line.prefix("HTTP/".utf8.count)) ? nil : .malformed("it does not begin with HTTP/")
    }

    private mutating func take(line: UnsafeRawBufferPointer) -> TransportError? {
        var text = unsafe line[...]
        while let last = unsafe text.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            unsafe text.removeLast()
        }
        let content = unsafe UnsafeRawBufferPointer(rebasing: text)
        switch part {
        case .head: return unsafe takeHead(line, content)
        case .chunkSize: return unsafe takeChunkSize(content)
        case .chunkEnd:
            guard unsafe content.isEmpty else { return .malformed("a chunk is longer than its size") }
            part = .chunkSize
            return nil
        case .trailers:
            guard unsafe !content.isEmpty else {
                part = .end
                return nil
            }
            return unsafe sink.receiveLine(line) ? nil : .replyTooLarge
        case .body, .chunk, .rest, .end: return nil
        }
    }

    // MARK: - The head

    private mutating func takeHead(
        _ line: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer
    ) -> TransportError? {
        guard unsafe sink.receiveLine(line) else { return .replyTooLarge }
        if isFirstLine {
            isFirstLine = false
            return unsafe takeStatus(content)
        }
        guard let first = unsafe content.first else { return endHead() }
        guard unsafe !content.contains(0) else { return .malformed("a header has a NUL byte") }
        // White space continues the line before.
        if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") { return nil }
        guard let colon = unsafe content.firstIndex(of: UInt8(ascii: ":")) else {
            return .malformed("a header has no colon")
        }
        switch colon {
        case 10 where unsafe isName("connection", content): unsafe takeConnection(value(content, colon))
        case 14 where unsafe isName("content-length", content): return unsafe takeLength(value(content, colon))
        case 17 where unsafe isName("transfer-encoding", content): return unsafe takeEncoding(value(content, colon))
        default: break
        }
        return nil
    }

    /// `HTTP/1.1 200`, and then the end of the line or a space and whatever else.
    private mutating func takeStatus(_ line: UnsafeRawBufferPointer) -> TransportError? {
        guard unsafe line.count >= 12 && line.starts(with: "HTTP/1.".utf8) && line[8] == UInt8(ascii: " "),
            let minor = unsafe digit(line[7]), minor <= 1, let hundreds = unsafe digit(line[9]),
            let tens = unsafe digit(line[10]), let ones = unsafe digit(line[11]),
            unsafe line.count == 12 || line[12] == UInt8(ascii: " ")
        else { return .malformed("its first line is no status line of HTTP/1") }
        status = 100 * hundreds + 10 * tens + ones
        isKept = minor == 1
        return nil
    }

    private mutating func endHead() -> TransportError? {
        if 100...199 ~= status, status != 101 {
            // The reply itself is still to come.
            (isFirstLine, length, isChunked) = (true, nil, false)
            return nil
        }
        if status == 204 || status == 304 {
            part = .end
        } else if isChunked {
            part = .chunkSize
        } else if let length, status != 101 {
            sink.expectBody(bytes: length)
            part = length == 0 ? .end : .body(length)
        } else {
            isKept = false
            part = .rest
        }
        return nil
    }

    private mutating func takeConnection(_ value: Slice<UnsafeRawBufferPointer>) {
        for word in unsafe String(decoding: value, as: UTF8.self).lowercased().split(separator: ",") {
            switch word.drop(while: \.isWhitespace).prefix(while: { !$0.isWhitespace }) {
            case "close": isKept = false
            case "keep-alive": isKept = true
            default: break
            }
        }
    }

    private mutating func takeLength(_ value: Slice<UnsafeRawBufferPointer>) -> TransportError? {
        var number = 0
        var digits = 0
        for index in unsafe value.indices {
            guard let digit = unsafe digit(value[index]) else { break }
            let (product, isTooMuch) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooMuchYet) = product.addingReportingOverflow(digit)
            guard !isTooMuch, !isTooMuchYet else { return .replyTooLarge }
            number = sum
            digits += 1
        }
        guard digits > 0 else { return .malformed("its length is no number") }
        length = number
        return nil
    }

    private mutating func takeEncoding(_ value: Slice<UnsafeRawBufferPointer>) -> TransportError? {
        for word in unsafe String(decoding: value, as: UTF8.self).lowercased().split(separator: ",") {
            switch word.drop(while: \.isWhitespace).prefix(while: { !$0.isWhitespace }) {
            case "chunked": isChunked = true
            case "identity", "": break
            default: return .malformed("its transfer encoding is not known")
            }
        }
        return nil
    }

    // MARK: - Chunks

    /// The size, and after it extensions that mean nothing here.
    private mutating func takeChunkSize(_ line: UnsafeRawBufferPointer) -> TransportError? {
        var size = 0
        var digits = 0
        for index in 0..<line.count {
            let byte = unsafe line[index]
            let value: UInt8
            switch byte {
            case 0x30...0x39: value = byte - 0x30
            case 0x41...0x46: value = byte - 0x41 + 10
            case 0x61...0x66: value = byte - 0x61 + 10
            default: value = 16
            }
            if value == 16 { break }
            digits += 1
            guard digits <= 15 else { return .malformed("a chunk's size is too long") }
            size = size << 4 | Int(value)
        }
        guard digits > 0 else { return .malformed("a chunk has no size") }
        part = size == 0 ? .trailers : .chunk(size)
        return nil
    }

    // MARK: - Bytes

    private func piece(of bytes: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
    }

    /// Whether the line begins with the name, in letters of any case.
    private func isName(_ name: StaticString, _ line: UnsafeRawBufferPointer) -> Bool {
        for index in 0..<name.utf8CodeUnitCount where unsafe line[index] | 0x20 != name.utf8Start[index] | 0x20 {
            return false
        }
        return true
    }

    /// What follows the colon, without the white space before it.
    private func value(_ line: UnsafeRawBufferPointer, _ colon: Int) -> Slice<UnsafeRawBufferPointer> {
        unsafe line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    private func digit(_ byte: UInt8) -> Int? { 0x30...0x39 ~= byte ? Int(byte - 0x30) : nil }
}

extension TransportError {
    static let replyTooLarge = TransportError(.replyTooLarge, message: "the reply is larger than allowed")

    fileprivate static func malformed(_ reason: String) -> TransportError {
        TransportError(.malformedReply, message: "what arrived is no reply: \(reason)")
    }
}
