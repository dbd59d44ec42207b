import Glibc

/// How much slower the machine was in the newer of two runs, as baselines of both tell: logarithms.
///
/// It is told by the time that raw fan-outs need to send their requests, which is all of processors and has no latency of a
/// service provider in it.
///
/// A machine is not slower by one factor everywhere. The changes at single numbers of providers are taken for values around
/// a mean, spread by as much as chance does not explain (DerSimonian and Laird), and each is drawn towards that mean by as
/// much as its own measurement is uncertain.
struct MachineChange {
    /// What one number of providers shows.
    struct Seen {
        var providers: Int
        var change: Double
        /// What the change varies by, by chance.
        var variance: Double
    }

    struct Estimate {
        var change: Double
        /// What longer runs make smaller.
        var chance: Double
        /// What shows in no baseline, as a variance.
        var unseen: Double
        /// How far it may be from what the port met, as a variance, however long the runs were.
        ///
        /// What slows raw fan-outs down slows a port down by a half to one and a half as much: two runs of one port show
        /// that.
        var model: Double { change * change / 4 + unseen }
        var variance: Double { chance + model }
    }

    private let seen: [Seen]
    private let mean: Double
    private let meanVariance: Double
    /// Between numbers of providers, beyond chance.
    private let spread: Double
    private let unseen: Double

    /// What two runs of one port differ by that shows in no baseline, as a share, measured with the port in this process
    /// and with one in a process of its own.
    private static let (unseenHere, unseenElsewhere) = (0.01, 0.04)

    /// What shows in no baseline, as a variance: less where runs were repeated.
    static func unseen(_ old: LoadComparison.Run, _ new: LoadComparison.Run) -> Double {
        let share = old.isInProcess && new.isInProcess ? unseenHere : unseenElsewhere
        return share * share * (1 / Double(old.runs) + 1 / Double(new.runs)) / 2
    }

    /// - Parameter unseen: what shows in no baseline, as a variance.
    init(_ seen: [Seen], unseen: Double) {
        (self.seen, self.unseen) = (seen, unseen)
        let weights = seen.map { 1 / max($0.variance, 1e-8) }
        let sum = weights.reduce(0, +)
        guard sum > 0 else {
            (mean, meanVariance, spread) = (0, 0, 0)
            return
        }
        func weighted(_ weights: [Double]) -> Double {
            zip(weights, seen).reduce(0) { $0 + $1.0 * $1.1.change } / weights.reduce(0, +)
        }
        let first = weighted(weights)
        let excess =
            zip(weights, seen).reduce(0) { $0 + $1.0 * ($1.1.change - first) * ($1.1.change - first) }
            - Double(seen.count - 1)
        let scale = sum - weights.reduce(0) { $0 + $1 * $1 } / sum
        let spread = scale > 0 ? max(0, excess / scale) : 0
        let widened = seen.map { 1 / (max($0.variance, 1e-8) + spread) }
        self.spread = spread
        mean = weighted(widened)
        meanVariance = 1 / widened.reduce(0, +)
    }

    /// At one number of providers; where no baseline has it, what the others make likely.
    func estimate(at providers: Int) -> Estimate {
        guard let own = seen.first(where: { $0.providers == providers }) else {
            return Estimate(change: mean, chance: meanVariance + spread, unseen: unseen)
        }
        let weight = spread / (spread + max(own.variance, 1e-8))
        let rest = 1 - weight
        return Estimate(
            change: weight * own.change + rest * mean, chance: weight * own.variance + rest * rest * meanVariance,
            unseen: unseen)
    }

    /// The mean over all numbers of providers that baselines have.
    var overall: Estimate {
        guard !seen.isEmpty else { return Estimate(change: 0, chance: 0, unseen: unseen) }
        let count = Double(seen.count)
        return Estimate(
            change: seen.reduce(0) { $0 + $1.change } / count,
            chance: seen.reduce(0) { $0 + $1.variance } / (count * count), unseen: unseen)
    }

    var isKnown: Bool { !seen.isEmpty }
}
