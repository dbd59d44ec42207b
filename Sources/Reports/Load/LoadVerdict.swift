internal import LoadResults

/// What a load run comes to, in a word and a sentence.
struct LoadVerdict {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var banner: VerdictBanner {
        VerdictBanner(badge, sentence, remarks: remarks)
    }

    private var remarks: [String] {
        report.missing.map { "part \($0) is missing" } + report.validity.remarks.map(\.text)
            + (report.wasStopped ? ["the run was stopped before its end"] : [])
            + (report.isVerified ? [] : ["nothing was verified"])
    }

    private var badge: Badge {
        switch report.verdict {
        case .invalid: Badge(.open, sign: "?", word: "Invalid run")
        case .violated: Badge(.fail, sign: "✗", word: "Violated")
        case .missed: Badge(.fail, sign: "✗", word: "Threshold missed")
        case .stopped: Badge(.open, sign: "?", word: "Stopped")
        case .incomplete: Badge(.open, sign: "?", word: "Incomplete")
        case .passed: Badge(.pass, sign: "✓", word: "Passed")
        }
    }

    private var sentence: String {
        let visits = "\(Quantity.count(report.figures.completed)) visits were completed"
        switch report.verdict {
        case .invalid:
            let reasons = report.validity.objections.map { "generator: \($0)" }
            return "No claim is made of any latency. \(reasons.joined(separator: "; "))."
        case .violated:
            let verification = report.figures.verification
            let broken = verification.properties.filter { $0.value.violated > 0 }.keys.sorted()
            return "\(Prose.count(verification.violationCount, "violation")) in "
                + "\(Quantity.count(report.figures.completed)) visits"
                + (broken.isEmpty ? "." : ": \(broken.joined(separator: ", ")).")
        case .missed:
            let missed = report.thresholds.filter { $0.holds == false }
                .map { "\($0.threshold), measured \(LoadText.value(of: $0))" }
            return "Nothing was violated, but: \(missed.joined(separator: "; "))."
        case .stopped: return "\(visits) before the run was stopped, and nothing speaks against the implementation."
        case .incomplete:
            return "\(visits) in the parts that are there, and nothing in them speaks against the implementation."
        case .passed: return "\(visits), nothing was violated, and every threshold was met."
        }
    }
}
