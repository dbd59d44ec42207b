import Documents
import LoadResults
import Reports
import Testing

@testable import Load

/// What the end of iterations, in time or not, makes of a run.
extension LoadResultTests {
    /// What came to no end took longer than all that did.
    @Test(arguments: [(8, true), (20, false)]) func whatFailedIsBeyondEveryPercentile(failed: Int, holds: Bool) throws {
        var report = try result()
        (report.figures.failed, report.figures.otherFailed, report.figures.baselineFailed) = (failed + 500, 200, 300)
        for _ in 0..<1_200 {
            report.figures.record([(.startDelay, .microseconds(10))], providers: 1, isBaseline: false)
        }
        report.decide([try Threshold("overhead.p99 < 1s"), try Threshold("start-delay.p99 < 1ms")])
        #expect(report.thresholds.map(\.holds) == [holds, true])
        guard !holds else { return }
        #expect(report.verdict == .missed)
        #expect(report.sentence.hasSuffix("overhead.p99 < 1s was beyond any time: iterations failed"))
        let json = LoadJSON.report(report)
        #expect(json["thresholds"]?.array?.first?["value"] == .null)
        #expect(try problems(of: json) == [])
        let earlier = ThresholdOutcome(
            try Threshold("overhead.p99 <= earlier * 2"), report.figures, over: 1,
            earlier: (figures: report.figures, measured: .seconds(1)))
        #expect(earlier.isOpen)
    }

    /// What failed at other numbers of providers says nothing of one, and what failed at one is no small share of all.
    @Test func failuresAreThoseOfTheirNumberOfProviders() throws {
        var figures = try result().figures
        for (providers, failed) in [(8, 20), (1, 0)] {
            figures.scales[providers]?.completed = 1_200
            figures.scales[providers]?.failed = failed
            for _ in 0..<900 {
                figures.record([(.overhead, .milliseconds(1))], providers: providers, isBaseline: false)
            }
        }
        (figures.completed, figures.failed) = (100_000, 20)
        for (text, holds) in [("overhead.p99", true), ("overhead[1].p99", true), ("overhead[8].p99", false)] {
            #expect(ThresholdOutcome(try Threshold(text + " < 1s"), figures, over: 10).holds == holds, "\(text)")
        }
    }

    @Test(arguments: ["max", "mean"]) func whatFailedIsBeyondTheLongest(statistic: String) throws {
        var figures = try result().figures
        for _ in 0..<9 { figures.record([(.startDelay, .microseconds(10))], providers: 1, isBaseline: false) }
        func outcome(_ phase: String) throws -> ThresholdOutcome {
            ThresholdOutcome(try Threshold("\(phase).\(statistic) < 1s"), figures, over: 10)
        }
        #expect(try outcome("overhead").holds == true)
        figures.failed = 1
        #expect(try outcome("overhead").holds == false && outcome("start-delay").holds == true)
        #expect(LoadText.value(of: try outcome("overhead")) == "beyond any time: iterations failed")
    }

    /// As under overload, where it says what the implementation sustained.
    @Test func theRateIsWithoutTheBaseline() throws {
        var report = try result()
        report.figures.baselineIterations = 200
        report.decide([try Threshold("rate >= 101")])
        #expect(report.rate == 100 && report.verdict == .missed)
        let text = LoadSummary.plain(report).replacing("\n", with: " ")
        #expect(text.contains("200 baseline iterations, 100/s without these,"))
    }

    @Test func theSentenceSaysWhatFailedAndWhatWasNotAsked() throws {
        var report = try result()
        #expect(
            report.sentence == "correct and fast enough: 1200 iterations were completed, nothing was violated, "
                + "and every threshold was met")
        // It is the first line, also where what was run was told before.
        #expect(LoadSummary(report, palette: .plain).text.hasPrefix("PASSED: correct and fast enough: "))
        #expect(LoadSummary.plain(report).contains("\n\nx: X\nport 1 (builtin), backend "))
        report.figures.failed = 3
        report.decide([try Threshold("violations == 0")])
        #expect(
            report.sentence == "correct: 1200 iterations were completed and 3 failed, nothing was violated, and "
                + "every threshold was met; no threshold on times was asked")
    }

    /// What ends after the last arrival makes no run longer, or the rate would be lower than what came.
    @Test func arrivalsDecideHowLongARunWas() throws {
        func measured(_ change: (String) -> String = { $0 }, due: Int = 12, ended: Int = 14) throws -> Duration {
            var figures = LoadFigures()
            for index in 0..<due { figures.second(index) { $0.due = 10 } }
            figures.second(ended - 1) { $0.completed = 1 }
            let text = change(Self.profile.replacing("duration: 10s", with: "duration: 10s\nwarm-up: 2s"))
            return try LoadFixture.profile(text).measured(figures.seconds)
        }
        #expect(try measured() == .seconds(10))
        #expect(try measured { $0.replacing("duration: 10s", with: "duration: 9500ms") } == .milliseconds(9_500))
        // Of a run that was stopped, and of one of users, of whom each waits for an end.
        #expect(try measured(due: 5, ended: 6) == .seconds(3))
        let users = { (text: String) in
            text.replacing("{ rate: 100/s }", with: "{ users: 4 }").replacing("duration: 10s", with: "iterations: 10")
        }
        #expect(try measured(users) == .seconds(12))
    }
}
