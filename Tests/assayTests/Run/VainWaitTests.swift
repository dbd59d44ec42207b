import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Specification
import Testing
import Timing

@testable import assay

/// When a step that waited in vain proves more than that it waited.
struct VainWaitTests {
    /// Events at milliseconds.
    private func seen(_ events: [(Int64, Event)]) -> [Observation] {
        events.enumerated().map { number, event in
            Observation(
                sequence: number, time: MonotonicTime(nanoseconds: event.0 * 1_000_000), session: SessionID("s"),
                event: event.1)
        }
    }

    private let end: [(Int64, Event)] = [
        (3_000, .probeSent(.barrier, number: 1)), (3_001, .probeAnswered(.barrier, number: 1)),
        (3_001, .probeSent(.ping, number: 2)), (3_002, .probeAnswered(.ping, number: 2)),
        (3_003, .stepFailed(1, StepFailure(.timedOut, "did not come"))),
    ]
    private let call: [(Int64, Event)] = [(0, .call(number: 0, Message(.logout))), (1, .callReturned(number: 0))]

    @Test func aPortThatOwesNothingAndSaysNothingIsIdle() {
        #expect(VainWait(in: seen(call + end))?.isIdle == true)
        #expect(VainWait(in: seen(call + end))?.number == 6)
        #expect(VainWait(in: seen(call)) == nil)
    }

    @Test func aPortThatMayStillBeAtItIsNot() {
        #expect(VainWait(in: seen(Array(call.prefix(1)) + end))?.isIdle == false, "the call has not returned")
        let asks = RequestEvent(
            exchange: 7, provider: "sp1", purpose: .session, method: "GET", path: "/", fields: [:],
            firstByte: MonotonicTime(nanoseconds: 0))
        #expect(VainWait(in: seen(call + [(2, .request(asks))] + end))?.isIdle == false, "nobody answered it")
        let broken: [(Int64, Event)] = [(2, .request(asks)), (3, .replyBroken(exchange: 7, reason: "cut"))]
        #expect(VainWait(in: seen(call + broken + end))?.isIdle == true)
        let late: [(Int64, Event)] = [(2_500, .configurationProcessed(url: "http://sp"))]
        #expect(VainWait(in: seen(call + late + end))?.isIdle == false, "it did something half a second ago")
        for missing in [1, 3] {
            var events = call + end
            events.remove(at: call.count + missing)
            #expect(VainWait(in: seen(events))?.isIdle == false, "a probe was not answered")
        }
        let stale: [(Int64, Event)] = [(2, .probeSent(.barrier, number: 1)), (3, .probeAnswered(.barrier, number: 1))]
        #expect(VainWait(in: seen(call + stale + end.dropFirst(2)))?.isIdle == false, "the barrier was passed before")
    }

    @Test func whatIsLookedForAgainAndAgainIsNoProgress() {
        func look(_ exchange: UInt64, at time: Int64) -> [(Int64, Event)] {
            let asks = RequestEvent(
                exchange: exchange, provider: "sp1", purpose: .session, method: "GET", path: "/", fields: [:],
                firstByte: MonotonicTime(nanoseconds: 0))
            return [(time, .request(asks))]
        }
        let looks =
            look(1, at: 10) + [(11, .replyBroken(exchange: 1, reason: ""))]
            + look(2, at: 500) + [(501, .replyBroken(exchange: 2, reason: ""))] + look(3, at: 2_900)
        #expect(VainWait(in: seen(call + [(2, .stepBegan(1))] + looks + end))?.isIdle == true)
        #expect(VainWait(in: seen(call + [(2, .stepBegan(1))] + look(3, at: 2_900) + end))?.isIdle == false)
    }

    @Test func aMutantIsWaitedForAsLongAsTheReferenceGivesReasonFor() throws {
        let cases = try SpecFolder.readSound(ShippedFolder.specs).specifications.catalog.cases
        let testCase = try #require(cases.first { $0.id == "polling-ends" })
        let waits = testCase.steps.indices.filter { index in
            if case .await(_, .undocumented) = testCase.steps[index].action { true } else { false }
        }
        let step = try #require(waits.last)
        var long = LongWaits()
        long.take(testCase, seen([(100, .stepBegan(step)), (600, .stepEnded(step))]))
        #expect(long.limits(deadline: .milliseconds(700), deadlineFactor: 1) == ["polling-ends": .seconds(2)])
        #expect(long.limits(deadline: .milliseconds(700), deadlineFactor: 4) == ["polling-ends": .seconds(8)])
        #expect(long.limits(deadline: .seconds(5), deadlineFactor: 1) == ["polling-ends": .seconds(5)])
        var more = LongWaits()
        more.take(long)
        #expect(
            more.limits(deadline: .seconds(1), deadlineFactor: 1)
                == long.limits(deadline: .seconds(1), deadlineFactor: 1))
        #expect(LongWaits().limits(deadline: .seconds(1), deadlineFactor: 1).isEmpty)
    }
}
