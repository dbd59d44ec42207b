package import Evidence
package import Timing

/// What is shown while a run goes on.
package struct ProgressText: Sendable {
    private let total: Int
    private let palette: Palette
    private var counts: [Outcome: Int] = [:]
    /// How many tenths of the cases were done at the last line of a log, and when that was.
    private var logged: (tenths: Int, time: MonotonicTime)?

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

    private var done: Int { counts.values.reduce(0, +) }

    /// Whether a log gets a line: once a minute and at each tenth, of a quick run not at each.
    package mutating func isWorthALine(at now: MonotonicTime) -> Bool {
        let tenths = 10 * done / max(1, total)
        let last = logged ?? (0, now)
        logged = last
        let passed = now - last.time
        guard done >= total || passed >= .seconds(60) || tenths > last.tenths && passed >= .seconds(1) else {
            return false
        }
        logged = (tenths, now)
        return true
    }

    /// How far the run is, in one line.
    package var state: String {
        let parts = Outcome.allCases.compactMap { outcome -> String? in
            guard let count = counts[outcome], count > 0 else { return nil }
            return palette.colored("\(count) \(outcome.rawValue.lowercased())", as: outcome)
        }
        return ([palette.dim("\(done)/\(total)")] + parts).joined(separator: "  ")
    }
}
