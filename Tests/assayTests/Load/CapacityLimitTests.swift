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

    @Test func noMoreAreUnderWayAtOnceThanFourTimesThoseOfARateThatWasMet() {
        #expect(CapacityRun.maxUnderWay(at: 400, met: (rate: 200, underWay: 20)) == 160)
        #expect(CapacityRun.maxUnderWay(at: 283, met: (rate: 200, underWay: 11)) == 63)
        #expect(CapacityRun.maxUnderWay(at: 400, met: (rate: 200, underWay: 0)) == 32)
    }

    @Test func itIsNotSaidWhereItIsNotTheReason() throws {
        let end = "at 60.0/s: MISSED: a threshold failed"
        #expect(try limit(end, "completion.p99 < 1ms") { $0 < 55 ? .met : .missed } == end)
        // A median needs so few values that every rate down to one a second was tried.
        #expect(try limit(end, "completion.p50 < 1ms") { _ in .missed } == end)
    }
}
