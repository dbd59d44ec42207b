import AccessEnablerAPI
import Evidence
import Testing
import Timing

struct JoinedTraceTests {
    private let header = RunHeader(
        assayVersion: "1", portName: "p", portVersion: "1", implementation: "builtin", backend: RunHeader.embedded,
        platform: .iOS, version: .newest, seed: 1, features: [], calls: [], startedAt: 0, cases: ["a", "b"])

    private func trace(_ session: String, from start: Int64, _ events: [(Int64, Event)]) -> Trace {
        var events = events
        events.insert((0, .runStarted(header)), at: 0)
        events.append((1_000, .runEnded))
        return Trace(
            events.enumerated().map { index, event in
                Observation(
                    sequence: index, time: MonotonicTime(nanoseconds: start + event.0), session: SessionID(session),
                    event: event.1)
            })
    }

    @Test func partsBeginAtOneMomentAndKeepTheirOwnOrder() throws {
        // The second machine's clock is elsewhere, and one of its observations was recorded after a later one.
        let first = trace("s0", from: 9_000, [(10, .note("a")), (30, .note("c"))])
        let second = trace("s1", from: 5, [(20, .note("b")), (40, .note("e")), (35, .note("f"))])
        let joined = Trace(joining: [first, second], as: header)
        #expect(joined.observations.map(\.sequence) == Array(0..<7))
        #expect(joined.observations.map(\.time.nanoseconds) == [0, 10, 20, 30, 40, 35, 40])
        let notes = joined.observations.compactMap { if case .note(let text) = $0.event { text } else { nil } }
        #expect(notes == ["a", "b", "c", "e", "f"])
        #expect(joined.header == header && joined.observations.last?.event == .runEnded)
    }

    @Test func whatAStepTookIsNamedByItsPlaceAmongAll() throws {
        let first = trace("s0", from: 0, [(10, .note("a")), (40, .stepEnded(0, took: 1))])
        let second = trace("s1", from: 0, [(20, .note("b")), (30, .note("c")), (50, .stepEnded(1, took: 2))])
        let joined = Trace(joining: [first, second], as: header)
        let taken = joined.observations.compactMap { observation -> Event? in
            guard case .stepEnded(_, let took?) = observation.event else { return nil }
            return joined.observations[took].event
        }
        #expect(taken == [.note("a"), .note("c")])
    }

    @Test func theTimesThatEventsNameMoveWithThem() throws {
        let reply = ReplyEvent(
            exchange: 1, status: 200, firstByte: MonotonicTime(nanoseconds: 7_010),
            lastByte: MonotonicTime(nanoseconds: 7_020))
        let joined = Trace(joining: [trace("s0", from: 7_000, [(20, .replyLeft(reply))])], as: header)
        guard case .replyLeft(let moved) = joined.observations[1].event else {
            Issue.record("the reply is gone")
            return
        }
        #expect(moved.firstByte.nanoseconds == 10 && moved.lastByte.nanoseconds == 20)
    }
}
