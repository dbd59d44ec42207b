import AccessEnablerAPI
import Timing

/// Checks one fan-out: that everybody was asked once, and that some order of the replies explains the whole of it.
///
/// The interval checker of `Checkers` on numbers instead of names: what is clean here has no finding there. Whatever
/// is not plainly clean is left to it.
struct FanOutCheck {
    let fanOut: FanOut
    let rules: FanOutRules
    /// What this session's MVPDs end in.
    let mark: String

    func finding() -> FanOutFinding {
        guard fanOut.isOrdinary, fanOut.completions == 1, let completed = fanOut.completed else { return .doubtful }
        var valid: UInt64 = 0
        var left: [MonotonicTime] = []
        var processed: [MonotonicTime?] = []
        for (index, branch) in fanOut.branches.enumerated() {
            guard let branch else { return .doubtful }
            // A reply cannot have been processed before it left.
            if let processed = branch.processed, processed < branch.exchange.left { return .doubtful }
            if branch.isValid { valid |= 1 << UInt64(index) }
            left.append(branch.exchange.left)
            processed.append(branch.processed)
        }
        guard fanOut.status == (valid == 0 ? .error : .success) else { return .doubtful }
        // Nobody can say that all is well before anybody has.
        if valid != 0, !left.indices.contains(where: { valid & 1 << UInt64($0) != 0 && left[$0] <= completed }) {
            return .doubtful
        }
        guard let picker = fanOut.picker else { return FanOutFinding(isClean: true) }
        guard let winners = winners(in: picker, valid: valid, left: left, processed: processed) else {
            return .doubtful
        }
        let time = successors(valid, left, processed)
        guard isAcyclic(time, winners, valid) else { return .contradictory }
        return counted(winners, time, valid, left)
    }

    // MARK: - The picker

    /// Whose each MVPD is; nil where the picker is not plainly right.
    private func winners(
        in picker: FanOut.Picker, valid: UInt64, left: [MonotonicTime], processed: [MonotonicTime?]
    ) -> [(mvpd: Int, provider: Int)]? {
        var winners: [(mvpd: Int, provider: Int)] = []
        winners.reserveCapacity(picker.items.count)
        var isShown = [Bool](repeating: false, count: rules.names.count)
        for item in picker.items {
            guard let (place, provider) = owner(of: item), !isShown[place],
                valid & 1 << UInt64(provider) != 0, rules.listers[place] & 1 << UInt64(provider) != 0,
                left[provider] <= picker.time
            else { return nil }
            isShown[place] = true
            winners.append((place, provider))
        }
        // What a reply lists is shown from when it was processed.
        for (index, list) in rules.lists.enumerated() where valid & 1 << UInt64(index) != 0 {
            guard let time = processed[index], time < picker.time else { continue }
            guard list.allSatisfy({ isShown[$0] }) else { return nil }
        }
        return winners
    }

    /// An MVPD of this session, and the provider whose attributes it has.
    private func owner(of item: Value) -> (place: Int, provider: Int)? {
        guard let mvpd = PickedMVPD(item), let name = mvpd.name(without: mark), let place = rules.place(of: name),
            let number = mvpd.provider, number <= rules.providers
        else { return nil }
        return (place, number - 1)
    }

    // MARK: - The order

    /// By provider: those whose replies left only after its own had been processed.
    private func successors(_ valid: UInt64, _ left: [MonotonicTime], _ processed: [MonotonicTime?]) -> [UInt64] {
        left.indices.map { first in
            guard valid & 1 << UInt64(first) != 0, let bound = processed[first] else { return 0 }
            var mask: UInt64 = 0
            for second in left.indices where bound < left[second] { mask |= 1 << UInt64(second) }
            return mask & valid & ~(1 << UInt64(first))
        }
    }

    private func isAcyclic(
        _ time: [UInt64], _ winners: [(mvpd: Int, provider: Int)], _ valid: UInt64
    ) -> Bool {
        var edges = time
        for (mvpd, provider) in winners { edges[provider] |= rules.listers[mvpd] & valid & ~(1 << UInt64(provider)) }
        var rest = valid
        while rest != 0 {
            // Whoever is nobody's successor among the rest can be the first of them.
            var reached: UInt64 = 0
            var nodes = rest
            while nodes != 0 {
                reached |= edges[nodes.trailingZeroBitCount]
                nodes &= nodes - 1
            }
            let free = rest & ~reached
            guard free != 0 else { return false }
            rest &= ~free
        }
        return true
    }

    private func counted(
        _ winners: [(mvpd: Int, provider: Int)], _ time: [UInt64], _ valid: UInt64, _ left: [MonotonicTime]
    ) -> FanOutFinding {
        var finding = FanOutFinding(isClean: true)
        for (mvpd, provider) in winners {
            let listers = rules.listers[mvpd] & valid
            let others = listers & ~(1 << UInt64(provider))
            guard others != 0 else { continue }
            finding.contested += 1
            if let leader = leader(listers, left) {
                finding.isClearRace = true
                if leader != provider { finding.isLostRace = true }
            }
            // Decided: each of the others left only after the reply of some lister had been processed, so that it cannot have been
            // the first.
            var late: UInt64 = 0
            var nodes = listers
            while nodes != 0 {
                late |= time[nodes.trailingZeroBitCount]
                nodes &= nodes - 1
            }
            let isConclusive = others & ~late == 0
            if isConclusive { finding.conclusive += 1 }
            finding.winners.append((mvpd, provider, listers, isConclusive))
        }
        return finding
    }

    /// How far ahead of all others a reply has to leave to be clearly the first.
    private static let lead = Duration.milliseconds(5)

    /// Whose reply left clearly before those of all others; nil where nobody's did.
    private func leader(_ listers: UInt64, _ left: [MonotonicTime]) -> Int? {
        var first: Int?
        var second: MonotonicTime?
        var rest = listers
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest - 1
            if let best = first, left[best] <= left[index] {
                second = min(second ?? left[index], left[index])
            } else {
                if let best = first { second = left[best] }
                first = index
            }
        }
        guard let first, let second, second - left[first] >= Self.lead else { return nil }
        return first
    }
}
