internal import Documents
internal import Measurement

/// The figures of a load run that come first.
struct LoadFigures {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var html: HTML {
        DescriptionList(.tiles, visits + times).html
    }

    private var visits: [DescriptionList.Item] {
        let visits = report.visits
        let measured = report.setting.duration - report.setting.warmUp
        let seconds = Double(measured.components.seconds) + Double(measured.components.attoseconds) / 1e18
        let rate = seconds > 0 ? "\(Quantity.number(Double(visits.completed) / seconds)) a second" : ""
        let violated = max(report.visits.violated, report.violations.count)
        let checked = report.properties.reduce(0) { $0 + $1.checked }
        let decided = report.properties.reduce(0) { $0 + $1.decided }
        return [
            .init("visits completed", Quantity.count(visits.completed), note: rate),
            .init("failed", Quantity.count(visits.failed), isNone: visits.failed == 0),
            .init("dropped", Quantity.count(visits.dropped), isNone: visits.dropped == 0),
            .init("violations", Quantity.count(violated), isNone: violated == 0),
            .init(
                "decided", checked > 0 ? Quantity.share(Double(decided) / Double(checked)) : "–",
                note: checked > 0 ? "of \(Quantity.count(checked)) checks" : ""),
        ]
    }

    /// Nothing is said of times where the run does not count.
    private var times: [DescriptionList.Item] {
        guard report.result != .invalid, let phase = report.phases.first else { return [] }
        // Two points are no evidence of a line.
        let overhead = report.fit(\.overhead).flatMap { $0.points > 2 ? $0 : nil }
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
