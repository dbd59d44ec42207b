internal import Evidence
package import LoadResults
internal import Measurement
internal import Timing

/// A load run as tables of comma-separated values; durations are in milliseconds.
package enum LoadTables {
    /// One line for each second since the start, the warm-up among them; with how its times are to be taken.
    package static func seconds(_ result: LoadReport) -> String {
        var text =
            "second,due,begun,completed,failed,dropped,violations,under_way,p50_ms,p99_ms,max_ms,lag_max_ms,standing\n"
        for (index, second) in result.figures.seconds.enumerated() {
            let counts = [
                index, second.due, second.begun, second.completed, second.failed, second.dropped, second.violations,
                second.underWay,
            ]
            let times = [
                second.completion.value(at: 50), second.completion.value(at: 99), second.completion.max,
                second.startDelay,
            ]
            text +=
                (counts.map(String.init) + times.map(milliseconds) + [result.standing.rawValue])
                .joined(separator: ",") + "\n"
        }
        return text
    }

    /// One line for each phase, over all and for each number of service providers, with how it is to be taken; a
    /// percentile of too few values is left empty.
    package static func phases(_ result: LoadReport) -> String {
        var text = "phase,providers,of,count,mean_ms,p50_ms,p90_ms,p99_ms,max_ms,standing\n"
        func add(_ phases: [Phase: Histogram], _ providers: String, _ of: String) {
            for phase in Phase.allCases {
                guard let histogram = phases[phase], histogram.count > 0 else { continue }
                let times = [
                    Int64(histogram.mean), histogram.value(at: 50), histogram.significantValue(at: 90),
                    histogram.significantValue(at: 99), histogram.max,
                ]
                text +=
                    "\(phase.rawValue),\(providers),\(of),\(histogram.count),"
                    + (times.map { $0.map(milliseconds) ?? "" } + [result.standing.rawValue]).joined(separator: ",")
                    + "\n"
            }
        }
        add(result.figures.phases, "all", "implementation")
        for (providers, scale) in result.figures.scales.sorted(by: { $0.key < $1.key }) {
            add(scale.phases, "\(providers)", "implementation")
            add(scale.baseline, "\(providers)", "baseline")
        }
        return text
    }

    /// The completion and service times of each second as a log of histograms; the tags of the warm-up say so.
    package static func log(_ result: LoadReport) -> String {
        var log = HistogramLog(start: WallTime(milliseconds: result.header.startedAt))
        for (index, second) in result.figures.seconds.enumerated() {
            let start = Duration.seconds(index)
            let prefix =
                (result.standing == .untrusted ? "untrusted-" : "")
                + (start < result.profile.warmUp ? "warm-up-" : "measured-")
            for (phase, histogram) in [(Phase.completion, second.completion), (.service, second.service)]
            where histogram.count > 0 {
                log.add(histogram, tag: .init(prefix + phase.rawValue), from: start, for: .seconds(1))
            }
        }
        return log.text
    }

    private static func milliseconds(_ nanoseconds: Int64) -> String {
        LoadText.significant(Double(nanoseconds) / 1e6)
    }
}
