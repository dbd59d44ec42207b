import Evidence
import ServiceProtocol
import Testing
import Timing

@testable import Backend

@Suite struct RequestLogTests {
    private static let time = MonotonicTime(nanoseconds: 0)

    /// A log with so many requests, of which every one but the last is answered before the next one comes.
    private static func log(_ requests: Int, maxRequests: Int) -> RequestLog {
        let log = RequestLog(maxRequests: maxRequests)
        for number in 1...requests { ask(UInt64(number), log, isAnswered: number < requests) }
        return log
    }

    private static func ask(_ exchange: UInt64, _ log: RequestLog, isAnswered: Bool) {
        let request = RequestEvent(
            exchange: exchange, provider: "sp1", purpose: .other, method: "GET", path: "/", fields: [:],
            firstByte: time)
        let sequence = Int(exchange) * 2
        log.take(Observation(sequence: sequence, time: time, session: .none, event: .request(request)))
        guard isAnswered else { return }
        let reply = ReplyEvent(exchange: exchange, status: 200, firstByte: time, lastByte: time)
        log.take(Observation(sequence: sequence + 1, time: time, session: .none, event: .replyLeft(reply)))
    }

    private static func found(_ log: RequestLog) -> [RequestLog.Entry] {
        log.find(RequestLog.Filter(), count: 0, until: .now()) { _ in }.found
    }

    @Test(arguments: [1, 9, 19, 20, 21, 95, 1_000])
    func soManyRequestsAtLeastAreKeptAndNotTwiceAsMany(_ requests: Int) {
        let found = Self.found(Self.log(requests, maxRequests: 10))
        #expect((min(requests, 10)..<20).contains(found.count))
        #expect(found.map(\.request.exchange) == (1...UInt64(requests)).suffix(found.count))
        #expect(found.dropLast().allSatisfy { $0.outcome == .answered && $0.status == 200 })
        #expect(found.last?.outcome == .open)
    }

    @Test func whoLooksAgainSeesWhatHasChanged() {
        let log = Self.log(3, maxRequests: 10)
        #expect(Self.found(log).map(\.outcome) == [.answered, .answered, .open])
        for exchange in 4...40 {
            Self.ask(UInt64(exchange), log, isAnswered: true)
            let found = Self.found(log)
            #expect(found.map(\.request.exchange) == (1...UInt64(exchange)).suffix(found.count))
            #expect(found.allSatisfy { $0.outcome == ($0.request.exchange == 3 ? .open : .answered) })
        }
    }

    @Test func whatComesBesideRequestsIsForgottenToo() {
        let log = RequestLog(maxRequests: 10)
        for number in 0..<1_000 {
            log.take(Observation(sequence: number, time: Self.time, session: .none, event: .note("x")))
        }
        let kept = log.observations(from: 0)
        #expect((40..<80).contains(kept.count) && kept.last?.sequence == 999)
    }

    /// Each one costs something whenever a request comes.
    @Test func onlySoManyWaitAtOnce() {
        let log = RequestLog()
        func wait(_ count: Int) -> (found: [RequestLog.Entry], isEnough: Bool, mayWait: Bool) {
            log.find(RequestLog.Filter(), count: count, until: .now() + .seconds(600)) { _ in }
        }
        #expect((0..<RequestLog.maxWaiters).allSatisfy { _ in wait(1).mayWait })
        #expect(!wait(1).mayWait && wait(0).isEnough)
    }
}
