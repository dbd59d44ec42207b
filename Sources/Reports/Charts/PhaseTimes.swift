internal import LoadResults
internal import Measurement

/// How long one phase of the iterations took, in nanoseconds; empty where nobody knows.
struct PhaseTimes {
    var name: String
    /// From when the iteration was due: what a user feels.
    var response = Histogram()
    /// From the call that began it: what the implementation and those it asks took.
    var service = Histogram()
    /// From the call to the last byte that had to be waited for: what no implementation could beat.
    var criticalPath = Histogram()
    /// From that last byte to the end.
    var overhead = Histogram()

    /// First the completion, which the page is about, then those that iterations went through.
    static func all(of report: LoadReport) -> [PhaseTimes] {
        func times(_ phase: Phase) -> Histogram { report.figures.phases[phase] ?? Histogram() }
        let completion = PhaseTimes(
            name: Phase.completion.rawValue, response: times(.completion), service: times(.service),
            criticalPath: times(.criticalPath), overhead: times(.overhead))
        let others: [Phase] = [.firstMerge, .dispatch, .authentication, .authorization, .mediaToken]
        return [completion]
            + others.filter { times($0).count > 0 }.map { PhaseTimes(name: $0.rawValue, service: times($0)) }
    }
}
