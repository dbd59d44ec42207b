package import Evidence
package import Measurement
import Timing

/// What was asked of a load run, what was seen, and what it came to.
///
/// A plain value: the run fills it, and all writers of reports read it.
package struct LoadReport: Sendable {
    package enum Verdict: String, Sendable {
        /// Correct and fast enough.
        case passed = "PASSED"
        /// Not correct: something cannot be as it was seen, and the evidence or a run under gates proves it.
        case violated = "VIOLATED"
        /// More came than somebody could keep up with.
        case overloaded = "OVERLOADED"
        /// The measurement itself failed: its durations say nothing about the implementation.
        case invalid = "INVALID"
        /// Correct, and a threshold does not hold.
        case missed = "MISSED"
        /// Nothing speaks against the implementation, but not all was seen that the profile asks for.
        case stopped = "STOPPED"
        /// The same, because a part of it is missing, or because a threshold is open.
        case incomplete = "INCOMPLETE"
    }

    /// How figures of times are to be taken.
    package enum Standing: String, Sendable {
        case measured
        case underOverload = "under overload"
        case untrusted
    }

    package var profile: Profile
    package var header: RunHeader
    package var figures: LoadFigures
    /// What was used of the machine, once a second; empty for a run that was put together from parts.
    package var resources: [ResourceSample] = []
    package var thresholds: [ThresholdOutcome] = []
    package var validity = Validity()
    /// nil where all that came was served.
    package var overload: Overload?
    /// From the end of the warm-up to the last arrival, or, where users wait for each end, to the last end.
    package var measured = Duration.zero
    /// Whether it was stopped before its end.
    package var wasStopped = false
    package var isVerified = true
    package var maxInstances = 0
    package var machine = Machine(processors: 1, descriptorLimit: 0)
    /// How long a thread that only sleeps was kept waiting.
    package var hiccups = Histogram()
    /// What was told of the implementation as a whole, and how often: that its process ended, for example.
    package var news: [String: Int] = [:]
    /// What it was put together from, where several machines have made it.
    package var parts: [Part] = []
    /// The parts that nobody has, such as `2/5`.
    package var missing: [String] = []
    /// What relative thresholds are held against.
    package var earlier: EarlierRun?
    /// The command that runs the same again, as a shell takes it.
    package var command = ""

    package init(profile: Profile, header: RunHeader, figures: LoadFigures) {
        (self.profile, self.header, self.figures) = (profile, header, figures)
    }

    package typealias EarlierRun = (figures: LoadFigures, measured: Duration)

    /// What was asked for.
    package struct Profile: Sendable, Hashable {
        package var id: String
        package var title: String
        package var file = ""
        package var seed: UInt64 = 1
        package var warmUp = Duration.zero
        package var providers: [Int] = []
        package var traffic: [Traffic] = []
        /// How iterations come: `poisson, 200/s`.
        package var arrivals = ""
        /// All that decides the load, in words: two runs of which it differs are of different loads.
        package var demand = ""

        package init(id: String, title: String) {
            (self.id, self.title) = (id, title)
        }
    }

    /// Something that visitors do, and how often beside the rest.
    package struct Traffic: Sendable, Hashable {
        package var name: String
        package var weight: Double

        package init(name: String, weight: Double) {
            (self.name, self.weight) = (name, weight)
        }
    }

    /// Of all machines together.
    package struct Machine: Sendable {
        package var processors: Int
        package var descriptorLimit: Int
        /// How many connections the simulated service providers could not take for want of descriptors.
        package var refusedConnections: Int

        package init(processors: Int, descriptorLimit: Int, refusedConnections: Int = 0) {
            (self.processors, self.descriptorLimit) = (processors, descriptorLimit)
            self.refusedConnections = refusedConnections
        }
    }

    /// What one of several machines has made of the run.
    package struct Part: Sendable {
        /// `2/5`.
        package var share: String
        package var host: String
        package var completed = 0
        package var violations = 0
        /// How late its iterations began, in nanoseconds.
        package var startDelay = Histogram()
        /// How much later than the others it began, as far as anybody can say.
        package var late = Duration.zero
        /// How much its clock was ahead, and how wrong that may be.
        package var clockOffset = Duration.zero
        package var clockUncertainty = Duration.zero
        package var wasStopped = false
        package var resources: [ResourceSample] = []

        package init(share: String, host: String) {
            (self.share, self.host) = (share, host)
        }

        /// How many processors generator and backend used on average; nil where nobody measured.
        package var processors: Double? {
            guard let first = resources.first, let last = resources.last, last.time > first.time else { return nil }
            func used(_ sample: ResourceSample) -> Duration {
                sample.generator.processorTime + (sample.backend?.processorTime ?? .zero)
            }
            return (used(last) - used(first)) / (last.time - first.time)
        }

        /// The most memory that its generator had, in bytes.
        package var memory: Int? { resources.map(\.generator.residentBytes).max() }
    }

    /// Whether the service providers told what they were asked; otherwise only the port's own conduct was judged.
    package var sawBackend: Bool { header.seesRequests }

    /// Where the service providers were, in words.
    package var backend: String {
        guard header.backend == RunHeader.embedded else { return header.backend }
        return (resources + parts.flatMap(\.resources)).contains { $0.backend != nil }
            ? "a process of its own" : "in the generator's process"
    }

    package var verdict: Verdict {
        let verification = figures.verification
        if verification.violationCount > 0, validity.isValid || verification.hasProof { return .violated }
        // Whoever could not measure fails nobody for anything else.
        if !validity.isValid { return .invalid }
        if overload != nil { return .overloaded }
        if thresholds.contains(where: { $0.holds == false }) { return .missed }
        if !missing.isEmpty { return .incomplete }
        if wasStopped { return .stopped }
        return isEmpty || thresholds.contains(where: \.isOpen) ? .incomplete : .passed
    }

    /// Whether every iteration failed, so that nothing was seen of what the port does.
    var isEmpty: Bool { figures.ownCompleted == 0 && figures.ownFailed > 0 }

    package var standing: Standing {
        if !validity.isValid { return .untrusted }
        return overload == nil ? .measured : .underOverload
    }

    /// Takes in what the violations came to under gates; what is left of them is what was seen again, or needs not be.
    package mutating func take(violations: [IterationViolation], suspicions: [IterationViolation]) {
        figures.verification.take(violations, suspicions)
        decide(thresholds.map(\.threshold))
    }

    /// Holds the figures against these; times say nothing where the run is not valid.
    package mutating func decide(_ thresholds: [Threshold]) {
        let outcomes = thresholds.map {
            ThresholdOutcome(
                $0, figures, over: measured.milliseconds / 1_000, earlier: earlier, overload: overload)
        }
        self.thresholds = validity.isValid ? outcomes : outcomes.map(\.untrusted)
    }

    /// Iterations completed in a second, without the baseline's; under overload, until the last arrival alone.
    package var rate: Double {
        overload?.sustained
            ?? Double(figures.completed - figures.baselineIterations) / max(0.001, measured.milliseconds / 1_000)
    }

    /// How many of its first seconds are the warm-up's.
    package var warmUpSeconds: Int { figures.seconds.indices.prefix { Duration.seconds($0) < profile.warmUp }.count }

    /// What was used of the machine in each second; of all machines together where there are several.
    package var uses: [ResourceUse] {
        ResourceUse.sums(of: parts.isEmpty ? [resources] : parts.map(\.resources), seconds: figures.seconds.count)
    }

    /// What iterations did not come to their end of, the most frequent first.
    package var errors: [(code: String, error: ErrorFigures)] {
        figures.errors.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { ($0.key, $0.value) }
    }

    /// How the median of a phase grows with the number of service providers, in nanoseconds.
    ///
    /// nil where fewer than two numbers of providers were measured.
    ///
    /// - Parameter isBaseline: whether the baseline's is meant.
    package func growth(of phase: Phase, isBaseline: Bool = false) -> Fit? {
        let scales = figures.scales.sorted { $0.key < $1.key }
        return Fit(
            scales.compactMap { providers, scale in
                (isBaseline ? scale.baseline : scale.phases)[phase].map { (providers, $0) }
            }, at: 50)
    }

    package var exitCode: ExitCode {
        switch verdict {
        case .passed: .conformant
        case .violated: .failed
        case .overloaded: .overloaded
        case .invalid: .invalidMeasurement
        case .missed: .missedThreshold
        case .stopped, .incomplete: .incomplete
        }
    }
}
