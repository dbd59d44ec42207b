import LoadResults
import Measurement

/// Decides whether more came than somebody could keep up with, and who was saturated first.
struct OverloadJudge {
    let figures: LoadFigures
    let profile: LoadProfile
    /// What the run took in each of its seconds.
    let uses: [ResourceUse]
    let processors: Int
    /// Whether all that has a part in the run is in these uses: then others use what is left of what was busy.
    let knowsAll: Bool
    private(set) var signs: [String] = []
    /// The seconds that count: from the end of the warm-up to the last arrival.
    private let counted: Range<Int>

    /// Whoever uses so much of what it can have is at its limit.
    private static let full = 0.9

    /// nil where all that came was served: then nobody was overloaded.
    ///
    /// - Parameter startDelay: how it showed that iterations began late, where they did.
    init?(
        figures: LoadFigures, profile: LoadProfile, uses: [ResourceUse], processors: Int, knowsAll: Bool,
        startDelay: String?
    ) {
        guard case .open = profile.arrivals else { return nil }
        (self.figures, self.profile, self.uses) = (figures, profile, uses)
        (self.processors, self.knowsAll) = (max(1, processors), knowsAll)
        let seconds = figures.seconds
        counted = Self.counted(seconds, profile)
        guard Self.queueOfWarmUp(seconds, counted) == nil else { return nil }
        switch profile.overLimit {
        case .drop where figures.dropped > 0:
            signs.append("\(figures.dropped) arrivals were dropped: \(profile.limit) iterations were under way")
        case .queue where Self.isQueue(figures.dropped, of: seconds[counted]):
            signs.append("\(figures.dropped) arrivals were still in the queue at the end")
        case .drop, .queue: break
        }
        if let backlog = Self.backlog(seconds, counted) { signs.append(backlog) }
        if let startDelay { signs.append(startDelay) }
        guard !signs.isEmpty else { return nil }
        guard noise == nil else { return }
        // Iterations that only began late, while everybody had room, tell of a machine that stood still for a moment.
        if signs.count == 1, startDelay != nil, saturations.isEmpty { return nil }
        // So does a queue that only overflowed then.
        if profile.overLimit == .drop, figures.dropped > 0, signs.count == 1, saturations.isEmpty, areDropsOfStalls {
            return nil
        }
    }

    /// nil where others are to blame.
    var overload: Overload? {
        guard noise == nil else { return nil }
        var overload = Self.rates(figures, profile, signs: signs)
        let first = others == nil ? saturations.first ?? fullLimit : fullLimit
        overload.saturated = first?.party ?? .port
        overload.evidence = first?.evidence ?? byElimination
        return overload
    }

    /// What was asked for and what was done, without a word on who was saturated.
    static func rates(_ figures: LoadFigures, _ profile: LoadProfile, signs: [String]) -> Overload {
        let counted = counted(figures.seconds, profile)
        let seconds = figures.seconds[counted]
        let length = Double(max(1, counted.count))
        return Overload(
            offered: Double(seconds.reduce(0) { $0 + $1.due - $1.baselineDue }) / length,
            sustained: Double(seconds.reduce(0) { $0 + $1.completed - $1.baselineCompleted }) / length, signs: signs,
            saturated: .port, evidence: "")
    }

    private static func counted(_ seconds: [LoadFigures.Second], _ profile: LoadProfile) -> Range<Int> {
        let warm = seconds.indices.prefix { Duration.seconds($0) < profile.warmUp }.count
        return min(warm, seconds.count)..<max(warm, (seconds.lastIndex { $0.due > 0 } ?? -1) + 1)
    }

    /// How many iterations were waiting at the end of the warm-up.
    ///
    /// Nil where they were no queue, and where the queue was not worked off at the same rate, or came back.
    ///
    /// Whoever works off a queue can do more than what comes. What was too much is the beginning, when hundreds of instances
    /// register.
    static func queueOfWarmUp(_ figures: LoadFigures, _ profile: LoadProfile) -> Int? {
        guard case .open = profile.arrivals else { return nil }
        return queueOfWarmUp(figures.seconds, counted(figures.seconds, profile))
    }

    private static func queueOfWarmUp(_ seconds: [LoadFigures.Second], _ counted: Range<Int>) -> Int? {
        guard let last = seconds[..<counted.lowerBound].last else { return nil }
        var waiting = 0
        let queue = seconds[..<counted.upperBound].map { second in
            waiting += second.due - second.completed - second.failed - second.dropped
            return waiting
        }
        let first = queue[counted.lowerBound - 1]
        // What is under way in half a second is no queue.
        guard first > 10, 2 * first > last.due,
            let end = counted.first(where: { 10 * queue[$0] < first }), 5 * seconds[end].due > 4 * last.due,
            (end + 1..<counted.upperBound).allSatisfy({ 10 * queue[$0] < first && seconds[$0].dropped == 0 })
        else { return nil }
        return first
    }

