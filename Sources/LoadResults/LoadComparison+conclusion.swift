package import Evidence
import Measurement
import Timing

extension LoadComparison {
    package enum Verdict: String, Sendable, Hashable {
        case slower = "SLOWER"
        case faster = "FASTER"
        /// No difference that this much data can show.
        case none = "NO DIFFERENCE"
        /// One of the runs was no measurement, or there is too little of it.
        case undecided = "INCONCLUSIVE"
    }

    package var verdict: Verdict {
        guard obstacle == nil else { return .undecided }
        let isSlower = rows.contains { $0.verdict == .slower }
        // Whoever lost its slowest iterations and is slower all the same is slower.
        if differenceOfFailures != nil, !isSlower || old.failedShare > new.failedShare { return .undecided }
        if isSlower { return .slower }
        return rows.contains { $0.verdict == .faster } ? .faster : .none
    }

    package var exitCode: ExitCode {
        switch verdict {
        case .slower: .failed
        case .faster, .none: .conformant
        case .undecided: .incomplete
        }
    }

    /// Why nothing can be concluded; nil where something can.
    package var obstacle: String? {
        for run in [old, new] {
            if let objection = run.objections.first { return "the measurement of \(run.name) failed: \(objection)" }
            if run.isViolated { return "\(run.name) was not correct (VIOLATED), and what is wrong may be fast" }
            if run.blocks.blocks.count < Self.fewest {
                return "\(run.name) was measured for \(run.blocks.blocks.count * run.blocks.length) s, and at least "
                    + "\(Self.fewest * run.blocks.length) s are needed"
            }
        }
        if let difference = differenceOfOthers { return difference }
        if !rows.contains(where: \.counts) { return shortageOfIterations }
        if !isPaired, machine == nil { return shortageOfBaselines }
        return nil
    }

    /// Of all iterations, so many more may have failed in one of the runs: more of the slowest would be missing there.
    private static let maxShareOfFailures = 0.001
    /// So few may have failed by chance.
    private static let fewFailures = 4

    private var differenceOfFailures: String? {
        guard abs(old.failedShare - new.failedShare) > Self.maxShareOfFailures,
            max(old.failed, new.failed) > Self.fewFailures
        else { return nil }
        func words(_ run: Run) -> String { "\(LoadText.percent(run.failedShare)) of \(run.name)" }
        return "not as many iterations failed in both: \(words(old)), \(words(new)); there are durations of the others "
            + "alone"
    }

    /// So much more of all processors may be busy with something else beside one of the runs.
    private static let maxShareOfOthers = 0.05

    /// What else ran beside only one of the runs; nil where both met the same.
    ///
    /// What slows down a port that computes much may leave raw fan-outs, which mostly wait, as they were.
    private var differenceOfOthers: String? {
        guard !isPaired, let before = old.others, let after = new.others else { return nil }
        let limit = Self.maxShareOfOthers * Double(min(before.of, after.of))
        guard abs(before.busy - after.busy) > limit else { return nil }
        func words(_ others: (busy: Double, of: Int)) -> String {
            "\(LoadText.significant(others.busy)) of \(others.of) processors"
        }
        return "other processes used \(words(before)) beside \(old.name) and \(words(after)) beside \(new.name): "
            + "make both again on a quiet machine"
    }

    /// Chance is judged from the differences between moments.
    private static let fewest = 5

    /// The row that stands for the port: what it adds by itself, over all numbers of providers.
    ///
    /// Which one it is does not depend on what was measured.
    package var chief: Row? {
        for phase in [Phase.overhead, .addedLatency, .service, .completion] {
            if let row = rows.first(where: { $0.phase == phase && $0.percentile == 50 }) { return row }
        }
        return rows.first(where: \.counts)
    }

