extension Duration {
    /// The whole duration in nanoseconds; what is below a nanosecond is cut off.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
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
