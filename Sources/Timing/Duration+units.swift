extension Duration {
    /// The whole duration in nanoseconds; what is below a nanosecond is cut off.
    package var wholeNanoseconds: Int64 {
        // Up to nine seconds, which most are, a division of half the width does.
        let small = Int64(truncatingIfNeeded: attoseconds)
        if Int128(small) == attoseconds { return small / 1_000_000_000 }
        return Int64(attoseconds / 1_000_000_000)
    }

    /// The duration in milliseconds, with its fraction.
    package var milliseconds: Double {
        Double(wholeNanoseconds) / 1_000_000
    }

    /// The duration in whole milliseconds, rounded up, so that a short time limit never becomes zero.
    package var millisecondsRoundedUp: Int {
        Int((wholeNanoseconds + 999_999) / 1_000_000)
    }
}
