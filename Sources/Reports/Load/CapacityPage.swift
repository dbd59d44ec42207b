package import Documents
package import LoadResults
internal import Evidence
internal import Timing

/// What was found of an implementation's capacity as one page: the curve over the number of providers, and every run.
package struct CapacityPage {
    private let report: CapacityReport

    package init(_ report: CapacityReport) {
        self.report = report
    }

    package var html: HTML {
        let header = report.header
        return Page(
            kind: "Capacity", title: "\(report.profile.title): \(header.port)", lead: "\(banner.html)\n\(facts)",
            sections: [curve, runs].compactMap(\.self),
            footer: "assay \(header.assayVersion), \(WallTime(milliseconds: header.startedAt).text)"
        ).html
    }

    private var banner: VerdictBanner {
        if let violated = report.violated {
            return VerdictBanner(
                Badge(.fail, word: "Violated"), "A run was not correct, so no rate counts: \(violated).")
        }
        let words = report.scales.map { scale in
            "\(CapacityText.capacity(scale)) at \(Prose.count(scale.providers, "provider"))"
        }
        let isWhole = report.exitCode == .conformant
        return VerdictBanner(
            isWhole
                ? Badge(.pass, word: "Capacity")
                : Badge(.inconclusive, word: report.wasStopped ? "Stopped" : "No capacity"),
            "Iterations a second with \(report.objective.joined(separator: ", ")): \(words.joined(separator: "; ")).")
    }

    private var facts: HTML {
        """
        \(DescriptionList(.facts, [
            .init("profile", report.profile.id), .init("implementation", report.header.implementation),
            .init("objective", report.objective.joined(separator: ", ")),
        ]).html)
        <p class="term">Run it again</p>
        <pre class="command" tabindex="0"><code>\(report.command)</code></pre>
        """
    }

    private var curve: Page.Section? {
        guard !report.scales.isEmpty else { return nil }
        let table = DataTable(
            "Capacity by the number of providers",
            columns: [
                .init("providers", .number), .init("iterations a second", .number), .init("met", .number),
                .init("missed", .number), .init("port CPU for 1,000 iterations", .number),
                .init("port memory", .number),
                .init("what ended it", .wide),
            ],
            rows: report.scales.map { scale in
                [
                    HTML(text: "\(scale.providers)"), HTML(text: CapacityText.capacity(scale)),
                    HTML(text: scale.interval.map { Quantity.number($0.lowerBound) } ?? "–"),
                    HTML(text: scale.interval.map { Quantity.number($0.upperBound) } ?? "–"),
                    HTML(text: scale.cost.map { Quantity.duration($0.processorTime) } ?? "–"),
                    HTML(text: scale.cost.map { Quantity.bytes(Double($0.memory)) } ?? "–"),
                    HTML(
                        text: [scale.limit, CapacityText.unsteadiness(scale)].filter { !$0.isEmpty }
                            .joined(separator: "; ")),
                ]
            })
        let known = report.scales.filter { $0.capacity != nil }
        let chart: HTML? =
            known.count > 1
            ? Chart(
                id: "capacity", title: "Capacity",
                message:
                    "The highest rate that met the objective, by the number of providers; both axes are logarithmic.",
                picture: picture(known), description: "Capacity by the number of providers.", tables: []
            ).html : nil
        return Page.Section(id: "curve", title: "Capacity", body: "\(chart)\(table.html)")
    }

    private func picture(_ scales: [CapacityReport.Scale]) -> Drawing {
        let counts = scales.map(\.providers)
        let points = scales.map { (x: Double($0.providers), y: $0.capacity ?? 1) }
        var plot = Plot(
            height: 330, x: ScalingChart.axis(counts),
            y: Axis(.logarithmic, holding: points.map(\.y), from: 282, to: 24))
        plot.axes(
            ScalingChart.ticks(counts), ThroughputChart.ticks(plot.y), xName: "providers asked at once",
            yName: "iterations a second")
        plot.curve(points, "k1")
        plot.dots(points, series: 1) { "\(Quantity.number($0)) a second" }
        return plot.drawing
    }

    private var runs: Page.Section? {
        let rows = report.scales.flatMap { scale in
            scale.steps.map { step -> [HTML] in
                [
                    HTML(text: "\(scale.providers)"), HTML(text: Quantity.number(step.rate)),
                    HTML(text: step.verdict.rawValue), HTML(text: Quantity.number(step.sustained)),
                    HTML(text: step.high.map { Quantity.duration($0) } ?? "–"), HTML(text: step.sentence),
                ]
            }
        }
        guard !rows.isEmpty else { return nil }
        return Page.Section(
            id: "runs", title: "Runs", note: "\(rows.count)",
            body: DataTable(
                "Runs",
                columns: [
                    .init("providers", .number), .init("iterations a second", .number), .init("verdict"),
                    .init("sustained", .number), .init("completion p99", .number), .init("in words", .wide),
                ], rows: rows
            ).html)
    }
}
