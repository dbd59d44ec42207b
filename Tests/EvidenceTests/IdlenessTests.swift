import ServiceProtocol
import Testing
import Timing

@testable import Evidence

@Suite struct IdlenessTests {
    private func observations(_ events: [Event]) -> [Observation] {
        events.enumerated().map { index, event in
            Observation(
                sequence: index, time: MonotonicTime(nanoseconds: Int64(index)), session: SessionID("a"), event: event)
        }
    }

    private func request(_ exchange: UInt64) -> Event {
        .request(
            RequestEvent(
                exchange: exchange, provider: "sp1", purpose: .preauthorize, method: "POST", path: "/preauthorize",
                fields: [:], firstByte: MonotonicTime(nanoseconds: 0)))
    }

    private func reply(_ exchange: UInt64) -> Event {
        .replyLeft(
            ReplyEvent(
                exchange: exchange, status: 200, firstByte: MonotonicTime(nanoseconds: 0),
                lastByte: MonotonicTime(nanoseconds: 0)))
    }

    @Test func whatIsAskedAgainAndAgainIsNothingToWaitFor() {
        let polls = (1...2).flatMap { [request($0), reply($0)] as [Event] }
        #expect(Idleness(observations(polls + [request(3)])).pending == nil)
        #expect(Idleness(observations(Array(polls.dropLast()))).pending != nil)
    }

    @Test func threeOfAKindAtOnceAreWaitedFor() {
        let atOnce = (1...3).map(request) + [reply(1), reply(2)]
        #expect(Idleness(observations(atOnce)).pending == "a request was unanswered")
        #expect(Idleness(observations(atOnce + [reply(3)])).pending == nil)
    }
}
