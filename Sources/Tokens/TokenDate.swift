package import Timing

/// A date as tokens write it: a clock reading and the offset printed after it.
package struct TokenDate: Sendable, Hashable {
    package enum Form: Sendable, Hashable {
        /// `2011/03/19 02:29:34 GMT +0200`: `simpleTokenExpires` and `simpleTokenTTL` (AE-XML-009).
        case expiry
        /// `2026-01-01 00:00:00 +0000`: `issueTime` of media tokens (service-protocol.md 5.3).
        case issue

        /// A zero stands for any digit, a plus for either sign, everything else for itself.
        fileprivate var pattern: StaticString {
            switch self {
            case .expiry: "0000/00/00 00:00:00 GMT +0000"
            case .issue: "0000-00-00 00:00:00 +0000"
            }
        }

        /// Whether the text is as long as a date of the form, with spaces where one has them.
        func hasItsSpaces(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            guard text.count == pattern.utf8CodeUnitCount, unsafe text[10] == 0x20, unsafe text[19] == 0x20 else {
                return false
            }
            return unsafe self == .issue || text[23] == 0x20
        }
    }

    /// What the printed offset means (contracts.md 7.2, reading of the offset).
    package enum Reading: String, Sendable, Hashable, CaseIterable {
        /// The clock shows local time, that far ahead of GMT. The natural reading.
        case localTime
        /// The clock shows GMT, and the offset is a remark.
        case gmt
    }

    package var form: Form
    /// Milliseconds since 1970 that the clock reading alone stands for, as if it were UTC.
    private var clock: Int64
    package var offsetMinutes: Int

    /// The instant meant.
    package func instant(_ reading: Reading = .localTime) -> WallTime {
        switch reading {
        case .localTime: WallTime(milliseconds: clock) + .seconds(-60 * offsetMinutes)
        case .gmt: WallTime(milliseconds: clock)
        }
    }

    /// The date of the instant, cut to the second, shown with the offset given.
    package init(_ time: WallTime, form: Form, offsetMinutes: Int = 0) {
        self.form = form
        self.offsetMinutes = offsetMinutes
        // A second from the end of what 64 bits hold, so that there is a whole one below.
        let local = max((time + .seconds(60 * offsetMinutes)).milliseconds, .min + 1_000)
        clock = local - WallTime.floored(local, by: 1_000).rest
    }

    /// Nil unless the text is exactly of the form and a date there is.
    package init?(_ text: some StringProtocol, form: Form) {
        var text = String(text)
        guard let date = text.withUTF8({ unsafe Self($0, form: form) }) else { return nil }
        self = date
    }

    init?(_ bytes: UnsafeBufferPointer<UInt8>, form: Form) {
        let pattern = form.pattern
        guard bytes.count == pattern.utf8CodeUnitCount else { return nil }
        for index in 0..<bytes.count {
            let byte = unsafe bytes[index]
            switch unsafe pattern.utf8Start[index] {
            case UInt8(ascii: "0"): guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            case UInt8(ascii: "+"): guard byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") else { return nil }
            case let other: guard byte == other else { return nil }
            }
        }
        func number(_ start: Int, _ count: Int) -> Int64 {
            var value: Int64 = 0
            for index in start..<(start + count) { value = unsafe value * 10 + Int64(bytes[index] - UInt8(ascii: "0")) }
            return value
        }
        let (year, month, day) = (number(0, 4), number(5, 2), number(8, 2))
        let (hour, minute, second) = (number(11, 2), number(14, 2), number(17, 2))
        let zone = bytes.count - 4
        let (offsetHours, offsetRest) = (number(zone, 2), number(zone + 2, 2))
        guard let days = WallTime.dayNumber(year: year, month: month, day: day), hour < 24, minute < 60, second < 60,
            offsetHours < 24, offsetRest < 60
        else { return nil }
        let isNegative = unsafe bytes[zone - 1] == UInt8(ascii: "-")
        self.form = form
        offsetMinutes = Int(offsetHours * 60 + offsetRest) * (isNegative ? -1 : 1)
        clock = (days * 86_400 + (hour * 60 + minute) * 60 + second) * 1_000
    }

    package var text: String {
        let date = WallTime(milliseconds: clock).date
        let separator = form == .expiry ? "/" : "-"
        let zone = form == .expiry ? " GMT " : " "
        let offset = abs(offsetMinutes)
        return Self.digits(date.year, 4) + separator + Self.digits(date.month, 2) + separator
            + Self.digits(date.day, 2) + " " + Self.digits(date.hour, 2) + ":" + Self.digits(date.minute, 2) + ":"
            + Self.digits(date.second, 2)
            + zone + (offsetMinutes < 0 ? "-" : "+") + Self.digits(offset / 60 * 100 + offset % 60, 4)
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
