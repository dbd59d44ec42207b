package import Timing

/// Everything that a report of a load run is made from: what was asked for, what was seen, and what it comes to.
///
/// A plain value that the run fills and the writers of reports read. What was not measured is empty or nil, and the
/// reports leave it out.
package struct LoadReport: Sendable, Hashable {
    package var result: Result
    /// In the order in which they are to be read; the first says what the result rests on.
    package var remarks: [String] = []
    /// What was run, and where: the profile, the implementation, the seed, the machine.
    package var setting: Setting
    /// Why the figures can be believed, or cannot.
    package var validity: [ValidityCheck] = []
    package var thresholds: [ThresholdResult] = []
    package var visits = Visits()
    /// How much of what must hold the evidence decided, property by property.
    package var properties: [PropertyTally] = []
    package var violations: [Violation] = []
    /// What no run under gates has shown again.
    package var suspicions: [Violation] = []
    /// First the one that the report is about, then the others in the order in which a visit goes through them.
    package var phases: [PhaseTimes] = []
    /// How late the generator began what was due, in nanoseconds.
    package var lag = Histogram()
    /// How long a thread of the generator that only sleeps was kept waiting: what the machine itself adds.
    package var hiccups = Histogram()
    /// One for each number of providers, rising.
    package var scale: [ScaleStep] = []
    /// One for each second from the beginning of the run, the warm-up included.
    package var seconds: [LoadSecond] = []
    /// What went wrong in visits, the most frequent first.
    package var errors: [ErrorTally] = []
    /// Single fan-outs: the median, the one at the 99th percentile and the worst.
    package var samples: [FanOutSample] = []
    package var winners = WinnersMatrix()
    /// The machines that have made the run together; empty where it was one.
    package var parts: [Part] = []

    package init(result: Result, setting: Setting) {
        self.result = result
        self.setting = setting
    }

    /// What the run comes to; the first that applies.
    package enum Result: String, Sendable, Hashable, CaseIterable {
        /// The generator was the bottleneck, or too little was seen: no claim is made of any latency.
        case invalid
        /// Something that must hold did not.
        case violated
        /// All that must hold did, and a threshold was not met.
        case missedThreshold
        /// The run was stopped before its end, and nothing spoke against the implementation until then.
        case stopped
        /// A part of the run is missing, and nothing spoke against the implementation in the others.
        case incomplete
        case passed
    }

    package struct Setting: Sendable, Hashable {
        /// The id of the profile, its title, and its file.
        package var profile: String
        package var title: String
        package var implementation: String
        package var portName: String
        package var portVersion: String
        /// `embedded`, a process of its own, or addresses.
        package var backend: String
        package var seed: UInt64
        package var assayVersion: String
        package var startedAt: WallTime
        /// How long visits began, the warm-up included.
        package var duration: Duration
        package var warmUp: Duration
        /// How visits came: `Poisson, 200 a second`.
        package var arrivals: String
        /// Who judged: with the backend's history, or from the client's side alone.
        package var oracle: String
        /// The machine and the versions of what matters, as names and values.
        package var facts: [Fact] = []
        /// The command that runs the same again, as a shell takes it.
        package var command: String

        package init(
            profile: String, title: String, implementation: String, portName: String, portVersion: String,
            backend: String, seed: UInt64, assayVersion: String, startedAt: WallTime, duration: Duration,
            warmUp: Duration, arrivals: String, oracle: String, command: String
        ) {
            self.profile = profile
            self.title = title
            self.implementation = implementation
            self.portName = portName
            self.portVersion = portVersion
            self.backend = backend
            self.seed = seed
            self.assayVersion = assayVersion
            self.startedAt = startedAt
            self.duration = duration
            self.warmUp = warmUp
            self.arrivals = arrivals
            self.oracle = oracle
            self.command = command
        }
    }

    /// What one of several machines has made of the run.
    package struct Part: Sendable, Hashable {
        /// `2/5`.
        package var share: String
        package var host: String
        package var completed: Int
        /// How late its visits began, in nanoseconds.
        package var lag: Histogram
        /// How much later than the others it began, as far as anybody can say.
        package var late: Duration
        /// How much its clock was ahead, and how wrong that may be.
        package var clockOffset: Duration
        package var clockUncertainty: Duration
        /// How many of its processors generator and backend used on average; nil where nobody measured.
        package var processors: Double?
        /// The most memory that its generator had, in bytes.
        package var memory: Int?

        package init(
            share: String, host: String, completed: Int, lag: Histogram, late: Duration, clockOffset: Duration,
            clockUncertainty: Duration, processors: Double? = nil, memory: Int? = nil
        ) {
            self.share = share
            self.host = host
            self.completed = completed
            self.lag = lag
            self.late = late
            self.clockOffset = clockOffset
            self.clockUncertainty = clockUncertainty
            self.processors = processors
            self.memory = memory
        }
    }

    /// A name and a value: `kernel`, `6.18`.
    package struct Fact: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What became of what was due after the warm-up.
    package struct Visits: Sendable, Hashable {
        /// Due by the schedule.
        package var offered = 0
        package var started = 0
        package var completed = 0
        /// Did not come to their end.
        package var failed = 0
        /// Found too many others under way, and were not begun.
        package var dropped = 0
        /// Cannot be as they were seen; those of the warm-up among them.
        package var violated = 0
        /// Were made in the warm-up, and are in no histogram.
        package var discarded = 0
        package var requests = 0
        package var callbacks = 0

        package init() {}
    }
}
