#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A reading of the machine's monotonic clock, in nanoseconds.
///
/// Readings of all processes of one machine compare with each other (CLOCK_MONOTONIC); they mean
/// nothing across machines or reboots.
package struct MonotonicTime: Sendable, Hashable, Comparable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static func now() -> MonotonicTime {
        var reading = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &reading)
        return MonotonicTime(nanoseconds: Int64(reading.tv_sec) * 1_000_000_000 + Int64(reading.tv_nsec))
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// At the ends of what 64 bits hold, the end: times and durations may come from outside.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (sum, overflows) = time.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        return MonotonicTime(nanoseconds: overflows ? (duration < .zero ? .min : .max) : sum)
    }

    /// Exact for any two readings.
    package static func - (later: MonotonicTime, earlier: MonotonicTime) -> Duration {
        let (difference, overflows) = later.nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflows
            ? .nanoseconds(later.nanoseconds) - .nanoseconds(earlier.nanoseconds) : .nanoseconds(difference)
    }
}
