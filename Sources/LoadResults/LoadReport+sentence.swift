/// What a load run comes to in words: the same on a terminal, on a page and in JSON.
extension LoadReport {
    /// What follows the word of the verdict, without a full stop.
    package var sentence: String {
        let iterations =
            "\(figures.completed) iterations were completed"
            + (figures.failed > 0 ? " and \(figures.failed) failed" : "")
        switch verdict {
        case .passed:
            let bounds = thresholds.isEmpty ? "" : ", and every threshold was met"
            let asksTimes = thresholds.contains { $0.threshold.isOnTimes }
            return isVerified
                ? "correct\(asksTimes ? " and fast enough" : ""): \(iterations), nothing was violated\(bounds)"
                    + (asksTimes ? "" : "; no threshold on times was asked") : "\(iterations)\(bounds)"
        case .missed:
            let missed = thresholds.filter { $0.holds == false }.map { "\($0.threshold) was \(LoadText.value(of: $0))" }
            return (isVerified ? "nothing was violated, but a threshold failed: " : "a threshold failed: ")
                + missed.joined(separator: "; ")
        case .violated:
            let verification = figures.verification
            let broken = verification.properties.filter { $0.value.violated > 0 }.keys.sorted()
            let count = verification.violationCount
            return "not correct: \(count) violation\(count == 1 ? "" : "s") in \(figures.completed) iterations"
                + (broken.isEmpty ? "" : " (\(broken.joined(separator: ", ")))")
        case .overloaded: return overload?.sentence ?? iterations
        case .invalid:
            return "the measurement failed, so no claim is made of any latency: "
                + validity.objections.joined(separator: "; ")
        case .stopped: return "\(iterations) before the run was stopped, and nothing speaks against the implementation"
        case .incomplete: return incompleteness
        }
    }

    /// What of the run was not made; nil where all was.
    package var lack: String? {
        guard missing.isEmpty else {
            return missing.map { "part \($0)" }.joined(separator: ", ") + (missing.count == 1 ? " is" : " are")
                + " missing"
        }
        return wasStopped ? "the run was stopped before its end" : nil
    }

    private var incompleteness: String {
        if !missing.isEmpty, let lack { return "\(lack); nothing speaks against the implementation in the others" }
        if isEmpty { return "no iteration was completed, and \(figures.failed) failed" }
        let open = thresholds.filter(\.isOpen).map { "\($0.threshold) had \(LoadText.value(of: $0))" }
        return "nothing speaks against the implementation, but a threshold is open: \(open.joined(separator: "; "))"
    }
}

extension Overload {
    package var sentence: String {
        let (rate, due) = (LoadText.significant(sustained), LoadText.significant(offered))
        let isAll = sustained >= offered || rate == due
        return
            "\(rate)\(isAll ? "" : " of \(due)") iterations a second were sustained\(isAll ? ", but not in time" : "")"
            + "; the \(saturated.rawValue) was \(saturated == .limit ? "reached" : "saturated") first: \(evidence)"
    }
}
