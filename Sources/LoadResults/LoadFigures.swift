package import Evidence
package import Measurement
package import Specification
import Timing

package struct LoadFigures: Sendable {
    /// One number of service providers.
    package struct Scale: Sendable {
        package var phases: [Phase: Histogram] = [:]
        /// The same for the baseline.
        package var baseline: [Phase: Histogram] = [:]
        package var completed = 0
        package var failed = 0
        /// Who was given what.
        package var winners = WinnersMatrix()
        package var waterfalls = Waterfalls()

        package init() {}
    }

    /// One second of the run, the warm-up among them.
    package struct Second: Sendable {
        package var due = 0
        package var begun = 0
        package var completed = 0
        package var failed = 0
        package var dropped = 0
        /// Those of the due and of the completed that are raw fan-outs.
        package var baselineDue = 0
        package var baselineCompleted = 0
        package var violations = 0
        /// Iterations that failed, by why.
        package var errors: [String: Int] = [:]
        /// Highest number of iterations under way.
        package var underWay = 0
        /// The latest that an iteration began which ended in this second, in nanoseconds.
        package var startDelay: Int64 = 0
        package var completion = Histogram()
        package var service = Histogram()

        package init() {}
    }

    package var phases: [Phase: Histogram] = [:]
    package var scales: [Int: Scale] = [:]
    /// By second since the start.
    package var seconds: [Second] = []
    package var blocks = TimeBlocks()
    /// Iterations whose steps were all done, by what the profile calls them; those of the warm-up are not counted.
    package var iterations: [String: Int] = [:]
    /// Iterations that did not come to their end, by why.
    package var errors: [String: ErrorFigures] = [:]
    package var discarded = 0
    package var completed = 0
    package var failed = 0
    package var dropped = 0
    /// Those of the completed that were raw fan-outs.
    package var baselineIterations = 0
    /// Those of the completed that the second implementation of a pair made, and those of the failed.
    package var otherIterations = 0
    package var otherFailed = 0
    package var baselineFailed = 0
    /// Those of neither: the implementation's own.
    package var ownCompleted: Int { completed - baselineIterations - otherIterations }
    package var ownFailed: Int { failed - baselineFailed - otherFailed }
    package var sessions = 0
    package var requests = 0
    package var configurations = 0
    package var verification = VerificationFigures()

    package init() {}

    /// Records what one iteration to so many service providers took.
    ///
    /// - Parameters:
    ///   - isOther: whether it was made by the second implementation of a pair, which only the comparison shows.
    ///   - second: since the end of the warm-up; nil where it does not matter.
    package mutating func record(
        _ durations: [(phase: Phase, time: Duration)], providers: Int, isBaseline: Bool, isOther: Bool = false,
        second: Int? = nil
    ) {
        if let second {
            let side: TimeBlocks.Side = isBaseline ? .baseline : isOther ? .other : .implementation
            for (phase, time) in durations {
                let key = TimeBlocks.Key(providers: providers, phase: phase, side: side)
                blocks.record(time.wholeNanoseconds, key, second: second)
            }
        }
        guard !isOther else { return }
        if isBaseline {
            Self.record(durations, in: &scales[providers, default: Scale()].baseline)
        } else {
            Self.record(durations, in: &phases)
            Self.record(durations, in: &scales[providers, default: Scale()].phases)
        }
    }

    private static func record(
        _ durations: [(phase: Phase, time: Duration)], in histograms: inout [Phase: Histogram]
    ) {
        for (phase, time) in durations {
            histograms[phase, default: Histogram()].record(max(0, time.wholeNanoseconds))
        }
    }

    package mutating func second(_ index: Int, _ body: (inout Second) -> Void) {
        guard index >= 0 else { return }
        while seconds.count <= index { seconds.append(Second()) }
        body(&seconds[index])
    }
}

/// Iterations that did not come to their end, of one kind.
package struct ErrorFigures: Sendable {
    package var count = 0
    /// Since the start of the run.
    package var first: Duration
    package var last: Duration
    /// What the first of them said.
    package var sample: String

    package init(first: Duration, sample: String) {
        self.first = first
        self.last = first
        self.sample = sample
    }

    package mutating func add(at time: Duration) {
        count += 1
        last = max(last, time)
    }
}

