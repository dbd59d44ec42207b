import Evidence
import Reports
import Runner

/// What the many times that each case was run come to.
struct Repeats {
    /// The verdicts of all of them.
    let verdicts: [Verdict]
    /// How often each case was to be run.
    let times: Int

    /// One verdict for each case, in the order in which they first come up: the worst.
    var merged: [Verdict] {
        guard times > 1 else { return verdicts }
        var order: [String] = []
        var ofCase: [String: [Verdict]] = [:]
        for verdict in verdicts {
            if ofCase[verdict.caseID] == nil { order.append(verdict.caseID) }
            ofCase[verdict.caseID, default: []].append(verdict)
        }
        return order.compactMap { ofCase[$0].flatMap(worst) }
    }

    /// The outcomes of all that were run; nil where no case was repeated.
    var outcomes: OutcomeCounts? {
        times > 1 ? OutcomeCounts(verdicts.map(\.outcome).filter { $0 != .notApplicable }) : nil
    }

    /// The same for each case; empty where no case was repeated.
    var outcomesByCase: [String: OutcomeCounts] {
        guard times > 1 else { return [:] }
        return Dictionary(grouping: verdicts.filter { $0.outcome != .notApplicable }, by: \.caseID)
            .filter { $0.value.count > 1 }
            .mapValues { OutcomeCounts($0.map(\.outcome)) }
    }

    /// Where cases fail more often than the list allows that says how often they may.
    func problems(with expected: ExpectedFailures) -> [ListProblem] {
        let ofCase = Dictionary(grouping: verdicts, by: \.caseID)
        return merged.compactMap { verdict in
            guard let entry = expected.entry(for: verdict), let rate = entry.rate, let all = ofCase[verdict.caseID]
            else { return nil }
            let failed = all.count(where: \.hasFailed)
            guard Binomial.tail(failed, of: all.count, rate: rate) < Self.doubt else { return nil }
            return ListProblem(
                .expectations,
                "\(expected.file):\(entry.lines.lowerBound): \(verdict.caseID) may fail in \(rate) of its sessions, and "
                    + "failed in \(failed) of \(all.count)")
        }
    }

    /// What comes so seldom by chance is no chance.
    private static let doubt = 0.001

    private func worst(_ verdicts: [Verdict]) -> Verdict? {
        let counts = OutcomeCounts(verdicts.map(\.outcome))
        guard var worst = verdicts.first(where: { $0.outcome == counts.worst }) else { return nil }
        if counts[worst.outcome] < counts.total {
            var finding = Finding(
                message:
                    "\(worst.outcome.rawValue) in \(counts[worst.outcome]) of \(Prose.count(counts.total, "time")) that it was run"
            )
            finding.standing = .noticed
            worst.findings.append(finding)
        }
        return worst
    }
}
