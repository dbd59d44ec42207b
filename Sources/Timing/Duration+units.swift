extension Duration {
    /// The whole duration in nanoseconds; what is below a nanosecond is cut off.
    ///
    /// Beyond 292 years, which 64 bits end at, the nearest number of them.
    package var wholeNanoseconds: Int64 {
        // Up to nine seconds, which most are, a division of half the width does.
        let small = Int64(truncatingIfNeeded: attoseconds)
        if Int128(small) == attoseconds { return small / 1_000_000_000 }
        return Int64(clamping: attoseconds / 1_000_000_000)
    }

    /// The whole duration in milliseconds, or the nearest number that 64 bits hold.
    package var wholeMilliseconds: Int64 {
        Int64(clamping: attoseconds / 1_000_000_000_000_000)
    }

    /// The duration in milliseconds, with its fraction.
    package var milliseconds: Double {
        Double(wholeNanoseconds) / 1_000_000
    }

    /// The duration in seconds, with its fraction.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

    /// The duration in nanoseconds, with its fraction.
    package var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }

    /// The duration in whole milliseconds, rounded up, so that a short time limit never becomes zero.
    package var millisecondsRoundedUp: Int {
        Int((self + .nanoseconds(999_999)).wholeMilliseconds)
    }

    /// So many nanoseconds, whatever was computed: at most 292 years, and nothing for what is no number.
    package static func nanoseconds(clamping count: Double) -> Duration {
        guard let whole = Int64(exactly: count.rounded(.towardZero)) else {
            return count.isNaN ? .zero : .nanoseconds(count < 0 ? Int64.min : .max)
        }
        return .nanoseconds(whole)
    }
}
