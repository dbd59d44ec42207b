/// An integer that somebody else wrote: in a token, a message, a trace, a saved report, a header.
///
/// Nothing can be calculated with it, since two such numbers may have a sum that 64 bits do not hold, which would end the
/// process. It leaves as a number of a range that the place names, or as a time; times end where 64 bits do.
package struct ForeignInteger: Sendable, Hashable, Comparable {
    private let value: Int64

    package init(_ value: Int64) {
        self.value = value
    }

    /// Reads decimal digits, with a sign before them or not; nil for anything else, and for what 64 bits do not hold.
    package init?(_ text: some StringProtocol) {
        guard let value = Int64(text) else { return nil }
        self.value = value
    }

    /// The number, if it is of the range; nil if not.
    package func within<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number? {
        Number(exactly: value).flatMap { range.contains($0) ? $0 : nil }
    }

    /// The number of the range that is nearest to it.
    package func clamped<Number: FixedWidthInteger>(to range: ClosedRange<Number>) -> Number {
        min(max(Number(clamping: value), range.lowerBound), range.upperBound)
    }

    /// The date that so many milliseconds since 1970 stand for.
    package var date: WallTime { WallTime(milliseconds: value) }

    /// The reading of a clock that so many nanoseconds stand for.
    package var reading: MonotonicTime { MonotonicTime(nanoseconds: value) }

    package var nanoseconds: Duration { .nanoseconds(value) }

    /// So many seconds; at most as many as nanoseconds of 64 bits hold, some 292 years.
    package var seconds: Duration { .nanoseconds(Duration.seconds(value).wholeNanoseconds) }

    package static func < (left: ForeignInteger, right: ForeignInteger) -> Bool { left.value < right.value }
}

extension ForeignInteger: ExpressibleByIntegerLiteral, CustomStringConvertible {
    package init(integerLiteral value: Int64) { self.init(value) }

    package var description: String { "\(value)" }
}
