/// Takes a body in chunks apart (RFC 9112, 7.1), however the bytes are cut.
///
/// Extensions and trailers are read and dropped.
struct ChunkReader {
    private enum Stage {
        case size(digits: Int)
        case sizeLine
        case data
        case dataReturn
        case dataEnd
        /// So many bytes of the line have come, but for a return at its end.
        case trailer(count: Int)
    }

    private var stage = Stage.size(digits: 0)
    private var size = 0
    /// Bytes that are no data: a peer must not send them without end.
    private var overhead = 0
    private static let maximumOverhead = 1 << 20

    /// Appends the data to `body`; where the body ends in `bytes`, or nil where it goes on.
    mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>, into body: inout [UInt8], limit: Int
    ) throws(TransportError) -> Int? {
        var position = 0
        while position < bytes.count {
            if case .data = stage {
                let count = min(size, bytes.count - position)
                unsafe body.append(contentsOf: bytes[position..<position + count])
                position += count
                size -= count
                if size == 0 { stage = .dataReturn }
                continue
            }
            overhead += 1
            guard overhead <= Self.maximumOverhead else { throw ReplyReader.tooLarge }
            let isEnd = try unsafe step(bytes[position])
            if size > limit - body.count { throw ReplyReader.tooLarge }
            position += 1
            if isEnd { return position }
        }
        return nil
    }

    /// True at the last byte of the body.
    private mutating func step(_ byte: UInt8) throws(TransportError) -> Bool {
        switch stage {
        case .size(let digits): try readSize(byte, digits)
        case .sizeLine: if byte == 0x0A { endSizeLine() }
        case .data: break
        case .dataReturn:
            if byte == 0x0A {
                stage = .size(digits: 0)
            } else if byte == 0x0D {
                stage = .dataEnd
            } else {
                throw Self.bad
            }
        case .dataEnd:
            guard byte == 0x0A else { throw Self.bad }
            stage = .size(digits: 0)
        case .trailer(let count):
            if byte == 0x0A, count == 0 { return true }
            stage = .trailer(count: byte == 0x0A ? 0 : byte == 0x0D ? count : count + 1)
        }
        return false
    }

    private mutating func readSize(_ byte: UInt8, _ digits: Int) throws(TransportError) {
        let digit: UInt8
        switch byte {
        case 0x30...0x39: digit = byte & 15
        case 0x41...0x46, 0x61...0x66: digit = (byte & 15) + 9
        default:
            guard digits > 0 else { throw Self.bad }
            if byte == 0x0A { endSizeLine() } else { stage = .sizeLine }
            return
        }
        guard digits < 15 else { throw Self.bad }
        size = size << 4 | Int(digit)
        stage = .size(digits: digits + 1)
    }

    private mutating func endSizeLine() {
        stage = size > 0 ? .data : .trailer(count: 0)
    }

    private static let bad = ReplyReader.malformed("a chunk has no proper size or end")
}
