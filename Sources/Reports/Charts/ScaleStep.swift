internal import LoadResults
internal import Measurement

/// What fan-outs to one number of providers took, in nanoseconds.
struct ScaleStep {
    let providers: Int
    let scale: LoadFigures.Scale

    /// One for each number of providers, rising.
    static func all(of report: LoadReport) -> [ScaleStep] {
        report.figures.scales.sorted { $0.key < $1.key }.map(ScaleStep.init)
    }

    /// From the call to the first merge.
    var firstMerge: Histogram { times(.firstMerge) }
    /// From the call to the end of configuration.
    var service: Histogram { times(.service) }
    var criticalPath: Histogram { times(.criticalPath) }
    var overhead: Histogram { times(.overhead) }
    var addedLatency: Histogram { times(.addedLatency) }
    /// Service of raw fan-outs without an implementation, and what those added.
    var baseline: Histogram { scale.baseline[.service] ?? Histogram() }
    var baselineAdded: Histogram { scale.baseline[.addedLatency] ?? Histogram() }

    /// The medians of what was measured, by the number of providers.
    static func medians(_ what: KeyPath<ScaleStep, Histogram>, of steps: [ScaleStep]) -> [(x: Double, y: Double)] {
        steps.filter { !$0[keyPath: what].isEmpty }.map { step in
            (x: Double(step.providers), y: Double(step[keyPath: what].value(at: 50)))
        }
    }

    private func times(_ phase: Phase) -> Histogram { scale.phases[phase] ?? Histogram() }
}
