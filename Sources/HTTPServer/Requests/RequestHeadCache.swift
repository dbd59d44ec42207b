internal import Glibc

/// Heads that were read lately, so that a client that asks the same again costs no reading.
///
/// Belongs to the server's thread. Many connections that send the same bytes share one object.
final class RequestHeadCache {
    /// Larger heads are not kept.
    private static let largest = 2_048

    /// Some dozens of clients with sixteen service providers each.
    private static let places = 1_024

    private var heads = [RequestHead?](repeating: nil, count: places)

    /// The head that the bytes of `range` are, which end with its empty line.
    func head(in bytes: [UInt8], _ range: Range<Int>, limits: Limits) throws(Refusal) -> RequestHead {
        let place = Int(truncatingIfNeeded: Self.hash(bytes, range) % UInt64(Self.places))
        if let head = heads[place], head.isAllThatIs(in: bytes, range) { return head }
        let head = try RequestHead(parsing: Array(bytes[range]), limits: limits)
        if range.count <= Self.largest { heads[place] = head }
        return head
    }

    /// Eight bytes at a time; what it leaves out at the end is part of every head.
    private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
        unsafe bytes.withUnsafeBytes { bytes in
            var hash = UInt64(range.count)
            for start in stride(from: range.lowerBound, to: range.upperBound - 7, by: 8) {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
                hash ^= hash >> 29
            }
            return hash >> 32
        }
    }
}

extension RequestHead {
    /// Whether the bytes of `range` are those of this head.
    func isAllThatIs(in bytes: [UInt8], _ range: Range<Int>) -> Bool {
        range.count == headers.bytes.count && begins(bytes, at: range.lowerBound)
    }

    /// Whether the bytes from `start` on begin with those of this head, with its empty line.
    func begins(_ bytes: [UInt8], at start: Int) -> Bool {
        let known = headers.bytes
        guard bytes.count - start >= known.count else { return false }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe known.withUnsafeBytes { known in
                guard let start = unsafe bytes.baseAddress?.advanced(by: start), let known = known.baseAddress else {
                    return false
                }
                return unsafe memcmp(start, known, headers.bytes.count) == 0
            }
        }
    }
}
