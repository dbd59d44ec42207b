import Load
import LoadResults
import Testing

@testable import assay

/// What is said of a search for the highest rate that has found none.
@Suite struct CapacityLimitTests {
    private func limit(
        _ end: String, _ objective: String, _ answer: (Double) -> CapacitySearch.Result
    ) throws -> String {
        let lowest = CapacityRun.lowestRate(for: [try Threshold(objective)])
        var search = CapacitySearch(start: 50, lowest: lowest)
        while let rate = search.next { search.record(answer(rate)) }
        return CapacityRun.limit(end, of: search, lowest: lowest)
    }

    /// A 99th percentile needs a thousand values.
    @Test func itIsSaidThatLowerRatesWereNotTried() throws {
        let reason =
            "Lower rates were not tried: a run at one would take longer than 120 s to have as many values as its "
            + "percentile needs."
        let end = "at 12.5/s: MISSED: a threshold failed"
        #expect(try limit(end, "completion.p99 < 1ms") { _ in .missed } == "\(end). \(reason)")
        #expect(try limit("", "completion.p99 < 1ms") { _ in .unknown } == reason)
    }

    /// Four times as many as may be under way when the objective is just met.
    @Test func noMoreAreUnderWayAtOnceThanTheObjectiveAllows() throws {
        func most(_ objective: String..., rate: Double = 400, met underWay: Int = 3) throws -> Int? {
            CapacityRun.maxUnderWay(
                at: rate, for: try objective.map { try Threshold($0) }, met: (rate: 200, underWay: underWay))
        }
        #expect(try most("completion.p95 < 50ms") == 80)
        #expect(try most("completion.p95 < 50ms", "service.p99 <= 100ms") == 160)
        #expect(try most("completion.p95 < 50ms", rate: 50) == 32)
        // A login goes on for long after the configuration.
        #expect(try most("completion.p95 < 50ms", met: 200) == 1_600)
        #expect(try most("overhead.p99 < 5ms") == nil)
        #expect(try most("completion.p50 > 5ms") == nil && most("violations == 0") == nil)
    }

    @Test func itIsNotSaidWhereItIsNotTheReason() throws {
        let end = "at 60.0/s: MISSED: a threshold failed"
        #expect(try limit(end, "completion.p99 < 1ms") { $0 < 55 ? .met : .missed } == end)
        // A median needs so few values that every rate down to one a second was tried.
        #expect(try limit(end, "completion.p50 < 1ms") { _ in .missed } == end)
    }
}
