import Encodings

/// Takes a body in chunks apart (RFC 9112, 7.1), however the bytes are cut.
///
/// Chunk extensions and trailer fields are read and dropped; both count against the limit of the head.
struct ChunkedBody {
    private enum Stage {
        case size(digits: Int)
        case sizeLine
        case sizeLineFeed
        case data
        case dataReturn
        case dataLineFeed
        case trailerStart
        case trailerName(count: Int)
        case trailerLine
        case trailerLineFeed
        case lastLineFeed
    }

    private var stage = Stage.size(digits: 0)
    /// Of the chunk being read.
    private var remaining = 0
    private var overhead = 0
    /// What has been read of the body, and was not taken.
    private(set) var body: [UInt8] = []
    private var taken = 0

    mutating func takeBody() -> [UInt8] {
        taken += body.count
        return exchange(&body, with: [])
    }

    /// Reads from `position` on and moves it; true when the body is complete.
    mutating func read(
        _ bytes: [UInt8], from position: inout Int, to end: Int, limits: Limits
    ) throws(Refusal) -> Bool {
        while position < end {
            if case .data = stage {
                let count = min(remaining, end - position)
                body += bytes[position..<position + count]
                position += count
                remaining -= count
                if remaining == 0 { stage = .dataReturn }
                continue
            }
            let byte = bytes[position]
            position += 1
            if try step(byte, limits: limits) { return true }
        }
        return false
    }

    private mutating func step(_ byte: UInt8, limits: Limits) throws(Refusal) -> Bool {
        switch stage {
        case .size(let digits):
            try readSize(byte, digits: digits, limits: limits)
        case .sizeLine:
            try skipLine(byte, then: .sizeLineFeed, limits: limits)
        case .sizeLineFeed:
            try expect(byte, UInt8(ascii: "\n"), then: remaining == 0 ? .trailerStart : .data)
        case .data:
            break
        case .dataReturn:
            try expect(byte, UInt8(ascii: "\r"), then: .dataLineFeed)
        case .dataLineFeed:
            try expect(byte, UInt8(ascii: "\n"), then: .size(digits: 0))
        case .trailerStart:
            if byte == UInt8(ascii: "\r") {
                stage = .lastLineFeed
            } else {
                try readTrailerName(byte, count: 0, limits: limits)
            }
        case .trailerName(let count):
            try readTrailerName(byte, count: count, limits: limits)
        case .trailerLine:
            try skipLine(byte, then: .trailerLineFeed, limits: limits)
        case .trailerLineFeed:
            try expect(byte, UInt8(ascii: "\n"), then: .trailerStart)
        case .lastLineFeed:
            try expect(byte, UInt8(ascii: "\n"), then: .size(digits: 0))
            return true
        }
        return false
    }

    private mutating func readSize(_ byte: UInt8, digits: Int, limits: Limits) throws(Refusal) {
        if let digit = byte.hexDigitValue {
            guard digits < 15 else { throw .bodyTooLarge }
            remaining = remaining << 4 | Int(digit)
            guard remaining <= limits.bodyBytes - taken - body.count else { throw .bodyTooLarge }
            stage = .size(digits: digits + 1)
        } else {
            guard digits > 0 else { throw .bad("a chunk has no size") }
            switch byte {
            case UInt8(ascii: "\r"): stage = .sizeLineFeed
            case UInt8(ascii: ";"), UInt8(ascii: " "), UInt8(ascii: "\t"): stage = .sizeLine
            default: throw .bad("a chunk's size is not a hexadecimal number")
            }
        }
    }

    /// A trailer is a field as those of the head are: a name right at the beginning of the line, and a colon.
    private mutating func readTrailerName(_ byte: UInt8, count: Int, limits: Limits) throws(Refusal) {
        overhead += 1
        guard overhead <= limits.headBytes else { throw .headTooLarge }
        if byte.isTokenCharacter {
            stage = .trailerName(count: count + 1)
        } else {
            guard count > 0, byte == UInt8(ascii: ":") else { throw .bad("a trailer field has no proper name") }
            stage = .trailerLine
        }
    }

    private mutating func skipLine(_ byte: UInt8, then next: Stage, limits: Limits) throws(Refusal) {
        overhead += 1
        guard overhead <= limits.headBytes else { throw .headTooLarge }
        if byte == UInt8(ascii: "\r") {
            stage = next
        } else if !byte.isFieldCharacter {
            throw .bad("a chunked body holds a control character where none may be")
        }
    }

    private mutating func expect(_ byte: UInt8, _ expected: UInt8, then next: Stage) throws(Refusal) {
        guard byte == expected else { throw .bad("a chunk does not end where its size says") }
        stage = next
    }
}