    /// What follows the word of the verdict, without a full stop.
    package var sentence: String {
        switch verdict {
        case .undecided: return obstacle ?? differenceOfFailures ?? ""
        case .slower, .faster:
            let kind: Change = verdict == .slower ? .slower : .faster
            let shown = rows.filter { $0.verdict == kind }
            // What holds at all numbers of providers says most, then what is the least likely by chance.
            let first = shown.min { one, other in
                (one.providers == nil ? 0 : 1, one.probability) < (other.providers == nil ? 0 : 1, other.probability)
            }
            guard let first else { return "" }
            let more = shown.count > 1 ? "; \(shown.count - 1) more of \(rows.count { $0.counts }) comparisons" : ""
            let others = rows.count { $0.verdict != kind && $0.verdict != .none }
            let mixed = others > 0 ? "; \(others) faster" : ""
            return Self.words(first) + more + mixed + overloads
        case .none: return "no difference that this much data can show" + (chief.map(limits) ?? "") + overloads
        }
    }

    private var overloads: String {
        let names = [old, new].filter(\.isOverloaded).map(\.name)
        let verb = names.count == 1 ? "was" : "were"
        return names.isEmpty ? "" : "; \(names.joined(separator: " and ")) \(verb) under overload"
    }

    /// `overhead p50 at 16 providers by +12.3% (8% to 16.7%)`.
    package static func words(_ row: Row) -> String {
        "\(name(of: row)) by \(percent(row.change)) (\(percent(row.interval.lowerBound)) to "
            + "\(percent(row.interval.upperBound)))"
    }

    package static func name(of row: Row) -> String {
        "\(row.phase.rawValue) p\(Int(row.percentile))"
            + (row.providers.map { " at \($0) provider\($0 == 1 ? "" : "s")" } ?? "")
    }

    /// With its sign.
    package static func percent(_ share: Double) -> String {
        let text = LoadText.percent(share)
        return share > 0 ? "+" + text : text
    }

    /// The smallest change of this row that nine of ten such comparisons would tell, at its spread and among so many
    /// questions.
    package func detectable(_ row: Row) -> Double {
        let half = (row.interval.upperBound - row.interval.lowerBound) / 2
        return half * distanceToTell(row) / 1.96
    }

    /// How long runs must be for a change of this row to be told; nil where runs of one port differ by more.
    ///
    /// Longer runs have less chance in them, and meet the same two machines.
    package func sufficient(for change: Double, _ row: Row) -> Duration? {
        let wanted = change * change
        let detectable = detectable(row)
        let machine = unknown * distanceToTell(row)
        guard machine * machine < wanted else { return nil }
        let byChance = max(0, detectable * detectable - machine * machine)
        let measured = Double(max(old.measured, new.measured).wholeNanoseconds)
        return .nanoseconds(clamping: measured * (byChance / (wanted - machine * machine)))
    }

    /// How many standard deviations a change of this row must be for nine of ten comparisons to tell it, although so many
    /// questions are asked.
    private func distanceToTell(_ row: Row) -> Double {
        let counting = rows.filter(\.counts)
        guard let index = counting.firstIndex(where: { $0.isAbout(row) }) else { return .infinity }
        let chief = counting.firstIndex { $0.isAbout(self.chief) }
        return Normal.distance(of: Self.significance * Holm.share(of: index, among: counting.count, chief)) + 1.28
    }

    /// In seconds; nobody makes longer runs.
    private static let maxSecondsAdvised = 86_400.0

    private func limits(_ row: Row) -> String {
        let detectable = detectable(row)
        var text = ": \(Self.words(row)); a change of \(LoadText.percent(detectable)) would have shown"
        // Below a hundredth nobody asks.
        for change in [0.05, 0.02] where change < detectable {
            let asked = LoadText.percent(change)
            switch sufficient(for: change, row).map({ $0.milliseconds / 1_000 }) {
            case let seconds? where seconds < Self.maxSecondsAdvised:
                text += ", one of \(asked) would in runs of \(Int(seconds)) s"
            case .some: text += ", and no run of a day would show one of \(asked)"
            case nil:
                // What the old run was of need not be there any more.
                let isOfOne = old.implementation == new.implementation
                text +=
                    "; longer runs would not show one of \(asked), because two runs of one port differ by as much here: "
                    + (isOfOne ? "" : "repeat them in turns (--repeat), or ") + "measure both in one run (load ab)"
            }
            break
        }
        return text
    }
}
