package import Documents
internal import Evidence
package import LoadResults
internal import Measurement
internal import Timing

/// What a load run found, as one page: verdict and validity first, then the times, the fan-outs and the machine.
package struct LoadPage {
    private let report: LoadReport

    package init(_ report: LoadReport) {
        self.report = report
    }

    package var html: HTML {
        let header = report.header
        return Page(
            kind: "Load report", title: "\(report.profile.title): \(header.port)",
            lead: "\(report.banner.html)\n\(report.tiles)\n\(facts)",
            sections: ([validity, thresholds] + violations
                + [times, fanOuts, winners, overTime, parts, howToRead]).compactMap(\.self),
            footer: "assay \(header.assayVersion), \(begun)"
        ).html
    }

    private var facts: HTML {
        let profile = report.profile
        let warmUp = profile.warmUp > .zero ? ", \(Quantity.duration(profile.warmUp)) of them to warm up" : ""
        let facts = [
            DescriptionList.Item("profile", profile.id), .init("implementation", report.header.implementation),
            .init("protocol", report.header.otherWire ?? ""),
            .init("backend", report.backend), .init("arrivals", profile.arrivals),
            .init("duration", Quantity.duration(report.measured + profile.warmUp) + warmUp),
            .init("seed", "\(profile.seed)"),
            .init(
                "judged by",
                report.sawBackend ? "with what the service providers saw" : "from the client's side alone"),
            .init(
                "port's own cost",
                report.portCost.map { cost in
                    "\(Quantity.duration(cost.processorTime)) of a processor for a thousand iterations, at most "
                        + "\(Quantity.bytes(Double(cost.memory)))"
                } ?? ""),
            .init("begun", begun), .init("processors", "\(report.machine.processors)"),
            .init("descriptor limit", "\(report.machine.descriptorLimit)"),
        ]
        return """
            \(DescriptionList(.facts, facts.filter { !$0.value.isEmpty }).html)
            <p class="term">Run it again</p>
            <pre class="command" tabindex="0"><code>\(report.command)</code></pre>
            """
    }

    private var begun: String { WallTime(milliseconds: report.header.startedAt).text }

    // MARK: - Whether it counts

    private var validity: Page.Section? {
        let (objections, remarks) = (report.validity.objections, report.validity.remarks)
        let queue = report.overload == nil ? "" : ", but times under overload are those of a queue"
        let generator =
            objections.isEmpty
            ? [Self.reason(Badge(.pass, word: "good"), "measurement", "nothing speaks against it" + queue)]
            : objections.map { Self.reason(Badge(.fail, word: "invalid"), "measurement", $0) }
        let doubts = remarks.map { Self.reason(Badge(.inconclusive, word: "doubtful"), $0.subject, $0.text) }
        let bad = objections.count + remarks.count
        return Page.Section(
            id: "validity", title: "Validity", note: bad == 0 ? "" : "\(bad)",
            body: """
                <p>Whether the figures are those of the implementation, and not of the generator or the machine.</p>
                <ul class="list">\(generator + doubts)</ul>
                """)
    }

    private static func reason(_ badge: Badge, _ name: String, _ detail: String) -> HTML {
        "<li><p>\(badge.html)<b>\(name)</b> \(detail)</p></li>\n"
    }

    private var thresholds: Page.Section? {
        guard !report.thresholds.isEmpty || !report.figures.verification.properties.isEmpty else { return nil }
        let bounds = DataTable(
            "Thresholds", columns: [.init("threshold", .wide), .init("verdict"), .init("measured", .number)],
            rows: report.thresholds.map { threshold in
                [
                    "<span class=\"code\">\(threshold.threshold.text)</span>", Self.badge(threshold).html,
                    HTML(text: LoadText.value(of: threshold)),
                ]
            })
        let tallies = report.figures.verification.properties
        let properties = DataTable(
            "Properties",
            columns: .columns(.init("property", .wide), numbers: "violated", "checked", "conclusive"),
            rows: tallies.sorted { $0.key < $1.key }.map { name, tally in
                let share =
                    tally.instances > 0
                    ? Quantity.share(Double(tally.conclusive) / Double(tally.instances)) : "–"
                let bad = Badge(.fail, word: Quantity.count(tally.violated)).html
                return [
                    "\(name)", tally.violated > 0 ? bad : "0", HTML(text: Quantity.count(tally.instances)),
                    "\(Quantity.count(tally.conclusive)) <span class=\"note\">\(share)</span>",
                ]
            })
        let introduction: HTML = """
            <p>What must hold in every iteration, how often it was put to the test, and how often the evidence was conclusive.</p>

            """
        return Page.Section(
            id: "checks", title: "Thresholds and properties",
            body: (report.thresholds.isEmpty ? .empty : bounds.html)
                + (tallies.isEmpty ? .empty : introduction + properties.html))
    }

    private static func badge(_ threshold: ThresholdOutcome) -> Badge {
        switch threshold.holds {
        case true?: Badge(.pass, word: "met")
        case false?: Badge(.fail, word: "missed")
        case nil where threshold.isUntrusted: Badge(.aside, sign: "○", word: "untrusted")
        case nil: Badge(.aside, sign: "○", word: threshold.isOpen ? "open" : "not measured")
        }
    }

    private var violations: [Page.Section?] {
        let verification = report.figures.verification
        return [
            ViolationList(violations: verification.violations, areSuspicions: false).section,
            ViolationList(violations: verification.suspicions, areSuspicions: true).section,
        ]
    }

    // MARK: - What was measured

    private var times: Page.Section? {
        let phases = report.figures.phases
        let percentiles = PercentileChart(
            id: "percentiles", title: "Percentiles of completion",
            message:
                "Response and service part where iterations had to wait for the generator or for those before them. Drawn "
                + "as far as ten iterations lie beyond; the shade is where response lies with 95 % confidence.",
            curves: [
                .init(
                    name: "response, from when it was due", series: 1, histogram: phases[.completion] ?? Histogram()),
                .init(name: "service, from the call", series: 2, histogram: phases[.service] ?? Histogram()),
                .init(
                    name: "critical path, the slowest provider", series: 3,
                    histogram: phases[.criticalPath] ?? Histogram()),
            ])
        let startDelay = PercentileChart(
            id: "start-delay", title: "Start delay",
            message:
                "How late iterations began, beside how late an idle thread was woken: what the machine "
                + "adds to everything here.",
            curves: [
                .init(name: "start delay", series: 4, histogram: phases[.startDelay] ?? Histogram()),
                .init(name: "the machine's own delays", series: 3, histogram: report.hiccups),
            ])
        let measured = Phase.allCases.compactMap { phase in phases[phase].map { (phase, $0) } }.filter { !$0.1.isEmpty }
        let table = DataTable(
            "Phases",
            columns: .columns(.init("phase"), numbers: "p50", "p90", "p99", "p99.9", "highest", "count"),
            texts: measured.map { phase, times in
                [phase.rawValue] + [50, 90, 99, 99.9].map { PercentileChart.text(times, $0) }
                    + [Quantity.duration(times.max), Quantity.count(times.count)]
            })
        return section(
            "times", "Latency",
            [percentiles.chart?.html, startDelay.chart?.html]
                + [measured.isEmpty ? nil : "<h3 id=\"phases\">Phases</h3>\n\(table.html)"])
    }

    private var fanOuts: Page.Section? {
        section(
            "fan-outs", "Fan-out",
            ([ScalingChart(steps: steps).chart, OverheadChart(report, steps).chart]
                + (steps.last.map { WaterfallChart.charts(of: $0, among: steps) } ?? [])).map { $0?.html })
    }

    private var steps: [ScaleStep] { ScaleStep.all(of: report) }

    private var winners: Page.Section? {
        steps.last.flatMap { WinnersTable(matrix: $0.scale.winners).html }
            .map { Page.Section(id: "winners", title: "Winners", body: $0) }
    }

    private var overTime: Page.Section? {
        var body = HTML(
            joining: [TimelineChart(report).chart, ThroughputChart(report).chart].compactMap { $0?.html })
        if !report.errors.isEmpty { body += "<h3>Errors</h3>" + errors.html }
        guard body != .empty else { return nil }
        return Page.Section(id: "over-time", title: "Over time", body: body)
    }

    private var errors: DataTable {
        DataTable(
            "Errors",
            columns: .columns(
                .init("reason"), numbers: "count", "first", "last", then: .init("one of them", .wide)),
            rows: report.errors.map { code, error in
                [
                    "\(code)", "\(Quantity.count(error.count))", "\(Quantity.duration(error.first))",
                    "\(Quantity.duration(error.last))", "\(Prose.printable(error.sample))",
                ]
            })
    }

    private var parts: Page.Section? {
        let table = DataTable(
            "Parts",
            columns: .columns(
                .init("part"), .init("machine", .wide), numbers: "iterations", "start delay p99", "processors used",
                "most memory", "began late", "clock ahead"),
            rows: report.parts.map { part in
                [
                    "\(part.share)", "\(part.host)", "\(Quantity.count(part.completed))",
                    "\(part.startDelay.isEmpty ? "–" : Quantity.duration(part.startDelay.value(at: 99)))",
                    "\(part.processors.map { Quantity.short($0) } ?? "–")",
                    "\(part.memory.map { Quantity.bytes(Double($0)) } ?? "–")", "\(Quantity.duration(part.late))",
                    "\(Quantity.duration(part.clockOffset)) ± \(Quantity.duration(part.clockUncertainty))",
                ]
            })
        return Page.Section(id: "machines", title: "Machines that made the run", of: table)
    }

    private func section(_ id: String, _ title: String, _ pieces: [HTML?]) -> Page.Section? {
        let pieces = pieces.compactMap(\.self)
        let standing: HTML? =
            report.standing == .measured
            ? nil : "<p class=\"note\">These figures are \(report.standing.rawValue).</p>\n"
        return pieces.isEmpty ? nil : Page.Section(id: id, title: title, body: "\(standing)\(pieces)")
    }

    private var howToRead: Page.Section? {
        Page.Section(
            id: "terms", title: "Terms",
            body: DescriptionList(
                .facts,
                [
                    .init(
                        "response",
                        "from when an iteration was due to the end of its phase; waiting for the generator counts"),
                    .init("service", "from the call to the end of the phase"),
                    .init("critical path", "from the call to the last byte that the slowest provider wrote"),
                    .init("overhead", "from that last byte to the end: parsing, merging, calling back"),
                    .init(
                        "added latency",
                        "service less what the slowest provider took by itself: late requests count"),
                    .init("efficiency", "the share of service that the slowest provider took by itself"),
                    .init("baseline", "raw fan-outs without an implementation, measured in the same run"),
                    .init("percentile", "n/a where fewer than ten values would lie beyond it"),
                    .init("conclusive", "the evidence allows only one winner; the others are too close to say"),
                ]
            ).html)
    }
}
