internal import Evidence
package import LoadResults
internal import Measurement

/// A load run as OpenMetrics text, for whoever keeps metrics over many runs.
package enum LoadMetrics {
    package static func text(_ result: LoadReport) -> String {
        let figures = result.figures
        let labels = [OpenMetricsText.Label("profile", result.profile.id)]
        var text = OpenMetricsText()
        text.begin("assay_load", .info, help: "What was run.")
        text.add(
            1, suffix: "_info",
            labels: labels + [
                .init("implementation", result.header.implementation), .init("version", result.header.portVersion),
                .init("verdict", result.verdict.rawValue), .init("valid", result.validity.isValid ? "yes" : "no"),
            ])
        text.begin("assay_load_iterations", .counter, help: "Iterations by outcome.")
        for (outcome, count) in [
            ("completed", figures.completed), ("failed", figures.failed), ("dropped", figures.dropped),
        ] {
            text.add(Double(count), suffix: "_total", labels: labels + [.init("outcome", outcome)])
        }
        text.begin("assay_load_requests", .counter, help: "Requests to service providers.")
        text.add(Double(figures.requests), suffix: "_total", labels: labels)
        text.begin("assay_load_violations", .counter, help: "Iterations that contradict the documents.")
        text.add(Double(figures.verification.violationCount), suffix: "_total", labels: labels)
        text.begin(
            "assay_load_phase_seconds", .summary, unit: "seconds", help: "How long the phases of iterations took.")
        for phase in Phase.allCases {
            func add(_ histogram: Histogram?, _ providers: String, of subject: String) {
                guard let histogram, histogram.count > 0 else { return }
                text.add(
                    histogram, quantiles: [0.5, 0.9, 0.95, 0.99, 0.999],
                    labels: labels + [
                        .init("phase", phase.rawValue), .init("providers", providers), .init("of", subject),
                        .init("standing", result.standing.rawValue),
                    ])
            }
            add(figures.phases[phase], "all", of: "implementation")
            for (providers, scale) in figures.scales.sorted(by: { $0.key < $1.key }) {
                add(scale.phases[phase], "\(providers)", of: "implementation")
                add(scale.baseline[phase], "\(providers)", of: "baseline")
            }
        }
        return text.text
    }
}
