package import Evidence

/// What is shown while a run goes on.
package struct ProgressText: Sendable {
    private let total: Int
    private let palette: Palette
    private var counts: [Outcome: Int] = [:]

    package init(total: Int, palette: Palette) {
        self.total = total
        self.palette = palette
    }

    package mutating func take(_ verdict: Verdict) {
        counts[verdict.outcome, default: 0] += 1
    }

    /// A line of its own, for what is worth one; nil for what went as it should.
    package func line(for verdict: Verdict) -> String? {
        switch verdict.outcome {
        case .pass, .notApplicable, .notTestable, .expectedFail: return nil
        case .warn, .fail, .crash, .inconclusive:
            let name = Prose.padded(verdict.outcome.rawValue, to: 13)
            return palette.colored(name, as: verdict.outcome) + verdict.caseID
        }
    }

    /// How far the run is, in one line.
    package var state: String {
        let done = counts.values.reduce(0, +)
        let parts = Outcome.allCases.compactMap { outcome -> String? in
            guard let count = counts[outcome], count > 0 else { return nil }
            return palette.colored("\(count) \(outcome.rawValue.lowercased())", as: outcome)
        }
        return ([palette.dim("\(done)/\(total)")] + parts).joined(separator: "  ")
    }
}
