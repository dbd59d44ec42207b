package import Timing

/// One configuration request of a fan-out and its reply, as the backend saw them.
///
/// Thousands of these pass between two processes every second, so each is one short line.
package struct FeedExchange: Sendable, Hashable {
    /// Of the session.
    package var session: Int
    package var exchange: UInt64
    /// Counted from 0.
    package var provider: Int
    package var status: Int
    /// When the first byte of the request had been read, and its last.
    package var asked: MonotonicTime
    package var received: MonotonicTime
    /// Just before the first byte of the reply was written, and its last; the latter is when it broke, for a broken one.
    package var answered: MonotonicTime
    package var left: MonotonicTime
    package var isBroken: Bool
}

extension FeedExchange {
    /// A line without its end: `c`, and the fields in their order.
    package func write(into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "c"))
        for number in [
            Int64(session), Int64(exchange), Int64(provider), Int64(status), asked.nanoseconds, received.nanoseconds,
            answered.nanoseconds, left.nanoseconds, isBroken ? 1 : 0,
        ] {
            bytes.append(UInt8(ascii: " "))
            Self.append(number, to: &bytes)
        }
    }

    /// Reads what ``write(into:)`` writes; nil for anything else.
    package init?(_ line: [UInt8]) {
        let numbers = unsafe line.withUnsafeBufferPointer { unsafe Self.numbers($0) }
        guard let numbers else { return nil }
        self.init(
            session: Int(numbers[0]), exchange: UInt64(numbers[1]), provider: Int(numbers[2]), status: Int(numbers[3]),
            asked: MonotonicTime(nanoseconds: numbers[4]), received: MonotonicTime(nanoseconds: numbers[5]),
            answered: MonotonicTime(nanoseconds: numbers[6]), left: MonotonicTime(nanoseconds: numbers[7]),
            isBroken: numbers[8] == 1)
    }

    /// The nine numbers of a line; nil for a line that has anything else in it.
    private static func numbers(_ line: UnsafeBufferPointer<UInt8>) -> InlineArray<9, Int64>? {
        guard line.count > 2, unsafe line[0] == UInt8(ascii: "c") else { return nil }
        var numbers = InlineArray<9, Int64>(repeating: 0)
        var position = 1
        for index in numbers.indices {
            guard position < line.count, unsafe line[position] == UInt8(ascii: " ") else { return nil }
            position += 1
            let start = position
            var value: Int64 = 0
            while position < line.count {
                let digit = unsafe line[position] &- UInt8(ascii: "0")
                guard digit < 10 else { break }
                value = value &* 10 &+ Int64(digit)
                position += 1
            }
            guard position > start, position - start <= 18 else { return nil }
            numbers[index] = value
        }
        return position == line.count ? numbers : nil
    }

    static func append(_ number: Int64, to bytes: inout [UInt8]) {
        guard number >= 10 else { return bytes.append(UInt8(48 + max(0, number))) }
        let start = bytes.count
        var rest = number
        while rest > 0 {
            bytes.append(UInt8(48 + rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }
}
