import Measurement
import Timing

/// Why there is nothing to compare, or nothing that tells of the machine.
extension LoadComparison {
    /// How many values each run has of one phase at one number of providers.
    private struct Common {
        var providers: Int
        var old: Int
        var new: Int
        var fewest: Int { min(old, new) }
    }

    /// What both runs have the most values of; nil where they have none in common.
    private func common(_ sides: (old: TimeBlocks.Side, new: TimeBlocks.Side), _ isAsked: (Phase) -> Bool) -> Common? {
        func count(_ run: Run, _ key: TimeBlocks.Key, _ side: TimeBlocks.Side) -> Int {
            run.blocks.tallies(of: .init(providers: key.providers, phase: key.phase, side: side))
                .reduce(0) { $0 + $1.count }
        }
        return old.blocks.keys.filter { $0.side == sides.old && isAsked($0.phase) }
            .map { Common(providers: $0.providers, old: count(old, $0, sides.old), new: count(new, $0, sides.new)) }
            .filter { $0.fewest > 0 }
            .max { ($0.fewest, -$0.providers) < ($1.fewest, -$1.providers) }
    }

    /// Why no row counts.
    var shortageOfIterations: String {
        guard let most = common((old.side, new.side), \.isOfImplementation) else {
            return "no iteration with the same number of providers came to its end in both runs"
        }
        return "there are too few iterations with " + words(most)
    }

    /// Why the machine's own change is not known.
    var shortageOfBaselines: String {
        let consequence = ", so a slower machine cannot be told from a slower port"
        let without = [old, new].filter { run in !run.blocks.keys.contains { $0.side == .baseline } }
        guard without.isEmpty else {
            let names = without.count == 2 ? "the runs have" : "\(without[0].name) has"
            return "\(names) no raw fan-outs ('baseline' in the profile)" + consequence
        }
        let phase = PhaseComparison.phaseOfBaselines(old, new)
        guard let most = common((.baseline, .baseline), { $0 == phase }) else {
            return "the runs have no raw fan-outs with the same number of providers" + consequence
        }
        return "there are too few raw fan-outs ('baseline' in the profile) with " + words(most) + consequence
    }

    private func words(_ most: Common) -> String {
        let needed = Histogram.valuesNeeded(for: 50)
        // A tenth more, because as many do not come in every second.
        let seconds = [(old, most.old), (new, most.new)].map { run, count in
            1.1 * run.measured.milliseconds / 1_000 * Double(needed) / Double(count)
        }
        let longest = seconds.max() ?? 0
        return
            "\(most.providers) provider\(most.providers == 1 ? "" : "s"): \(most.old) in \(old.name) and \(most.new) in "
            + "\(new.name), and \(needed) in each are needed (runs of \(Int(longest.rounded(.up))) s would do)"
    }
}
