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
        guard line.count > 2, line[0] == UInt8(ascii: "c") else { return nil }
        var position = 1
        func number() -> Int64? {
            guard position < line.count, line[position] == UInt8(ascii: " ") else { return nil }
            position += 1
            let start = position
            var value: Int64 = 0
            while position < line.count, line[position] != UInt8(ascii: " ") {
                let digit = Int64(line[position]) - 48
                guard (0...9).contains(digit), position - start < 18 else { return nil }
                value = value * 10 + digit
                position += 1
            }
            return position > start ? value : nil
        }
        guard let session = number(), let exchange = number(), let provider = number(), let status = number(),
            let asked = number(), let received = number(), let answered = number(), let left = number(),
            let broken = number(), position == line.count
        else { return nil }
        self.init(
            session: Int(session), exchange: UInt64(exchange), provider: Int(provider), status: Int(status),
            asked: MonotonicTime(nanoseconds: asked), received: MonotonicTime(nanoseconds: received),
            answered: MonotonicTime(nanoseconds: answered), left: MonotonicTime(nanoseconds: left),
            isBroken: broken == 1)
    }

    package init(
        session: Int, exchange: UInt64, provider: Int, status: Int, asked: MonotonicTime, received: MonotonicTime,
        answered: MonotonicTime, left: MonotonicTime, isBroken: Bool
    ) {
        self.session = session
        self.exchange = exchange
        self.provider = provider
        self.status = status
        self.asked = asked
        self.received = received
        self.answered = answered
        self.left = left
        self.isBroken = isBroken
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
