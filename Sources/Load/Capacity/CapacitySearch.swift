/// Looks for the highest rate at which everything that was asked for holds: first upwards in doubled steps, then
/// between the highest that was met and the lowest that was missed, and in the end at the same rate once more and
/// again.
///
/// A single run says little: a rate counts as missed when it was missed twice, and as met in the end when it was met
/// twice after the search.
package struct CapacitySearch: Sendable {
    /// What came of a run at one rate.
    package enum Result: Sendable, Hashable {
        case met
        case missed
        /// The measurement failed, so nothing is known of the rate.
        case unknown
    }

    /// Of the machine's own doing nothing may depend on one run.
    private static let needed = 2
    private static let maximumUnknowns = 3
    private static let maxSteps = 60

    /// The highest that was met, and how often it was since it was chosen to be confirmed.
    private var low: (rate: Double, confirmations: Int)?
    /// The lowest that was missed.
    private var high: Double?
    private var rate: Double
    private let lowest: Double
    private let highest: Double
    /// How much higher than the result the lowest missed rate may be, as a share.
    private static let precision = 0.05
    private var misses = 0
    private var unknowns = 0
    private var steps = 0
    /// Whether a run at the rate can no longer be measured here: then the port may be faster than that.
    package private(set) var endedUnmeasured = false

    /// - Parameter start: the first rate, in iterations a second.
    package init(start: Double, lowest: Double = 1, highest: Double = 1_000_000) {
        rate = min(max(start, lowest), highest)
        self.lowest = lowest
        self.highest = highest
    }

    /// The rate of the next run; nil when all is known.
    package var next: Double? { isOver ? nil : rate }

    /// Whether the next run can decide the result: on the way up, only a second miss can.
    ///
    /// Near its limit a port is met in some short runs and missed in others, so such a run should be a long one.
    package var isDecisive: Bool { high != nil || misses > 0 }

    /// The highest rate that was met, and met again twice; nil where none was.
    package var capacity: Double? { low.flatMap { $0.confirmations >= Self.needed ? $0.rate : nil } }

    /// Between what was met and what was missed; nil without a capacity.
    package var interval: ClosedRange<Double>? {
        capacity.map { $0...max($0, high ?? $0) }
    }

    /// Whether even the lowest rate was missed, so that nothing is known of lower ones.
    package var missedLowest: Bool { high.map { $0 <= lowest } == true }

    private var isOver: Bool { steps >= Self.maxSteps || capacity != nil || missedLowest }

    package mutating func record(_ result: Result) {
        steps += 1
        switch result {
        case .unknown:
            unknowns += 1
            guard unknowns >= Self.maximumUnknowns else { return }
            endedUnmeasured = true
            take(miss: rate)
        case .missed:
            misses += 1
            // What is met in one run and missed in the next is not met again and again.
            if low?.rate == rate { low?.confirmations = 0 }
            guard misses >= Self.needed else { return }
            endedUnmeasured = false
            take(miss: rate)
        case .met:
            guard low?.rate == rate else {
                low = (rate, 0)
                choose()
                return
            }
            // A miss among the confirmations still counts: a second one ends them.
            low?.confirmations += 1
            unknowns = 0
        }
    }

    private mutating func take(miss: Double) {
        high = min(high ?? miss, miss)
        // What was met before and is missed now was met by chance.
        if let low, low.rate >= miss { self.low = nil }
        choose()
    }

    /// Decides where to look next.
    private mutating func choose() {
        (misses, unknowns) = (0, 0)
        switch (low?.rate, high) {
        case (let low?, let high?) where high / low > 1 + Self.precision: rate = (low * high).squareRoot()
        case (let low?, nil) where low < highest: rate = min(highest, low * 2)
        case (let low?, _): rate = low
        // After a confirmation that failed, the next is a little below; before any success, a good deal.
        case (nil, let high?): rate = max(lowest, hasClimbed ? high / (1 + Self.precision) : high / 2)
        case (nil, nil): break
        }
        if low != nil { hasClimbed = true }
    }

    private var hasClimbed = false
}
