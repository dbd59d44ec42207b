import Glibc
import Measurement

/// One phase of two runs, by number of providers.
struct PhaseComparison {
    private struct Step {
        var providers: Int
        var old: BlockedValues
        var new: BlockedValues
        var oldTallies: [Tally]
        var newTallies: [Tally]
    }

    private let phase: Phase
    private let isPaired: Bool
    private var steps: [Step] = []

    private static let percentiles: [Double] = [50, 99]

    init(_ phase: Phase, _ old: LoadComparison.Run, _ new: LoadComparison.Run, isPaired: Bool) {
        self.phase = phase
        self.isPaired = isPaired
        let counts = Set(old.blocks.keys.map(\.providers)).intersection(new.blocks.keys.map(\.providers))
        for providers in counts.sorted() {
            func tallies(_ run: LoadComparison.Run, _ side: TimeBlocks.Side, _ phase: Phase) -> [Tally] {
                run.blocks.tallies(of: .init(providers: providers, phase: phase, side: side))
            }
            let (before, after) = (tallies(old, old.side, phase), tallies(new, new.side, phase))
            let step = Step(
                providers: providers, old: BlockedValues(before), new: BlockedValues(after), oldTallies: before,
                newTallies: after)
            guard Self.isEnough(step.old, 50), Self.isEnough(step.new, 50) else { continue }
            steps.append(step)
        }
    }

    private static func isEnough(_ values: BlockedValues, _ percentile: Double) -> Bool {
        values.count >= Histogram.valuesNeeded(for: percentile)
    }

    // MARK: - The machine

    /// Where nobody sees when requests were sent, there is the whole alone.
    static func phaseOfBaselines(_ old: LoadComparison.Run, _ new: LoadComparison.Run) -> Phase {
        let phases = Set(old.blocks.keys.map(\.phase)).intersection(new.blocks.keys.map(\.phase))
        return phases.contains(.dispatch) ? .dispatch : .service
    }

    /// How much longer raw fan-outs took to send their requests in the new run, where both have enough of them.
    ///
    /// - Parameter weights: how often blocks were drawn, each time.
    static func machine(
        _ old: LoadComparison.Run, _ new: LoadComparison.Run, _ weights: [(old: [Int32], new: [Int32])]
    ) -> MachineChange {
        let counts = Set(old.blocks.keys.map(\.providers)).intersection(new.blocks.keys.map(\.providers))
        let phase = phaseOfBaselines(old, new)
        let seen = counts.sorted().compactMap { providers -> MachineChange.Seen? in
            let key = TimeBlocks.Key(providers: providers, phase: phase, side: .baseline)
            let (before, after) = (
                BlockedValues(old.blocks.tallies(of: key)), BlockedValues(new.blocks.tallies(of: key))
            )
            guard isEnough(before, 50), isEnough(after, 50), let change = ratio(before, after, 50, nil) else {
                return nil
            }
            let deviation = spread(weights.compactMap { ratio(before, after, 50, $0) }).deviation
            return .init(providers: providers, change: change, variance: deviation * deviation)
        }
        return MachineChange(seen, unseen: MachineChange.unseen(old, new))
    }

    /// The logarithm of how many times as long the new values are, where blocks were drawn so often.
    private static func ratio(
        _ old: BlockedValues, _ new: BlockedValues, _ percentile: Double, _ drawn: (old: [Int32], new: [Int32])?
    ) -> Double? {
        let before = drawn.map { old.value(at: percentile, drawn: $0.old) } ?? old.value(at: percentile)
        let after = drawn.map { new.value(at: percentile, drawn: $0.new) } ?? new.value(at: percentile)
        guard let before, let after else { return nil }
        return log(max(1, after) / max(1, before))
    }

    private static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    // MARK: - Rows

    /// - Parameters:
    ///   - weights: how often blocks were drawn, each time.
    ///   - machine: what is taken out; of one run nothing is, nor of what the implementation has no part in.
    func rows(_ weights: [(old: [Int32], new: [Int32])], _ machine: MachineChange) -> [LoadComparison.Row] {
        let machine = phase.isOfImplementation ? machine : MachineChange([], unseen: 0)
        return Self.percentiles.flatMap { percentile -> [LoadComparison.Row] in
            let steps = steps.filter { Self.isEnough($0.old, percentile) && Self.isEnough($0.new, percentile) }
            guard !steps.isEmpty else { return [] }
            let ratios = steps.map { step in weights.map { Self.ratio(step.old, step.new, percentile, $0) } }
            let own = steps.enumerated().map { index, step in
                row([step], percentile, machine.estimate(at: step.providers), ratios[index].compactMap(\.self))
            }
            guard steps.count > 1 else { return own }
            let all = weights.indices.compactMap { draw in Self.mean(ratios.compactMap { $0[draw] }) }
            return [row(steps, percentile, machine.overall, all)] + own
        }
    }

