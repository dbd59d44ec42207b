import Evidence
import Testing
import Timing

@testable import Runner

@Suite struct SessionLogTests {
    private func observation(_ number: Int, _ event: Event) -> Observation {
        Observation(sequence: number, time: .now(), session: SessionID("s"), event: event)
    }

    @Test func aWaitEndsWhenItsConditionIsMet() async {
        let log = SessionLog()
        async let met = log.wait(from: 0, until: .now() + .seconds(60)) { $0.sequence == 1 }
        log.append(observation(0, .note("one")), kept: observation(0, .note("1")))
        log.append(observation(1, .note("two")), kept: observation(1, .note("2")))
        #expect(await met)
    }

    @Test func whatIsThereAlreadyIsNotWaitedFor() async {
        let log = SessionLog()
        log.append(observation(0, .note("one")), kept: observation(0, .note("1")))
        #expect(await log.wait(from: 0, until: .now() + .seconds(60)) { _ in true })
    }

    @Test func aWaitWhoseTimeIsOverEndsWithoutItsCondition() async {
        let log = SessionLog()
        let deadline = MonotonicTime.now()
        let ticker = Task {
            while !Task.isCancelled {
                log.expire(at: deadline + .seconds(1))
                await Task.yield()
            }
        }
        #expect(await log.wait(from: 0, until: deadline) { _ in false } == false)
        ticker.cancel()
    }

    @Test func logsTakeOnlyWhatIsTheirs() {
        let logs = SessionLogs()
        let (mine, other) = (SessionLog(), SessionLog())
        logs.register(mine, for: SessionID("s"))
        logs.register(other, for: SessionID("t"))
        logs.take(observation(0, .note("one")), kept: observation(0, .note("1")))
        #expect(mine.observations.map(\.event) == [.note("one")] && mine.kept.map(\.event) == [.note("1")])
        #expect(other.observations.isEmpty)
        logs.forget([SessionID("s")])
        logs.take(observation(1, .note("two")), kept: observation(1, .note("2")))
        #expect(mine.observations.count == 1)
    }
}
