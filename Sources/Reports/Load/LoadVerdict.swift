internal import Evidence
internal import LoadResults

extension LoadReport {
    /// What it comes to, in a word and a sentence.
    var banner: VerdictBanner {
        var banner = VerdictBanner(badge, Prose.capitalized(sentence) + ".", remarks: remarks)
        // A run with a stall has seconds enough for the chart.
        banner.link = stall.map { stall in
            (remark: stall.words, place: TimelineChart.id, words: "See it over time.")
        }
        return banner
    }

    private var remarks: [String] {
        (overload?.signs ?? []) + validity.remarks.map(\.text)
            + (wasStopped ? ["the run was stopped before its end"] : [])
            + (isVerified ? [] : ["nothing was verified"])
    }

    private var badge: Badge {
        let word = verdict.rawValue.prefix(1) + verdict.rawValue.dropFirst().lowercased()
        return switch verdict {
        case .invalid: Badge(.inconclusive, word: "Invalid run")
        case .missed: Badge(.fail, word: "Threshold missed")
        default: Badge(verdict.outcome, word: String(word))
        }
    }
}

extension LoadReport.Verdict {
    var outcome: Outcome {
        switch self {
        case .passed: .pass
        case .violated, .overloaded, .invalid, .missed: .fail
        case .stopped, .incomplete: .inconclusive
        }
    }
}

extension Stall {
    /// What made the 99th percentile what it is.
    var words: String {
        let (first, last) = (seconds.lowerBound, seconds.upperBound)
        let when = first == last ? "second \(first)" : "seconds \(first) to \(last)"
        let lateness = pause.map { "; an idle thread was woken \(Quantity.duration($0)) late then" }
        return
            "\(LoadText.percent(share)) of the iterations beyond the 99th percentile ended in \(when), the slowest "
            + "after \(Quantity.duration(worst))\(lateness ?? "")"
    }
}