    /// - Parameter draws: the logarithm of the change in each draw, the machine's among it.
    private func row(
        _ steps: [Step], _ percentile: Double, _ machine: MachineChange.Estimate, _ draws: [Double]
    ) -> LoadComparison.Row {
        let olds = steps.map { $0.old.value(at: percentile) }
        let news = steps.map { $0.new.value(at: percentile) }
        let whole = Self.mean(zip(olds, news).map { log(max(1, $1) / max(1, $0)) }) ?? 0
        let estimate = whole - machine.change
        let unknown = isPaired ? 0 : machine.variance
        let spread = Self.spread(draws)
        let error = (spread.deviation * spread.deviation + unknown).squareRoot()
        func widened(_ distance: Double) -> Double {
            (max(0, distance) * max(0, distance) + 1.96 * 1.96 * unknown).squareRoot()
        }
        var row = LoadComparison.Row(
            phase: phase, providers: steps.count == 1 ? steps.first?.providers : nil, percentile: percentile,
            old: exp(Self.mean(olds.map { log(max(1, $0)) }) ?? 0),
            new: exp(Self.mean(news.map { log(max(1, $0)) }) ?? 0), change: Self.share(estimate),
            interval: Self.share(
                estimate - widened(whole - spread.low))...Self.share(estimate + widened(spread.high - whole)),
            probability: error > 0 ? Normal.bothTails(estimate / error) : 1, counts: phase.isOfImplementation)
        if percentile == 50 {
            row.ranks = MannWhitney(
                medians(steps, \.oldTallies, olds, 0), medians(steps, \.newTallies, olds, machine.change))
        } else {
            row.ranks = MannWhitney(
                slowShares(steps, \.oldTallies, percentile, -machine.change / 2),
                slowShares(steps, \.newTallies, percentile, machine.change / 2))
        }
        // In one run moments are alike for both, and what they have in common hides from ranks what differs.
        if !isPaired { row.probability = max(row.probability, row.ranks?.probability ?? 1) }
        return row
    }

    /// The median of each moment, as a logarithm and beside the old one, over all numbers of providers seen in it.
    private func medians(
        _ steps: [Step], _ tallies: KeyPath<Step, [Tally]>, _ olds: [Double], _ machine: Double
    ) -> [Double] {
        let blocks = steps.map { $0[keyPath: tallies].count }.max() ?? 0
        return (0..<blocks).compactMap { block in
            Self.mean(
                zip(steps, olds).compactMap { step, old in
                    let tally = step[keyPath: tallies][block]
                    guard tally.count > 0 else { return nil }
                    return log(max(1, BlockedValues([tally]).value(at: 50)) / max(1, old)) - machine
                })
        }
    }

    /// Which share of each moment was slower than this percentile of both runs, over all numbers of providers seen in it.
    ///
    /// A few moments in which the machine stood still decide what the percentile of a run is, and whether a run has three of
    /// them or none is chance.
    private func slowShares(
        _ steps: [Step], _ tallies: KeyPath<Step, [Tally]>, _ percentile: Double, _ machine: Double
    ) -> [Double] {
        let limits = steps.map { step in
            Int64(min(exp(machine) * BlockedValues(step.oldTallies + step.newTallies).value(at: percentile), 1e18))
        }
        return (0..<(steps.map { $0[keyPath: tallies].count }.max() ?? 0)).compactMap { block in
            Self.mean(zip(steps, limits).compactMap { $0[keyPath: tallies][block].share(above: $1) })
        }
    }

    /// The change that a logarithm stands for; never more than anybody would believe.
    private static func share(_ logarithm: Double) -> Double { exp(min(max(logarithm, -20), 20)) - 1 }

    private static func spread(_ draws: [Double]) -> (low: Double, high: Double, deviation: Double) {
        guard draws.count > 1, let mean = mean(draws) else { return (-.infinity, .infinity, .infinity) }
        let sorted = draws.sorted()
        func at(_ share: Double) -> Double { sorted[Int((share * Double(sorted.count - 1)).rounded())] }
        let variance = draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(draws.count - 1)
        return (at(0.025), at(0.975), variance.squareRoot())
    }
}
