internal import Documents
internal import LoadResults
internal import Measurement

/// The figures of a load run that come first.
struct LoadTiles {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var html: HTML {
        DescriptionList(.tiles, visits + times).html
    }

    private var visits: [DescriptionList.Item] {
        let figures = report.figures
        let (seconds, attoseconds) = report.measured.components
        let measured = Double(seconds) + Double(attoseconds) / 1e18
        let rate = measured > 0 ? "\(Quantity.number(Double(figures.completed) / measured)) a second" : ""
        let violated = figures.verification.violationCount
        let checked = figures.verification.properties.values.reduce(0) { $0 + $1.instances }
        let decided = figures.verification.properties.values.reduce(0) { $0 + $1.decided }
        return [
            .init("visits completed", Quantity.count(figures.completed), note: rate),
            .init("failed", Quantity.count(figures.failed), isNone: figures.failed == 0),
            .init("dropped", Quantity.count(figures.dropped), isNone: figures.dropped == 0),
            .init("violations", Quantity.count(violated), isNone: violated == 0),
            .init(
                "decided", checked > 0 ? Quantity.share(Double(decided) / Double(checked)) : "–",
                note: checked > 0 ? "of \(Quantity.count(checked)) checks" : ""),
        ]
    }

    /// Nothing is said of times where the run does not count.
    private var times: [DescriptionList.Item] {
        guard report.validity.isValid, let phase = PhaseTimes.all(of: report).first else { return [] }
        // Two points are no evidence of a line.
        let overhead = report.growth(of: .overhead).flatMap { $0.points > 2 ? $0 : nil }
        return [50.0, 99].map { level in
            let value = phase.response.significantValue(at: level)
            return .init(
                "\(phase.name) p\(Int(level))", value.map { Quantity.duration($0) } ?? "n/a",
                note: value == nil
                    ? "needs \(Quantity.count(Histogram.valuesNeeded(for: level))) visits"
                    : "service \(Quantity.duration(phase.service.value(at: level)))",
                isNone: value == nil)
        }
            + (overhead.map {
                [.init("overhead", "\(Quantity.duration($0.beta.value))", note: "for each provider")]
            } ?? [])
    }
}
