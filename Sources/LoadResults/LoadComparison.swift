import Evidence
import Glibc
package import Measurement

/// What changed from one load run to another, and whether it can be more than chance.
///
/// Every phase is compared for each number of service providers, and over all of them. A machine that is slower is told
/// from a port that is by the baseline of the same run: what raw fan-outs became slower by is taken out.
package struct LoadComparison: Sendable {
    /// One run, or one of the two implementations of a run of both.
    package struct Run: Sendable {
        package var name: String
        package var blocks: TimeBlocks
        package var side: TimeBlocks.Side
        /// How long iterations were measured.
        package var measured: Duration
        /// Why its figures are not to be trusted; empty where they are.
        package var objections: [String]
        /// Whether it was not correct.
        package var isViolated = false
        package var isOverloaded: Bool
        /// Iterations that came to their end, and those that did not: of these there are no durations.
        package var completed = 0
        package var failed = 0
        /// What was put under load, as after `assay load -i`; empty where nobody asks.
        package var implementation = ""
        /// How many of the machine's processors were busy with what has no part in the run, on average, and how many there
        /// are; nil where nobody measured.
        package var others: (busy: Double, of: Int)?
        /// Whether the port was in the generator's own process.
        package var isInProcess: Bool
        /// How many runs it is of, with its repeats.
        package private(set) var runs = 1

        package init(
            name: String, blocks: TimeBlocks, side: TimeBlocks.Side = .implementation, measured: Duration,
            objections: [String] = [], isOverloaded: Bool = false, others: (busy: Double, of: Int)? = nil,
            isInProcess: Bool = true
        ) {
            self.name = name
            self.blocks = blocks
            self.side = side
            self.measured = measured
            self.objections = objections
            self.isOverloaded = isOverloaded
            self.others = others
            self.isInProcess = isInProcess
        }

        var failedShare: Double { Double(failed) / Double(max(1, completed + failed)) }

        /// Adds what was measured in a repeat of the run.
        package mutating func append(_ other: Run) {
            blocks.append(other.blocks)
            let whole = measured + other.measured
            if let before = others, let after = other.others, whole > .zero {
                others = (before.busy * (measured / whole) + after.busy * (other.measured / whole), before.of)
            } else {
                others = nil
            }
            measured = whole
            runs += other.runs
            isViolated = isViolated || other.isViolated
            isOverloaded = isOverloaded || other.isOverloaded
            completed += other.completed
            failed += other.failed
        }
    }

    package enum Change: String, Sendable, Hashable {
        case slower
        case faster
        /// None that this much data can show.
        case none = "no difference"
    }

    /// What baselines, raw fan-outs of the same runs, tell of the machine.
    package struct Machine: Sendable, Hashable {
        /// What their dispatch changed by, 0.1 for a tenth: the mean over all numbers of providers.
        package var change: Double
        /// How far that may be from what the implementation met, as a standard deviation, however long the runs were.
        package var deviation: Double

        init(_ estimate: MachineChange.Estimate) {
            change = exp(estimate.change) - 1
            deviation = estimate.model.squareRoot()
        }
    }

    /// One percentile of one phase, at one number of providers or over all of them.
    package struct Row: Sendable, Hashable {
        package var phase: Phase
        /// nil: over all numbers of providers.
        package var providers: Int?
        package var percentile: Double
        /// In nanoseconds; over all numbers of providers the geometric mean.
        package var old: Double
        package var new: Double
        /// How much of the old time it is more, 0.1 for a tenth, with the machine's own change taken out.
        package var change: Double
        /// Where that lies with 95 % confidence.
        package var interval: ClosedRange<Double>
        /// How likely so much is by chance: by itself, and when everything is asked that was asked here.
        package var probability: Double
        package var adjusted = 1.0
        /// How likely a moment of the new run is slower than one of the old, and how likely that is by chance.
        package var ranks: MannWhitney?
        package var verdict = Change.none
        /// Whether it is the implementation's: start delay and the providers' own time are not.
        package var counts: Bool

        func isAbout(_ other: Row?) -> Bool {
            phase == other?.phase && providers == other?.providers && percentile == other?.percentile
        }
    }

    package let old: Run
    package let new: Run
    package private(set) var rows: [Row] = []
    /// How much slower the machine was in the new run; nil where no baseline was measured in both.
    package private(set) var machine: Machine?
    /// What of each difference may be the machine's or the process's, as a standard deviation, however long runs are.
    private(set) var unknown = 0.0
    /// Whether both were measured in the same moments.
    package let isPaired: Bool

    static let significance = 0.05

    /// - Parameters:
    ///   - isPaired: whether both are of one run, so that the machine was the same for both in each moment.
    ///   - draws: how often blocks are drawn anew.
    package init(_ old: Run, _ new: Run, isPaired: Bool = false, draws: Int = 1_000, seed: UInt64 = 1) {
        self.old = old
        self.new = new
        self.isPaired = isPaired
        var random = SeededRandom(seed: seed)
        let oldCount = old.blocks.blocks.count
        let newCount = new.blocks.blocks.count
        guard oldCount > 1, newCount > 1 else { return }
        var weights: [(old: [Int32], new: [Int32])] = []
        for _ in 0..<draws {
            let first = BlockedValues.draw(oldCount, random: &random)
            // What both met in a moment is drawn for both.
            weights.append(
                (first, isPaired && oldCount == newCount ? first : BlockedValues.draw(newCount, random: &random)))
        }
        // In one run the machine is the same for both.
        let machine = isPaired ? MachineChange([], unseen: 0) : PhaseComparison.machine(old, new, weights)
        if machine.isKnown { self.machine = Machine(machine.overall) }
        if !isPaired { unknown = machine.overall.model.squareRoot() }
        rows = Phase.allCases.flatMap { phase in
            PhaseComparison(phase, old, new, isPaired: isPaired).rows(weights, machine)
        }
        judge()
    }

    /// A row counts when it is beyond chance among all that were asked, and when its interval says so, too.
    private mutating func judge() {
        let counting = rows.indices.filter { rows[$0].counts }
        let adjusted = Holm.adjusted(
            counting.map { rows[$0].probability }, chief: counting.firstIndex { rows[$0].isAbout(chief) })
        for (index, probability) in zip(counting, adjusted) {
            rows[index].adjusted = probability
            guard probability < Self.significance, !rows[index].interval.contains(0) else { continue }
            rows[index].verdict = rows[index].change > 0 ? .slower : .faster
        }
    }
}

extension Phase {
    /// Whether it shows what an implementation does.
    var isOfImplementation: Bool { self != .startDelay && self != .criticalPath }
}
