import AccessEnablerAPI
import Evidence
import Load
import LoadResults
import Reports
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

    /// What too few values left open is run for longer, and what nothing will decide is said.
    @Test func anObjectiveThatIsOpenIsMeasuredForLonger() throws {
        func report(_ objective: String, values: Int, seconds: Int = 10) throws -> LoadReport {
            var figures = LoadFigures()
            for _ in 0..<values { figures.record([(.completion, .milliseconds(1))], providers: 2, isBaseline: false) }
            var report = LoadReport(profile: .init(id: "x", title: "X"), header: header, figures: figures)
            report.measured = .seconds(seconds)
            report.decide([try Threshold(objective)])
            return report
        }
        #expect(try CapacityRun.sufficient(report("completion.p99 < 1ms", values: 500), 2) == 22)
        #expect(try CapacityRun.sufficient(report("completion.p99 < 1ms", values: 5), 2) == 120)
        #expect(try CapacityRun.sufficient(report("authentication.p99 < 1ms", values: 500), 2) == 120)
        let error = #expect(throws: ToolError.self) {
            try CapacityRun.sufficient(report("authentication.p99 < 1ms", values: 500, seconds: 120), 2)
        }
        #expect(error?.message.contains("no iteration of 'x' at 2 service providers had such a duration") == true)
    }

    /// Nothing is missed where nothing could be measured.
    @Test func aSearchThatMeasuredNothingIsNoMiss() {
        var report = CapacityReport(profile: .init(id: "x", title: "X"), header: header, objective: [])
        var scale = CapacityReport.Scale(providers: 1)
        scale.isLowerBound = true
        report.scales = [scale]
        #expect(report.exitCode == .invalidMeasurement && CapacityText(report).text.contains("not measured"))
        report.scales.append(CapacityReport.Scale(providers: 2))
        #expect(report.exitCode == .missedThreshold)
        report.scales[0].capacity = 5
        report.scales[1].capacity = 5
        #expect(report.exitCode == .conformant)
    }

    private var header: RunHeader {
        RunHeader(
            assayVersion: "1", portName: "port", portVersion: "1", implementation: "builtin",
            backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 1, features: [], calls: [],
            startedAt: 0)
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
