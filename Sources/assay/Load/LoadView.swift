import Load
import LoadResults
import Measurement
import Reports
import Synchronization
import Timing

/// Shows how a load run goes on: on a terminal in one line that changes, otherwise in a line a second.
final class LoadView: Sendable {
    private struct State {
        var line = ChangingLine()
        var lastCompleted = 0
        var violations = 0
    }

    private let console: Console
    private let state = Mutex(State())

    init(_ console: Console) {
        self.console = console
    }

    func show(_ run: LoadRun, at now: MonotonicTime) {
        let time = now - run.start
        let snapshot = run.look { LoadSnapshot($0, underWay: run.underWay, at: time) }
        state.withLock { state in
            let rate = snapshot.completed - state.lastCompleted
            state.lastCompleted = snapshot.completed
            let line = snapshot.line(at: time, rate: max(0, rate))
            let isNews = snapshot.violations > state.violations
            state.violations = snapshot.violations
            guard console.changesLines, !isNews else {
                state.line.clear(console.out)
                return console.line(line)
            }
            state.line.show(Prose.cut(line, to: 79), console.out)
        }
    }

    /// Takes the changing line away, so that something else can be shown.
    func end() {
        state.withLock { $0.line.clear(console.out) }
    }
}

/// A load run at one moment.
struct LoadSnapshot {
    var completed: Int
    var failed: Int
    var violations: Int
    var dropped: Int
    var underWay: Int
    /// Whether there are durations: the warm-up's are left out.
    var isMeasured: Bool
    var median: Int64
    var high: Int64
    var startDelay: Int64
    /// Of the last seconds alone; nil where nothing ended in them.
    var recent: (median: Int64, high: Int64)?

    private static let recentSeconds = 5

    /// - Parameter time: since the start of the run.
    init(_ figures: LoadFigures, underWay: Int, at time: Duration) {
        completed = figures.seconds.reduce(0) { $0 + $1.completed }
        failed = figures.seconds.reduce(0) { $0 + $1.failed }
        dropped = figures.seconds.reduce(0) { $0 + $1.dropped }
        violations = figures.verification.violationCount
        let completion = figures.phases[.completion]
        isMeasured = (completion?.count ?? 0) > 0
        median = completion?.value(at: 50) ?? 0
        high = completion?.value(at: 99) ?? 0
        startDelay = figures.phases[.startDelay]?.value(at: 99) ?? 0
        self.underWay = underWay
        // While nothing is due and nothing ends, no second is added.
        let before = max(0, Int(time.milliseconds / 1_000) + 1 - Self.recentSeconds)
        let last = figures.seconds.dropFirst(before).reduce(into: Histogram()) { $0.add($1.completion) }
        recent = last.isEmpty ? nil : (last.value(at: 50), last.value(at: 99))
    }

    func line(at time: Duration, rate: Int) -> String {
        // What speaks against the port comes first, for a terminal cuts the line.
        var parts = ["\(Int(time.milliseconds / 1_000)) s", "\(rate)/s", Prose.count(violations, "violation")]
        if failed > 0 { parts.append("\(failed) failed") }
        if dropped > 0 { parts.append("\(dropped) dropped") }
        parts +=
            isMeasured
            ? ["p50 \(LoadText.milliseconds(median))", "p99 \(LoadText.milliseconds(high))"] : ["nothing measured yet"]
        if let recent {
            let times = [recent.median, recent.high].map { LoadText.significant(Double($0) / 1e6) }
            parts.append("(\(Self.recentSeconds) s: \(times.joined(separator: ", ")))")
        }
        parts.append("\(underWay) under way")
        if isMeasured { parts.append("start delay \(LoadText.milliseconds(startDelay))") }
        return parts.joined(separator: "  ")
    }
}
