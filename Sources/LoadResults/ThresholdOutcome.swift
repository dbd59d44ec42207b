import Measurement
import Timing

package struct ThresholdOutcome: Sendable {
    package var threshold: Threshold
    /// Nanoseconds, a share from 0 to 1, or a number; nil where nothing was measured, infinite where too many failed.
    package var value: Double?
    /// What it was held against; nil where that is an earlier run's value, and there is none.
    package private(set) var bound: Double?
    package var samples = 0
    package var needed = 0
    /// Whether it is about times of a run that is not valid: they are shown, and decide nothing.
    package private(set) var isUntrusted = false
    /// For how long iterations would have to be measured; nil where they were long enough, or where nobody can tell.
    package private(set) var sufficient: Duration?

    /// Whether there are too few values for the percentile to mean anything.
    package var lacksSamples: Bool { samples < needed }

    /// Whether more, or an earlier run, would decide it.
    package var isOpen: Bool { lacksSamples || bound == nil }

    /// nil where nothing can be said.
    package var holds: Bool? {
        guard let value, let bound, !lacksSamples, !isUntrusted else { return nil }
        return threshold.holds(value, against: bound)
    }

    /// - Parameters:
    ///   - earlier: the run that relative thresholds are held against.
    ///   - overload: what was sustained where it takes a lower load, and no longer one, to come to more.
    package init(
        _ threshold: Threshold, _ figures: LoadFigures, over seconds: Double, earlier: LoadReport.EarlierRun? = nil,
        overload: Overload? = nil
    ) {
        self.threshold = threshold
        measure(figures, over: seconds, overload)
        if let factor = threshold.factor {
            var absolute = threshold
            absolute.factor = nil
            let old = earlier.map { ThresholdOutcome(absolute, $0.figures, over: $0.measured.milliseconds / 1_000) }
            // Of too few values there is none that could be a bound.
            bound = old.flatMap { $0.lacksSamples ? nil : $0.value }.flatMap { $0.isFinite ? $0 * factor : nil }
        } else {
            bound = threshold.bound
        }
        // A tenth more, because as many do not come in every second.
        if lacksSamples, samples > 0, seconds > 0, overload == nil {
            sufficient = .seconds((1.1 * seconds * Double(needed) / Double(samples)).rounded(.up))
        }
    }

    private mutating func measure(_ figures: LoadFigures, over seconds: Double, _ overload: Overload?) {
        switch threshold.quantity {
        case .time(let phase, let statistic, let providers):
            let scale = providers.map { figures.scales[$0] ?? .init() }
            guard let histogram = (scale?.phases ?? figures.phases)[phase], histogram.count > 0 else {
                needed = 1
                return
            }
            samples = histogram.count
            // Whatever failed took longer than all that did not; how late it began is known of it, too.
            let failed = phase == .startDelay ? 0 : scale?.failed ?? figures.ownFailed
            switch statistic {
            case .percentile(let percentile):
                needed = Histogram.valuesNeeded(for: percentile)
                let all = failed + (scale?.completed ?? figures.ownCompleted)
                let share = max(0.001, 1 - Double(failed) / Double(max(1, all)))
                samples = Int(Double(samples) / share)
                let rank = percentile / share
                value = rank <= 100 ? Double(histogram.value(at: rank)) : .infinity
            case .maximum: value = failed > 0 ? .infinity : Double(histogram.max)
            case .mean: value = failed > 0 ? .infinity : histogram.mean
            }
        case .figure(let figure):
            value = figure == .rate ? overload?.sustained : nil
            value = value ?? Self.value(of: figure, figures, over: seconds)
        }
    }

    /// The same for a run that is not valid.
    var untrusted: ThresholdOutcome {
        guard threshold.isOnTimes else { return self }
        var outcome = self
        outcome.isUntrusted = true
        return outcome
    }

    private static func value(of figure: Threshold.Figure, _ figures: LoadFigures, over seconds: Double) -> Double? {
        let ended = figures.completed + figures.failed
        switch figure {
        case .violations: return Double(figures.verification.violationCount)
        case .conclusive: return figures.verification.conclusiveShare
        case .errors: return ended == 0 ? nil : Double(figures.failed) / Double(ended)
        case .dropped: return Double(figures.dropped)
        case .rate: return seconds > 0 ? Double(figures.completed - figures.baselineIterations) / seconds : nil
        case .iterations: return Double(figures.completed)
        }
    }
}
