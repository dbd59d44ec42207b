import Testing
import Timing

@testable import Runner

struct CaseClockTests {
    private func time(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test func whileItTicksItsTimeIsTheMachines() {
        let clock = CaseClock(start: time(0))
        for milliseconds in stride(from: Int64(5), through: 500, by: 5) {
            #expect(clock.time(at: time(milliseconds)) == time(milliseconds))
            clock.tick(at: time(milliseconds))
        }
        #expect(clock.time(at: time(540)) == time(540))
    }

    @Test func ofAPauseOnlyTheFirstPartCounts() {
        let clock = CaseClock(start: time(0))
        #expect(clock.time(at: time(50)) == time(50))
        #expect(clock.time(at: time(3_000)) == time(50))
        clock.tick(at: time(3_000))
        #expect(clock.time(at: time(3_000)) == time(50))
        #expect(clock.time(at: time(3_010)) == time(60))
        clock.tick(at: time(4_000))
        #expect(clock.time(at: time(4_001)) == time(101))
    }

    @Test func itNeverGoesBack() {
        let clock = CaseClock(start: time(0))
        var last = clock.time(at: time(0))
        for milliseconds in [1, 49, 50, 51, 200, 201, 1_000] as [Int64] {
            let before = clock.time(at: time(milliseconds))
            clock.tick(at: time(milliseconds))
            let after = clock.time(at: time(milliseconds))
            #expect(last <= before && before == after)
            last = after
        }
    }
}