/// What the verification has found so far, of every iteration, the warm-up's among them.
package struct VerificationFigures: Sendable {
    /// Something that can be looked at in many places, and is not conclusive in all of them.
    package struct Property: Sendable {
        package var instances = 0
        package var conclusive = 0
        /// Iterations in which it did not hold.
        package var violated = 0

        package init(instances: Int = 0, conclusive: Int = 0, violated: Int = 0) {
            self.instances = instances
            self.conclusive = conclusive
            self.violated = violated
        }
    }

    /// Iterations that were looked at.
    package var iterations = 0
    /// Those of them that only a whole judge could decide on.
    package var judged = 0
    /// The places where each property could be looked at.
    package var properties: [String: Property] = [:]
    /// The first of them, in full.
    package var violations: [IterationViolation] = []
    package var violationCount = 0
    /// Findings that no run under gates has shown again: they are told, and fail nobody.
    package var suspicions: [IterationViolation] = []
    package var races = ClearRaces()
    /// Those of the second implementation of a pair.
    package var otherRaces = ClearRaces()

    package init() {}

    /// Whether a violation needs no valid measurement: its content proves it, or a run under gates has shown it again.
    package var hasProof: Bool { violations.contains { $0.ground == .content || $0.command != nil } }

    /// How many are kept in full.
    package static let kept = 50

    /// Keeps it in full while there is room; what its content proves, also in the place of one that has to be seen again.
    package mutating func keep(_ violation: IterationViolation) {
        if violations.count < Self.kept {
            violations.append(violation)
        } else if violation.ground == .content, let index = violations.lastIndex(where: { $0.ground != .content }) {
            violations[index] = violation
        }
    }

    package mutating func note(_ property: String, instances: Int, conclusive: Int) {
        properties[property, default: Property()].instances += instances
        properties[property, default: Property()].conclusive += conclusive
    }

    /// Counts an iteration once for each property that did not hold in it.
    package mutating func noteViolations(of statements: [[String]]) {
        for property in Set(statements.map(Self.property)) { properties[property, default: Property()].violated += 1 }
    }

    /// Keeps as violations what was put to the test and counts, and counts the suspicions no more.
    mutating func take(_ violations: [IterationViolation], _ suspicions: [IterationViolation]) {
        self.violations = violations
        self.suspicions = suspicions
        violationCount = violations.isEmpty ? 0 : max(violations.count, violationCount - suspicions.count)
        func iterations(_ all: [IterationViolation], _ name: String) -> Set<String> {
            Set(all.filter { Self.property(of: $0.statements) == name }.map { "\($0.session) \($0.time)" })
        }
        for (name, property) in properties {
            let own = iterations(violations, name)
            let doubtful = iterations(suspicions, name).subtracting(own).count
            properties[name]?.violated = own.isEmpty ? 0 : max(own.count, property.violated - doubtful)
        }
    }

    /// Which property statements are about, by their ids.
    private static func property(of statements: [String]) -> String {
        if statements.contains(where: { $0.hasPrefix("AE-SP-") }) { return merge }
        return statements.contains { $0.hasPrefix("AE-TOK-") } ? tokens : end
    }

    /// The share of contested MVPDs whose provider the evidence decides; nil where none was seen.
    package var conclusiveShare: Double? {
        guard let property = properties[Self.merge], property.instances > 0 else { return nil }
        return Double(property.conclusive) / Double(property.instances)
    }

    package static let merge = "fastest responder"
    package static let end = "every call answered"
    package static let tokens = "tokens as issued"
}

/// Fan-outs of one implementation in which somebody was clearly the first.
package struct ClearRaces: Sendable {
    package var count = 0
    /// Those of them in which another was given what was theirs.
    package var lost = 0
    /// Whether it has been reported that they are lost again and again.
    package var areReported = false

    package init(count: Int = 0, lost: Int = 0) {
        (self.count, self.lost) = (count, lost)
    }

    /// Whether the first responder loses so often that no slowness explains it.
    ///
    /// A correct port processes replies about as they come, however busy the machine is: it loses a few clear races at
    /// the most.
    package var areLost: Bool { count >= 20 && 2 * lost > count }
}

/// An iteration in which something cannot be as it was.
package struct IterationViolation: Sendable {
    package var session: String
    package var caseID: String
    /// Since the start of the run.
    package var time: Duration
    package var statements: [String]
    package var message: String
    package var expected = ""
    package var seen = ""
    /// Whether it is one of the second implementation of a pair.
    package var isOther = false
    /// What it rests on: what a machine that was busy can have had a part in must be seen again.
    package var ground = Finding.Ground.order
    /// The service providers of the iteration, and what they list.
    package var providers: [Fixture.Provider] = []
    /// The folder with all that is needed to look at it again, once there is one.
    package var bundle: String?
    /// The command that puts what was seen to the test under gates, and what came of it.
    package var command: String?
    package var replay: String?

    package init(
        session: String, caseID: String, time: Duration, statements: [String] = [], message: String,
        expected: String = "", seen: String = ""
    ) {
        self.session = session
        self.caseID = caseID
        self.time = time
        self.statements = statements
        self.message = message
        self.expected = expected
        self.seen = seen
    }
}
