import Evidence
import HTTPServer
import POSIX
import Synchronization
import Testing
import Timing
import Transport

@testable import Gate

/// That a provider of somebody else's is asked no more than it was promised.
@Suite struct CareTests {
    @Test func requestsLeaveNoFasterThanTheRate() async throws {
        let bench = try GateBench(limits: CareLimits(rate: 50)) { _ in ServerReply(status: 200) }
        bench.open("s1")
        let start = MonotonicTime.now()
        for _ in 0..<11 { _ = try await bench.get("/o/client/token") }
        #expect(MonotonicTime.now() - start >= .milliseconds(200))
    }

    @Test func whoAsksForPatienceIsAskedAgainLater() async throws {
        let count = Mutex(0)
        let bench = try GateBench { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 3
                ? ServerReply(status: 200)
                : ServerReply(status: number == 1 ? 429 : 503, headers: [("Retry-After", number == 1 ? "1" : "0")])
        }
        bench.open("s1")
        let start = MonotonicTime.now()
        #expect(try await bench.get("/o/client/token").status == 200)
        #expect(MonotonicTime.now() - start >= .seconds(1))
        #expect(bench.asked.wait { $0 }.count == 3)
        #expect(!bench.left(1).contains { $0.word.hasPrefix("fault") })
    }

    @Test func whoWantsToBeLeftAloneKeepsNoOtherWaiting() {
        let care = Care(CareLimits(rate: 100))
        let now = MonotonicTime.now()
        care.pause(0, for: .seconds(60), from: now)
        #expect(care.admit(to: 0, at: now) == now + .seconds(60))
        #expect(care.admit(to: 1, at: now) == now + .milliseconds(10))
    }

    @Test func aProviderThatIsAtItsLimitForGoodIsBlamed() async throws {
        let bench = try GateBench { _ in ServerReply(status: 429, headers: [("Retry-After", "0")]) }
        bench.open("s1")
        #expect(try await bench.get("/o/client/token").status == 429)
        #expect(bench.asked.wait { $0 }.count == 4)
        #expect(bench.left(1).contains { $0.word == "fault of the service provider" })
    }

    @Test func beyondTheBudgetNothingIsAsked() async throws {
        let isExhausted = Monitor(false)
        let bench = try GateBench(limits: CareLimits(budget: 2), exhausted: { isExhausted.change { $0 = true } }) { _ in
            ServerReply(status: 200)
        }
        bench.open("s1")
        for _ in 0..<2 { #expect(try await bench.get("/o/client/token").status == 200) }
        #expect(isExhausted.wait { !$0 })
        await #expect(throws: TransportError.self) { _ = try await bench.get("/o/client/token") }
        #expect(isExhausted.wait { $0 })
        #expect(bench.asked.wait { $0 }.count == 2)
    }
}
