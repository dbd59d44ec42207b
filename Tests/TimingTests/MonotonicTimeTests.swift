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

    @Test func wallTimeMovesByTheDurationAdded() {
        #expect(WallTime(milliseconds: 1_000) + .seconds(2) == WallTime(milliseconds: 3_000))
        #expect(WallTime(milliseconds: 1_000) < WallTime(milliseconds: 1_001))
    }
}
