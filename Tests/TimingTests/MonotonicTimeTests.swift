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
