package import Evidence
import Measurement

/// The highest rate at which an implementation meets an objective with every merge verified, by number of providers.
package struct CapacityReport: Sendable {
    package struct Step: Sendable {
        package var rate: Double
        package var sustained: Double
        package var verdict: LoadReport.Verdict
        package var sentence: String
        /// Of completion, in nanoseconds; nil with too few iterations.
        package var median: Int64?
        package var high: Int64?
        package var iterations: Int
        /// Of all processes, for a thousand iterations; nil where nobody measured.
        package var processorTime: Duration?
        /// Below the folder of the search.
        package var folder: String

        package init(_ report: LoadReport, rate: Double, folder: String) {
            self.rate = rate
            self.folder = folder
            verdict = report.verdict
            sentence = report.sentence
            iterations = report.figures.completed
            processorTime = report.workCost
            sustained = report.rate
            median = report.figures.phases[.completion]?.significantValue(at: 50)
            high = report.figures.phases[.completion]?.significantValue(at: 99)
        }
    }

    package struct Scale: Sendable {
        package var providers: Int
        /// In iterations a second; nil where no rate met the objective.
        package var capacity: Double?
        /// From the highest rate that was met to the lowest that was missed.
        package var interval: ClosedRange<Double>?
        /// What ended it: who was saturated, or what was not met, at the lowest rate that was missed.
        package var limit = ""
        package var saturated: Overload.Party?
        /// Whether it was the measurement that ended it, so that the implementation may be faster.
        package var isLowerBound = false
        /// Of the highest run that met the objective.
        package var cost: PortCost?
        package var steps: [Step] = []

        package init(providers: Int) {
            self.providers = providers
        }

        /// What all processes took for a thousand iterations, least and most, in the runs at the capacity; nil with fewer
        /// than two.
        ///
        /// The work was the same in all of them, so that it is the machine that became slower or faster. Runs that were
        /// overloaded or invalid do not count: they spend time on iterations that do not end.
        package var processorTimes: ClosedRange<Duration>? {
            let times = steps.filter { $0.rate == capacity && [.passed, .missed].contains($0.verdict) }
                .compactMap(\.processorTime)
            guard times.count > 1, let least = times.min(), let most = times.max() else { return nil }
            return least...most
        }

        /// Whether the machine changed so much that another search may find something else.
        package var isOfAnUnsteadyMachine: Bool {
            processorTimes.map { $0.upperBound > $0.lowerBound * 1.15 } ?? false
        }
    }

    package var profile: LoadReport.Profile
    package var header: RunHeader
    package var objective: [String]
    package var scales: [Scale] = []
    package var command = ""
    package var wasStopped = false
    /// Where a run was that was not correct; nil where all were.
    package var violated: String?

    package init(profile: LoadReport.Profile, header: RunHeader, objective: [String]) {
        self.profile = profile
        self.header = header
        self.objective = objective
    }

    /// 1 where a run was not correct, 99 where some number of providers has no rate that meets the objective, and 98 where the
    /// measurement alone found none.
    package var exitCode: ExitCode {
        if violated != nil { return .failed }
        if wasStopped { return .incomplete }
        let without = scales.filter { $0.capacity == nil }
        if without.isEmpty { return .conformant }
        return without.allSatisfy(\.isLowerBound) ? .invalidMeasurement : .missedThreshold
    }
}
