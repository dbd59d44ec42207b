internal import Evidence
internal import LoadResults

/// What a load run comes to, in a word and a sentence.
struct LoadVerdict {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var banner: VerdictBanner {
        var banner = VerdictBanner(badge, Self.sentence(report.sentence), remarks: remarks)
        // A run with a stall has seconds enough for the chart.
        banner.link = report.stall.map { stall in
            (remark: Self.words(for: stall), place: TimelineChart.id, words: "See it over time.")
        }
        return banner
    }

    private var remarks: [String] {
        (report.overload?.signs ?? []) + report.validity.remarks.map(\.text)
            + (report.wasStopped ? ["the run was stopped before its end"] : [])
            + (report.isVerified ? [] : ["nothing was verified"])
    }

    private var badge: Badge {
        let word = report.verdict.rawValue.prefix(1) + report.verdict.rawValue.dropFirst().lowercased()
        return switch report.verdict {
        case .invalid: Badge(.inconclusive, word: "Invalid run")
        case .missed: Badge(.fail, word: "Threshold missed")
        default: Badge(Self.outcome(of: report.verdict), word: String(word))
        }
    }

    /// How a verdict is coloured.
    static func outcome(of verdict: LoadReport.Verdict) -> Outcome {
        switch verdict {
        case .passed: .pass
        case .violated, .overloaded, .invalid, .missed: .fail
        case .stopped, .incomplete: .inconclusive
        }
    }

    /// What made the 99th percentile what it is.
    static func words(for stall: Stall) -> String {
        let (first, last) = (stall.seconds.lowerBound, stall.seconds.upperBound)
        let when = first == last ? "second \(first)" : "seconds \(first) to \(last)"
        let pause = stall.pause.map { "; an idle thread was woken \(Quantity.duration($0)) late then" }
        return
            "\(LoadText.percent(stall.share)) of the iterations beyond the 99th percentile ended in \(when), the slowest "
            + "after \(Quantity.duration(stall.worst))\(pause ?? "")"
    }

    /// With a capital letter and a full stop.
    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}
