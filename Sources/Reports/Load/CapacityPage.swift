package import Documents
package import LoadResults
internal import Evidence
internal import Timing

extension CapacityReport {
    /// As one page: the curve over the number of providers, and every run.
    package var page: HTML {
        Page(
            kind: "Capacity", title: "\(profile.title): \(header.port)", lead: "\(banner.html)\n\(facts)",
            sections: [curve, runs].compactMap(\.self),
            footer: "assay \(header.assayVersion), \(WallTime(milliseconds: header.startedAt).text)"
        ).html
    }

    private var banner: VerdictBanner {
        if let violated {
            return VerdictBanner(
                Badge(.fail, word: "Violated"), "A run was not correct, so no rate counts: \(violated).")
        }
        let words = scales.map { scale in
            "\(CapacityText.capacity(scale)) at \(Prose.count(scale.providers, "provider"))"
        }
        let isWhole = exitCode == .conformant
        return VerdictBanner(
            isWhole
                ? Badge(.pass, word: "Capacity")
                : Badge(.inconclusive, word: wasStopped ? "Stopped" : "No capacity"),
            "Iterations a second with \(objective.joined(separator: ", ")): \(words.joined(separator: "; ")).")
    }

    private var facts: HTML {
        """
        \(DescriptionList(.facts, [
            .init("profile", profile.id), .init("implementation", header.implementation),
            .init("objective", objective.joined(separator: ", ")),
        ]).html)
        <p class="term">Run it again</p>
        <pre class="command" tabindex="0"><code>\(command)</code></pre>
        """
    }

    private var curve: Page.Section? {
        guard !scales.isEmpty else { return nil }
        let table = DataTable(
            "Capacity by the number of providers",
            columns: .columns(
                numbers: "providers", "iterations a second", "met", "missed", "port CPU for 1,000 iterations",
                "port memory",
                then: .init("what ended it", .wide)),
            rows: scales.map { scale in
                let end = [scale.limit, CapacityText.unsteadiness(scale)].filter { !$0.isEmpty }
                let cells: [String] = [
                    "\(scale.providers)", CapacityText.capacity(scale),
                    scale.interval.map { Quantity.number($0.lowerBound) } ?? "–",
                    scale.interval.map { Quantity.number($0.upperBound) } ?? "–",
                    scale.cost.map { Quantity.duration($0.processorTime) } ?? "–",
                    scale.cost.map { Quantity.bytes(Double($0.memory)) } ?? "–", end.joined(separator: "; "),
                ]
                return cells.map { HTML(text: $0) }
            })
        let known = scales.filter { $0.capacity != nil }
        let chart: HTML? =
            known.count > 1
            ? Chart(
                id: "capacity", title: "Capacity",
                message:
                    "The highest rate that met the objective, by the number of providers; both axes are logarithmic.",
                picture: picture(known)
            ).html : nil
        return Page.Section(id: "curve", title: "Capacity", body: "\(chart)\(table.html)")
    }

    private func picture(_ scales: [Scale]) -> Drawing {
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
        let rows = scales.flatMap { scale in
            scale.steps.map { step -> [HTML] in
                [
                    "\(scale.providers)", "\(Quantity.number(step.rate))", "\(step.verdict.rawValue)",
                    "\(Quantity.number(step.sustained))", "\(step.high.map { Quantity.duration($0) } ?? "–")",
                    "\(step.sentence)",
                ]
            }
        }
        let table = DataTable(
            "Runs",
            columns: [
                .init("providers", .number), .init("iterations a second", .number), .init("verdict"),
                .init("sustained", .number), .init("completion p99", .number), .init("in words", .wide),
            ], rows: rows)
        return Page.Section(id: "runs", title: "Runs", of: table)
    }
}
