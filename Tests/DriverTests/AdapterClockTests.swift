import AccessEnablerAPI
import AdapterProtocol
import Testing
import Timing

@testable import Driver

@Suite struct AdapterClockTests {
    private func time(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

    private func clock(
        _ origin: InitializeResult.ClockOrigin, now: Int64, asked: Int64 = 100, answered: Int64 = 300
    ) -> AdapterClock? {
        let result = InitializeResult(
            port: ProgramName(name: "p", version: "1"), calls: [], callbacks: [], features: [], lineLimit: 65_536,
            clockOrigin: origin, clockNow: time(now))
        return AdapterClock(result, asked: time(asked), answered: time(answered))
    }

    /// P-55.
    @Test func aReadingOfTheMachinesClockIsTheTime() {
        let clock = clock(.machine, now: 200)
        #expect(clock?.time(time(250), arrival: time(400)) == time(250))
    }

    /// P-55.
    @Test(arguments: [Int64(99), 301, .min, .max])
    func aReadingThatIsNotOfTheMachinesClockIsNotTakenForOne(now: Int64) {
        #expect(clock(.machine, now: now) == nil)
    }

    /// P-55.
    @Test func aReadingOfAnotherClockIsDatedAsLateAsItCanBe() {
        // Read between 100 and 300 of ours, 5,000 of the other is at most 300.
        let clock = clock(.own, now: 5_000)
        #expect(clock?.time(time(5_250), arrival: time(1_000)) == time(550))
    }

    @Test func nothingHappensAfterItWasTold() {
        #expect(clock(.machine, now: 200)?.time(time(900), arrival: time(400)) == time(400))
        #expect(clock(.own, now: 0)?.time(time(900), arrival: time(400)) == time(400))
        #expect(clock(.own, now: -1)?.time(time(.max), arrival: time(400)) == time(400))
    }

    @Test func aReadingThatCannotBeComparedIsRefused() {
        #expect(clock(.own, now: .min) == nil)
    }
}
