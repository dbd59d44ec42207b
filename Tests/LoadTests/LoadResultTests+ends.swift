import Documents
import LoadResults
import Measurement
import Reports
import Testing
import Timing

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
        #expect(report.sentence.hasSuffix("overhead.p99 < 1s was beyond any time: too many iterations failed"))
        let json = LoadJSON.report(report)
        #expect(json["thresholds"]?.array?.first?["value"] == .null)
        #expect(try problems(of: json) == [])
        let earlier = ThresholdOutcome(
            try Threshold("overhead.p99 <= earlier * 2"), report.figures, over: 1,
            earlier: (figures: report.figures, measured: .seconds(1)))
        #expect(earlier.isOpen)
    }

    @Test func theSentenceSaysWhatFailedAndWhatWasNotAsked() throws {
        var report = try result()
        #expect(
            report.sentence == "correct and fast enough: 1200 iterations were completed, nothing was violated, "
                + "and every threshold was met")
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
