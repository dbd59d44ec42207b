package import Evidence

package struct OutcomeCounts: Sendable, Hashable {
    private var counts: [Outcome: Int] = [:]

    package init(_ outcomes: some Sequence<Outcome>) {
        for outcome in outcomes { counts[outcome, default: 0] += 1 }
    }

    /// As they were counted elsewhere.
    init(_ counts: [Outcome: Int]) {
        self.counts = counts.filter { $0.value > 0 }
    }

    package subscript(outcome: Outcome) -> Int { counts[outcome] ?? 0 }

    package static func + (left: OutcomeCounts, right: OutcomeCounts) -> OutcomeCounts {
        var sum = left
        sum.counts.merge(right.counts, uniquingKeysWith: +)
        return sum
    }

    package var total: Int { counts.values.reduce(0, +) }
    /// Those that are counted: each was kept, failed, failed as expected, or is undecided.
    package var applicable: Int { total - self[.notApplicable] }
    package var undecided: Int { self[.inconclusive] + self[.notTestable] }
    package var failed: Int { self[.fail] + self[.crash] }
    /// Those in which the port kept all that binds it.
    package var kept: Int { self[.pass] + self[.warn] }

    /// The counts of each area, in the order in which the areas come up.
    package static func byArea(_ verdicts: [Verdict]) -> [(area: String, counts: OutcomeCounts)] {
        verdicts.grouped(by: \.area).map { ($0.key, OutcomeCounts($0.values.map(\.outcome))) }
    }

    /// What an area amounts to: what could not be tested beside what was kept is no fault of it.
    package var verdict: Outcome {
        guard worst == .notTestable, kept > 0 else { return worst }
        var others = self
        others.counts[.notTestable] = nil
        return others.worst
    }

    /// The worst that came: what the whole amounts to.
    package var worst: Outcome {
        let order: [Outcome] = [.crash, .fail, .inconclusive, .notTestable, .expectedFail, .warn, .pass]
        return order.first { self[$0] > 0 } ?? .notApplicable
    }
}
