internal import Measurement

/// What a load run comes to, in a word and a sentence.
struct LoadVerdict {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var banner: VerdictBanner {
        VerdictBanner(badge, sentence, remarks: report.remarks)
    }

    private var badge: Badge {
        switch report.result {
        case .invalid: Badge(.open, sign: "?", word: "Invalid run")
        case .violated: Badge(.fail, sign: "✗", word: "Violated")
        case .missedThreshold: Badge(.fail, sign: "✗", word: "Threshold missed")
        case .stopped: Badge(.open, sign: "?", word: "Stopped")
        case .incomplete: Badge(.open, sign: "?", word: "Incomplete")
        case .passed: Badge(.pass, sign: "✓", word: "Passed")
        }
    }

    private var sentence: String {
        let visits = "\(Quantity.count(report.visits.completed)) visits were completed"
        switch report.result {
        case .invalid:
            let reasons = report.validity.filter { $0.grade == .bad }.map { "\($0.name): \($0.detail)" }
            return "No claim is made of any latency. "
                + (reasons.isEmpty ? "" : reasons.joined(separator: "; ") + ".")
        case .violated:
            let count = report.visits.violated
            let broken = report.properties.filter { $0.violated > 0 }.map(\.name)
            return "\(Prose.count(max(count, report.violations.count), "violation")) in "
                + "\(Quantity.count(report.visits.completed)) visits"
                + (broken.isEmpty ? "." : ": \(broken.joined(separator: ", ")).")
        case .missedThreshold:
            let missed = report.thresholds.filter { $0.isMet == false }.map { "\($0.text), measured \($0.measured)" }
            return "Nothing was violated, but: \(missed.joined(separator: "; "))."
        case .stopped: return "\(visits) before the run was stopped, and nothing speaks against the implementation."
        case .incomplete:
            return "\(visits) in the parts that are there, and nothing in them speaks against the implementation."
        case .passed: return "\(visits), nothing was violated, and every threshold was met."
        }
    }
}
