import Evidence
import Reports
import Runner

extension Repeats {
    /// How often something failed that may fail at a rate.
    private struct Tally {
        var name: String
        var rate: Double
        var sessions = 0
        var failed = 0

        mutating func take(_ hasFailed: Bool) {
            sessions += 1
            failed += hasFailed ? 1 : 0
        }

        func isOdd(_ doubt: Double) -> Bool { Binomial.tail(failed, of: sessions, rate: rate) < doubt }

        /// Whether it could have failed too often.
        var isTelling: Bool { Binomial.tail(sessions, of: sessions, rate: rate) < Repeats.doubt }
    }

    /// What comes so seldom by chance is no chance.
    private static let doubt = 0.001

    /// Where a case, or all that an entry fits together, fails more often than the list allows that says how often it may.
    func problems(with expected: ExpectedFailures) -> [ListProblem] {
        tallies(with: expected).flatMap { entry, all, cases in
            // One of very many does by chance what one of one does not.
            let odd = cases.filter { $0.isOdd(Self.doubt / Double(cases.count)) }
            return (odd.isEmpty && all.isOdd(Self.doubt) ? [all] : odd).map { tally in
                ListProblem(
                    .expectations,
                    "\(expected.file):\(entry.lines.lowerBound): \(tally.name) may fail in \(tally.rate) of its "
                        + "sessions, and failed in \(tally.failed) of \(tally.sessions); fix: the port, or the rate")
            }
        }
    }

    /// What failed in so few sessions that they say nothing of its rate.
    func remarks(with expected: ExpectedFailures) -> [String] {
        tallies(with: expected).filter { $0.all.failed > 0 && !$0.all.isTelling }.map { entry, all, _ in
            "\(expected.file):\(entry.lines.lowerBound): \(all.name) failed in \(all.failed) of "
                + "\(Prose.count(all.sessions, "session")), too few to test a rate of \(all.rate); --repeat makes more"
        }
    }

    private func tallies(
        with expected: ExpectedFailures
    ) -> [(entry: ExpectedFailures.Entry, all: Tally, cases: [Tally])] {
        let rated = expected.entries.filter { $0.rate != nil }
        guard !rated.isEmpty else { return [] }
        let run = verdicts.filter { ![.notApplicable, .notTestable].contains($0.outcome) }
        let meant = run.map(expected.entry)
        return rated.compactMap { entry in
            guard let rate = entry.rate else { return nil }
            var all = Tally(name: "\(entry.subject.rawValue) '\(entry.pattern)'", rate: rate)
            var cases: [String: Tally] = [:]
            for (verdict, meant) in zip(run, meant) {
                // A rule may be broken in any case, and a session that keeps it fits nothing.
                guard meant == entry || entry.subject == .check else { continue }
                let hasFailed = meant == entry && verdict.hasFailed
                all.take(hasFailed)
                cases[verdict.caseID, default: Tally(name: verdict.caseID, rate: rate)].take(hasFailed)
            }
            return (entry, all, cases.values.sorted { $0.name < $1.name })
        }
    }
}
