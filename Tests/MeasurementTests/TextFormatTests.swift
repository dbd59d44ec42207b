import Testing

@testable import Measurement

struct TextFormatTests {
    @Test func metricsAreWrittenAsOpenMetricsHasThem() {
        var metrics = OpenMetricsText()
        metrics.begin("assay_iterations", .counter, help: "Iterations that were made.")
        metrics.add(12, suffix: "_total", labels: [.init("result", "a \"quoted\" \\ word\nand a line")])
        metrics.begin("assay_lag_seconds", .gauge, unit: "seconds", help: "Lag \\ of the schedule.")
        metrics.add(0.25)
        metrics.add(.infinity)
        #expect(
            metrics.text == #"""
                # TYPE assay_iterations counter
                # HELP assay_iterations Iterations that were made.
                assay_iterations_total{result="a \"quoted\" \\ word\nand a line"} 12
                # TYPE assay_lag_seconds gauge
                # UNIT assay_lag_seconds seconds
                # HELP assay_lag_seconds Lag \\ of the schedule.
                assay_lag_seconds 0.25
                assay_lag_seconds +Inf
                # EOF

                """#)
    }

    @Test func aMarkThatCombinesHidesNoQuote() {
        var metrics = OpenMetricsText()
        metrics.begin("assay_iterations", .counter, help: "Iterations that were made.")
        metrics.add(12, suffix: "_total", labels: [.init("result", "a\"\u{301}} b")])
        #expect(metrics.text.contains(#"{result="a\""# + "\u{301}} b\"} 12\n"))
    }

    @Test func aSummaryHasOnlyTheQuantilesThatMeanSomething() {
        var metrics = OpenMetricsText()
        metrics.begin("assay_phase_seconds", .summary, unit: "seconds", help: "Durations.")
        metrics.add(histogram(of: Array(repeating: 1_000, count: 100)), quantiles: [0.5, 0.99])
        #expect(
            metrics.text == """
                # TYPE assay_phase_seconds summary
                # UNIT assay_phase_seconds seconds
                # HELP assay_phase_seconds Durations.
                assay_phase_seconds{quantile="0.5"} 1e-06
                assay_phase_seconds_count 100
                assay_phase_seconds_sum 0.0001
                # EOF

                """)
    }
}
