internal import Encodings

extension Histogram {
    /// The longest duration that readers of a payload must be ready for: an hour.
    private static let usualHighest: Int64 = 3_600_000_000_000
    private static let compressedCookie: UInt32 = 0x1c84_9314
    private static let plainCookie: UInt32 = 0x1c84_9313
    private static let headerLength = 40
    /// More than the counts of every value there can be.
    private static let maxPayloadLength = 1 << 20

    /// The V2 compressed payload of HdrHistogram in base64: `HISTFAAA…`.
    package var payload: String {
        let compressed = Zlib.compress(plainPayload)
        var bytes: [UInt8] = []
        Self.append(Self.compressedCookie, to: &bytes)
        Self.append(UInt32(compressed.count), to: &bytes)
        return Base64.encode(bytes + compressed)
    }

    /// Before compression: a header of 40 bytes, and the counts, with runs of zeros as negative numbers.
    var plainPayload: [UInt8] {
        var words: [UInt8] = []
        var zeros: Int64 = 0
        for times in counts[...(counts.lastIndex { $0 > 0 } ?? -1)] {
            guard times > 0 else {
                zeros += 1
                continue
            }
            if zeros > 0 { ZigZag.append(-zeros, to: &words) }
            zeros = 0
            ZigZag.append(times, to: &words)
        }
        var bytes: [UInt8] = []
        Self.append(Self.plainCookie, to: &bytes)
        Self.append(UInt32(words.count), to: &bytes)
        Self.append(UInt32(0), to: &bytes)
        Self.append(UInt32(Slot.significantDigits), to: &bytes)
        Self.append(UInt64(1), to: &bytes)
        Self.append(UInt64(highestTrackable), to: &bytes)
        Self.append((1.0).bitPattern, to: &bytes)
        return bytes + words
    }

    /// An hour, or the end of the bucket of the highest value.
    var highestTrackable: Int64 {
        counts.isEmpty ? Self.usualHighest : Swift.max(Self.usualHighest, Slot(index: counts.count - 1).highest)
    }

    /// Reads a V2 compressed payload in base64, of a histogram of three digits; nil for anything else.
    package init?(payload: String) {
        guard let bytes = Base64.decode(payload), bytes.count > 8,
            Self.number(UInt32.self, in: bytes, at: 0) == Self.compressedCookie,
            Self.number(UInt32.self, in: bytes, at: 4) == UInt32(bytes.count - 8),
            let plain = Zlib.decompress(bytes[8...], limit: Self.maxPayloadLength), plain.count >= Self.headerLength,
            Self.number(UInt32.self, in: plain, at: 0) == Self.plainCookie,
            Self.number(UInt32.self, in: plain, at: 4) == UInt32(plain.count - Self.headerLength),
            Self.number(UInt32.self, in: plain, at: 8) == 0,
            Self.number(UInt32.self, in: plain, at: 12) == UInt32(Slot.significantDigits),
            Self.number(UInt64.self, in: plain, at: 16) == 1
        else { return nil }
        self.init()
        var rest = plain[Self.headerLength...]
        var index = 0
        let end = Slot(of: .max).index
        while !rest.isEmpty {
            guard let word = ZigZag.take(from: &rest) else { return nil }
            if word < 0 {
                guard word >= -Int64(end) else { return nil }
                index += Int(-word)
            } else {
                guard index <= end, count.addingReportingOverflow(Int(word)).overflow == false else { return nil }
                if word > 0 { record(Slot(index: index).lowest, count: Int(word)) }
                index += 1
            }
        }
    }

    // MARK: - Numbers, the highest byte first

    private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    private static func number<Number: FixedWidthInteger>(
        _ type: Number.Type, in bytes: [UInt8], at start: Int
    ) -> Number {
        bytes[start..<start + Number.bitWidth / 8].reduce(0) { $0 << 8 | Number($1) }
    }
}
