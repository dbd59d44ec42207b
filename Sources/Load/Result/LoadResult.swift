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
        /// Nothing speaks against the implementation, but not all was seen that the profile asks for.
        case stopped = "STOPPED"
        /// The same, because a part of it is missing.
        case incomplete = "INCOMPLETE"
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
    /// What was told of the implementation as a whole, and how often: that its process ended, for example.
    package var news: [String: Int]
    /// What it was put together from, where several machines have made it.
    package var parts: [LoadPart]
    /// The parts that nobody has.
    package var missing: [LoadShare]

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
        hiccups: Histogram = Histogram(), news: [String: Int] = [:], parts: [LoadPart] = [],
        missing: [LoadShare] = []
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
        self.news = news
        self.parts = parts
        self.missing = missing
        let seconds = measured.milliseconds / 1_000
        let thresholds = profile.thresholds.map { ThresholdOutcome($0, figures, over: seconds) }
        var validity =
            ValidityJudge(
                figures: figures, profile: profile, resources: resources, descriptorLimit: machine.descriptorLimit,
                processors: machine.processors, thresholds: thresholds, wasStopped: wasStopped, news: news
            ).validity
        for part in parts { validity.add(ValidityJudge(part, profile), of: part.name) }
        self.validity = validity
        self.thresholds = validity.isValid ? thresholds : thresholds.map(\.withoutTimes)
    }

    /// Whether the service providers told what they were asked; otherwise only the port's own conduct was judged.
    package var sawBackend: Bool { header.backend == RunHeader.embedded }

    /// Where the service providers were, in words.
    package var backend: String {
        guard sawBackend else { return header.backend }
        return (resources + parts.flatMap(\.resources)).contains { $0.backend != nil }
            ? "a process of its own" : "in the generator's process"
    }

    package var verdict: Verdict {
        // Whoever could not measure cannot convict either.
        if !validity.isValid { return .invalid }
        if figures.verification.violationCount > 0 { return .violated }
        if thresholds.contains(where: { $0.holds == false }) { return .missed }
        if !missing.isEmpty { return .incomplete }
        return wasStopped ? .stopped : .passed
    }

    /// Takes in what the violations came to under gates; what is left of them is what was seen again, or needs not be.
    package mutating func take(violations: [VisitViolation], suspicions: [VisitViolation]) {
        let count = figures.verification.violationCount
        figures.verification.violations = violations
        figures.verification.suspicions = suspicions
        figures.verification.violationCount = violations.isEmpty ? 0 : max(violations.count, count - suspicions.count)
        let seconds = measured.milliseconds / 1_000
        let outcomes = profile.thresholds.map { ThresholdOutcome($0, figures, over: seconds) }
        thresholds = validity.isValid ? outcomes : outcomes.map(\.withoutTimes)
    }

    /// How the median of a phase grows with the number of service providers, in nanoseconds.
    ///
    /// nil for a run that is not valid, and where fewer than two numbers of providers were measured.
    ///
    /// - Parameter isFloor: whether the null implementation's is meant.
    package func growth(of phase: Phase, isFloor: Bool = false) -> Fit? {
        guard validity.isValid else { return nil }
        let scales = figures.scales.sorted { $0.key < $1.key }
        return Fit(
            scales.compactMap { providers, scale in
                (isFloor ? scale.floor : scale.phases)[phase].map { (providers, $0) }
            }, at: 50)
    }

    package var exitCode: ExitCode {
        switch verdict {
        case .passed: .conformant
        case .violated: .failed
        case .invalid: .invalidMeasurement
        case .missed: .missedThreshold
        case .stopped, .incomplete: .incomplete
        }
    }
}
