package import Evidence
package import Measurement
import Timing

/// What a load run came to.
package struct LoadResult: Sendable {
    package enum Verdict: String, Sendable {
        case passed = "PASSED"
        /// Something cannot be as it was seen.
        case violated = "VIOLATED"
        /// The durations say nothing about the implementation.
        case invalid = "INVALID"
        /// Valid, and a threshold does not hold.
        case missed = "MISSED"
    }

    package var profile: LoadProfile
    package var header: RunHeader
    package var figures: LoadFigures
    package var resources: [ResourceSample]
    package var thresholds: [ThresholdOutcome]
    package var validity: Validity
    /// How long visits began and ended, the warm-up not counted.
    package var measured: Duration
    /// Whether it was stopped before its end.
    package var wasStopped: Bool
    package var isVerified: Bool
    package var mostInstances: Int
    package var machine: Machine
    /// How long a thread that only sleeps was kept waiting.
    package var hiccups: Histogram

    package struct Machine: Sendable {
        package var processors: Int
        package var descriptorLimit: Int

        package init(processors: Int, descriptorLimit: Int) {
            self.processors = processors
            self.descriptorLimit = descriptorLimit
        }
    }

    package init(
        profile: LoadProfile, header: RunHeader, figures: LoadFigures, resources: [ResourceSample],
        measured: Duration, wasStopped: Bool, isVerified: Bool, mostInstances: Int, machine: Machine,
        hiccups: Histogram = Histogram()
    ) {
        self.profile = profile
        self.header = header
        self.figures = figures
        self.resources = resources
        self.measured = measured
        self.wasStopped = wasStopped
        self.isVerified = isVerified
        self.mostInstances = mostInstances
        self.machine = machine
        self.hiccups = hiccups
        let seconds = measured.milliseconds / 1_000
        thresholds = profile.thresholds.map { ThresholdOutcome($0, figures, over: seconds) }
        validity =
            ValidityJudge(
                figures: figures, profile: profile, resources: resources, descriptorLimit: machine.descriptorLimit,
                processors: machine.processors, thresholds: thresholds
            ).validity
    }

    package var verdict: Verdict {
        if figures.verification.violationCount > 0 { return .violated }
        if !validity.isValid { return .invalid }
        return thresholds.contains { $0.holds == false } ? .missed : .passed
    }

    package var exitCode: ExitCode {
        switch verdict {
        case .passed: .conformant
        case .violated: .failed
        case .invalid: .invalidMeasurement
        case .missed: .missedThreshold
        }
    }
}