    /// Whether so many that wait at the end are more than what chance leaves there.
    private static func isQueue(_ waiting: Int, of seconds: ArraySlice<LoadFigures.Second>) -> Bool {
        waiting > 10 && Double(waiting) > 4 * Double(seconds.reduce(0) { $0 + $1.due }).squareRoot()
    }

    /// Of what was due in the second half, when every queue has its length, a twentieth was not done.
    private static func backlog(_ seconds: [LoadFigures.Second], _ counted: Range<Int>) -> String? {
        let half = counted.lowerBound + counted.count / 2..<counted.upperBound
        let due = seconds[half].reduce(0) { $0 + $1.due }
        let ended = seconds[half].reduce(0) { $0 + $1.completed + $1.failed + $1.dropped }
        guard counted.count >= 2, due - ended > 10, Double(due - ended) > 0.05 * Double(due),
            Double(due - ended) > 4 * Double(due).squareRoot()
        else { return nil }
        return "of \(due) iterations that were due in its second half, \(ended) came to an end"
    }

    private var areDropsOfStalls: Bool {
        figures.seconds.indices.allSatisfy { index in
            figures.seconds[index].dropped == 0
                || uses.indices.contains(index) && (uses[index].stall ?? .zero) > .milliseconds(100)
        }
    }

    // MARK: - Who

    private struct Saturation {
        var party: Overload.Party
        var since: Int
        /// Of what it can have, from 0 to 1.
        var use: Double
        var evidence: String
    }

    /// Those that had nothing left for at least half of the time, the first of them first.
    private var saturations: [Saturation] {
        let room = Double(processors)
        let measured = counted.clamped(to: uses.indices)
        func saturation(_ party: Overload.Party, _ share: (ResourceUse) -> Double?, _ words: (Double) -> String)
            -> Saturation?
        {
            let shares = measured.compactMap { second in share(uses[second]).map { (second, $0) } }
            let full = shares.filter { $0.1 >= Self.full }
            guard let first = full.first, 2 * full.count >= shares.count else { return nil }
            let mean = full.reduce(0) { $0 + $1.1 } / Double(full.count)
            return Saturation(
                party: party, since: first.0, use: mean, evidence: "\(words(mean)) from second \(first.0) on")
        }
        let hasOwn = measured.contains { uses[$0].portCPU != nil }
        let all = [
            saturation(.port, { use in use.portCPU.map { $0 / Double(max(1, use.portProcesses)) } }) {
                "each of its processes used \(LoadText.percent($0)) of a processor"
            },
            // One thread serves.
            saturation(.backend, \.backendCPU) { "its one thread used \(LoadText.percent($0)) of a processor" },
            saturation(.generator, { $0.generatorCPU.map { $0 / room } }) {
                "its process\(hasOwn ? "" : ", which the implementation is a part of,") used "
                    + "\(LoadText.percent($0)) of the machine's processors"
            },
            saturation(.machine, \.machine) {
                "its \(processors) processors were \(LoadText.percent(min(1, $0))) busy" + shares
            },
        ].compactMap(\.self)
        // The machine is full whenever those that share it are.
        return all.sorted { one, other in
            if (one.party == .machine) != (other.party == .machine), abs(one.since - other.since) <= 1 {
                return other.party == .machine
            }
            return (one.since, -one.use) < (other.since, -other.use)
        }
    }

    private func mean(_ value: (ResourceUse) -> Double?) -> Double? {
        let values = counted.clamped(to: uses.indices).compactMap { value(uses[$0]) }
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// `: port 0.7, generator 0.6, backend 0.5`.
    private var shares: String {
        let stolen = mean(\.stolen).map { $0 * Double(processors) }
        let parts = [
            ("port", mean(\.portCPU)), ("generator", mean(\.generatorCPU)), ("backend", mean(\.backendCPU)),
            ("taken by a hypervisor", stolen),
            ("all others", mean { $0.others(of: processors) }.map { max(0, $0 - (stolen ?? 0)) }),
        ].compactMap { name, use in use.map { "\(name) \(LoadText.significant($0))" } }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    /// The processors that others used, where they used most of a machine that nobody else was at the limit of.
    private var others: Double? {
        guard knowsAll, saturations.map(\.party) == [.machine], let busy = mean(\.machine),
            let others = mean({ $0.others(of: processors) }), 2 * others > busy * Double(processors)
        else { return nil }
        return others
    }

    /// That it was others who had most of the machine, and that no limit explains the rest.
    var noise: String? {
        fullLimit == nil
            ? others.map { "other processes used \(LoadText.significant($0)) of \(processors) processors" } : nil
    }

    /// The limit of concurrent iterations, where providers who take their time fill it.
    private var fullLimit: Saturation? {
        let share = (figures.phases[.criticalPath]?.mean ?? 0) / max(1, figures.phases[.service]?.mean ?? 1)
        guard figures.dropped > 0, share > 0.95 else { return nil }
        let words = "the providers took \(LoadText.percent(min(1, share))) of the time"
        return Saturation(party: .limit, since: 0, use: 1, evidence: words)
    }

    private var byElimination: String {
        "nothing else was at its limit\(shares.isEmpty ? "" : ", in processors" + shares)"
    }
}
