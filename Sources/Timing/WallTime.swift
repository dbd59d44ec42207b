#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A date, as milliseconds since 1970-01-01 00:00:00 UTC.
package struct WallTime: Sendable, Hashable, Comparable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package static func now() -> WallTime {
        var reading = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &reading)
        return WallTime(milliseconds: Int64(reading.tv_sec) * 1_000 + Int64(reading.tv_nsec) / 1_000_000)
    }

    package static func < (left: WallTime, right: WallTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// At the ends of what 64 bits hold, the end: times and durations may come from outside.
    package static func + (time: WallTime, duration: Duration) -> WallTime {
        let (sum, overflows) = time.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
        return WallTime(milliseconds: overflows ? (duration < .zero ? .min : .max) : sum)
    }

    /// Exact for any two dates.
    package static func - (later: WallTime, earlier: WallTime) -> Duration {
        .milliseconds(later.milliseconds) - .milliseconds(earlier.milliseconds)
    }
}
