import Synchronization
import Testing
import Timing

@testable import Transport

@Suite struct LoopTimersTests {
    private func time(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

    @Test func whatWasNotTakenBackRunsInTheOrderOfItsTimes() {
        let ran = Mutex<[UInt64]>([])
        var timers = LoopTimers()
        for number in UInt64(0)..<1_000 {
            timers.start(number, at: time(Int64(number * 37 % 1_000))) { ran.withLock { $0.append(number) } }
        }
        #expect(timers.earliest == time(0))
        for number in UInt64(0)..<1_000 where number % 10 != 0 { timers.cancel(number) }
        timers.cancel(1)
        #expect(timers.removeFirst(notAfter: time(-1)) == nil)
        while let work = timers.removeFirst(notAfter: time(500)) { work() }
        #expect(timers.earliest.map { $0 > time(500) } == true)
        while let work = timers.removeFirst(notAfter: time(2_000)) { work() }
        #expect(timers.earliest == nil)
        let expected = stride(from: UInt64(0), to: 1_000, by: 10).sorted { $0 * 37 % 1_000 < $1 * 37 % 1_000 }
        #expect(ran.withLock { $0 } == expected)
    }

    @Test func aClientRunsWhatItIsGivenOnItsThreadOnceTheTimeHasPassed() async throws {
        try await HTTPClient.start().stopped { client in
            let (runs, tell) = AsyncStream.makeStream(of: Int.self)
            let start = MonotonicTime.now()
            let never = client.start({ tell.yield(0) }, after: .milliseconds(20))
            _ = client.start(
                {
                    tell.yield(MonotonicTime.now() - start >= .milliseconds(40) ? 2 : -2)
                    tell.finish()
                }, after: .milliseconds(40))
            if let never { client.cancelTimer(never) }
            #expect(client.run { tell.yield(1) })
            var seen: [Int] = []
            for await run in runs { seen.append(run) }
            #expect(seen == [1, 2])
        }
    }

    @Test func aClientThatWasStoppedRunsNothingAnyMore() async throws {
        let client = try HTTPClient.start()
        await client.stopAndWait()
        #expect(!client.run { Issue.record("it runs") })
        #expect(client.start({ Issue.record("it runs") }, after: .zero) == nil)
    }
}
