import Testing
import Timing

@Suite struct MonotonicTimeTests {
    @Test func laterReadingsAreNotSmaller() {
        let first = MonotonicTime.now()
        #expect(MonotonicTime.now() >= first)
    }

    @Test func aDurationAddedComesBackAsADifference() {
        let start = MonotonicTime(nanoseconds: 5)
        #expect(start + .milliseconds(3) - start == .milliseconds(3))
    }

    private static let wholes: [(Duration, Int64)] = [
        (.zero, 0), (.nanoseconds(-1), -1), (.seconds(9), 9_000_000_000), (.seconds(10), 10_000_000_000),
        (.seconds(-86_400) + .nanoseconds(1), -86_399_999_999_999), (.nanoseconds(Int64.max), .max),
        (.nanoseconds(Int64.min), .min), (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1),
        (Duration(secondsComponent: 0, attosecondsComponent: -1_999_999_999), -1),
    ]

    @Test(arguments: wholes)
    func aDurationIsSoManyWholeNanoseconds(duration: Duration, nanoseconds: Int64) {
        #expect(duration.wholeNanoseconds == nanoseconds)
    }

    @Test func roundingUpNeverGivesZeroForAPositiveDuration() {
        #expect(Duration.nanoseconds(1).millisecondsRoundedUp == 1)
        #expect(Duration.milliseconds(2).millisecondsRoundedUp == 2)
        #expect(Duration.zero.millisecondsRoundedUp == 0)
    }

    private static let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

    /// Whatever came from outside: an end is an end, and a difference is what it is.
    @Test(arguments: ends, ends) func timesAtTheEndsOfWhatNumbersHoldAreCountedWith(_ one: Int64, _ other: Int64) {
        let (sum, overflows) = one.addingReportingOverflow(other)
        let expected = overflows ? (other < 0 ? .min : .max) : sum
        #expect(MonotonicTime(nanoseconds: one) + .nanoseconds(other) == MonotonicTime(nanoseconds: expected))
        #expect(WallTime(milliseconds: one) + .milliseconds(other) == WallTime(milliseconds: expected))
        #expect(
            MonotonicTime(nanoseconds: one) - MonotonicTime(nanoseconds: other)
                == .nanoseconds(one) - .nanoseconds(other))
        #expect(
            WallTime(milliseconds: one) - WallTime(milliseconds: other) == .milliseconds(one) - .milliseconds(other))
    }

    @Test func durationsBeyondWhatNumbersHoldEndThere() {
        #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
        #expect(Duration.seconds(Int64.max).millisecondsRoundedUp == .max)
        for (count, expected) in [(1e300, Int64.max), (-.infinity, .min), (.nan, 0), (-1.5, -1), (9.3e18, .max)] {
            #expect(Duration.nanoseconds(clamping: count) == .nanoseconds(expected))
        }
    }

    @Test func wallTimeMovesByTheDurationAdded() {
        #expect(WallTime(milliseconds: 1_000) + .seconds(2) == WallTime(milliseconds: 3_000))
        #expect(WallTime(milliseconds: 1_000) < WallTime(milliseconds: 1_001))
    }
}
