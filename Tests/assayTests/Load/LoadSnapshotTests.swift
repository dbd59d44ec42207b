import LoadResults
import Measurement
import Testing
import Timing

@testable import assay

/// What a terminal shows while a load run goes on.
@Suite struct LoadSnapshotTests {
    /// Ten seconds in which iterations took 100 ms, and then five in which they took 2 ms.
    private static let figures: LoadFigures = {
        var figures = LoadFigures()
        for index in 0..<15 {
            let time = Duration.milliseconds(index < 10 ? 100 : 2)
            for _ in 0..<100 {
                figures.second(index) { second in
                    second.completed += 1
                    second.completion.record(time.wholeNanoseconds)
                }
                figures.record([(.completion, time)], providers: 2, isBaseline: false)
            }
        }
        return figures
    }()

    private func line(_ figures: LoadFigures = figures, at time: Duration) -> String {
        LoadSnapshot(figures, underWay: 3, at: time).line(at: time, rate: 100)
    }

    @Test func theLastFiveSecondsAreBesideTheWhole() {
        #expect(
            line(at: .milliseconds(14_900)) == "14 s  100/s  0 violations  p50 100 ms  p99 100 ms  (5 s: 2.00, 2.00)"
                + "  3 under way  start delay 0 ms")
        #expect(line(at: .milliseconds(17_900)).contains("  (5 s: 2.00, 2.00)  "))
    }

    /// A port at which everybody waits is not shown by what it did before.
    @Test func nothingIsShownOfSecondsInWhichNothingEnded() {
        #expect(line(at: .milliseconds(30_900)).contains("p99 100 ms  3 under way"))
    }

    /// A terminal shows 79 columns.
    @Test func whatSpeaksAgainstThePortComesFirst() {
        var figures = Self.figures
        figures.second(14) { ($0.failed, $0.dropped) = (128, 273) }
        figures.verification.violationCount = 121
        #expect(
            line(figures, at: .milliseconds(14_900)).hasPrefix(
                "14 s  100/s  121 violations  128 failed  273 dropped  p50 100 ms  p99 100 ms  "))
    }

    @Test func whatIsToWarmUpIsShownToo() {
        var figures = Self.figures
        figures.phases = [:]
        #expect(
            line(figures, at: .milliseconds(14_900)) == "14 s  100/s  0 violations  nothing measured yet"
                + "  (5 s: 2.00, 2.00)  3 under way")
    }
}
