import Evidence
import Reports

/// What the many times that each case was run come to.
struct Repeats {
    let verdicts: [Verdict]
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
