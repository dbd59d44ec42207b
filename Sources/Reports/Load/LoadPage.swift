package import Documents
package import Measurement
internal import Timing

/// What a load run found, as one page: verdict and validity first, then the times, the fan-outs and the machine.
package struct LoadPage {
    private let report: LoadReport

    package init(_ report: LoadReport) {
        self.report = report
    }

    package var html: HTML {
        let setting = report.setting
        let port = [setting.portName, setting.portVersion].filter { !$0.isEmpty }.joined(separator: " ")
        return Page(
            kind: "Load report", title: "\(setting.title): \(port)",
            lead: "\(LoadVerdict(report).banner.html)\n\(LoadFigures(report).html)\n\(facts)",
            sections: [
                validity, thresholds, violations, suspicions, times, fanOuts, winners, overTime, resources, parts,
                howToRead,
            ]
            .compactMap(\.self),
            footer: "assay \(setting.assayVersion), \(setting.startedAt.text)"
        ).html
    }

    private var facts: HTML {
        let setting = report.setting
        let warmUp = setting.warmUp > .zero ? ", \(Quantity.duration(setting.warmUp)) of them to warm up" : ""
        let facts =
            [
                DescriptionList.Item("profile", setting.profile), .init("implementation", setting.implementation),
                .init("backend", setting.backend), .init("arrivals", setting.arrivals),
                .init("duration", Quantity.duration(setting.duration) + warmUp), .init("seed", "\(setting.seed)"),
                .init("judged by", setting.oracle), .init("begun", setting.startedAt.text),
            ] + setting.facts.map { .init($0.name, $0.value) }
        return """
            \(DescriptionList(.facts, facts.filter { !$0.value.isEmpty }).html)
            <p class="term">Run it again</p>
            <pre class="command" tabindex="0"><code>\(setting.command)</code></pre>
            """
    }

    // MARK: - Whether it counts

    private var validity: Page.Section? {
        guard !report.validity.isEmpty else { return nil }
        let items = report.validity.map { check -> HTML in
            "<li><p>\(Self.badge(check.grade).html)<b>\(check.name)</b> \(check.detail)</p></li>\n"
        }
        let bad = report.validity.count { $0.grade != .good }
        return Page.Section(
            id: "validity", title: "Validity", note: bad == 0 ? "" : "\(bad)",
            body: """
                <p>Whether the figures are those of the implementation, and not of the generator or the machine.</p>
                <ul class="list">\(items)</ul>
                """)
    }

    private static func badge(_ grade: ValidityCheck.Grade) -> Badge {
        switch grade {
        case .good: Badge(.pass, sign: "✓", word: "good")
        case .doubtful: Badge(.open, sign: "?", word: "doubtful")
        case .bad: Badge(.fail, sign: "✗", word: "invalid")
        }
    }

    private var thresholds: Page.Section? {
        guard !report.thresholds.isEmpty || !report.properties.isEmpty else { return nil }
        let bounds = DataTable(
            "Thresholds", columns: [.init("threshold", .wide), .init("verdict"), .init("measured", .number)],
            rows: report.thresholds.map { threshold in
                [
                    "<span class=\"code\">\(threshold.text)</span>", Self.badge(threshold.isMet).html,
                    HTML(text: threshold.measured),
                ]
            })
        let properties = DataTable(
            "Properties",
            columns: [
                .init("property", .wide), .init("violated", .number), .init("checked", .number),
                .init("decided", .number),
            ],
            rows: report.properties.map { tally in
                let share = tally.checked > 0 ? Quantity.share(Double(tally.decided) / Double(tally.checked)) : "–"
                let bad = Badge(.fail, sign: "✗", word: Quantity.count(tally.violated)).html
                return [
                    "\(tally.name)", tally.violated > 0 ? bad : "0", HTML(text: Quantity.count(tally.checked)),
                    "\(Quantity.count(tally.decided)) <span class=\"note\">\(share)</span>",
                ]
            })
        let introduction: HTML = """
            <p>What must hold in every visit, how often it was put to the test, and how often the evidence decided it.</p>

            """
        return Page.Section(
            id: "checks", title: "Thresholds and properties",
            body: (report.thresholds.isEmpty ? .empty : bounds.html)
                + (report.properties.isEmpty ? .empty : introduction + properties.html))
    }

    private static func badge(_ isMet: Bool?) -> Badge {
        switch isMet {
        case true?: Badge(.pass, sign: "✓", word: "met")
        case false?: Badge(.fail, sign: "✗", word: "missed")
        case nil: Badge(.aside, sign: "○", word: "not measured")
        }
    }

    private var violations: Page.Section? {
        guard !report.violations.isEmpty else { return nil }
        return Page.Section(
            id: "violations", title: "Violations", note: "\(report.violations.count)",
            body: ViolationList(report.violations).html)
    }

    private var suspicions: Page.Section? {
        guard !report.suspicions.isEmpty else { return nil }
        return Page.Section(
            id: "suspicions", title: "Suspicions", note: "\(report.suspicions.count)",
            body: ViolationList(report.suspicions, areSuspicions: true).html)
    }

    // MARK: - What was measured

    private var times: Page.Section? {
        let completion = report.phases.first
        let curves: [PercentileChart.Curve] =
            completion.map { phase in
                [
                    .init(name: "response, from when it was due", series: 1, histogram: phase.response),
                    .init(name: "service, from the call", series: 2, histogram: phase.service),
                    .init(name: "physical limit, the slowest provider", series: 3, histogram: phase.limit),
                ]
            } ?? []
        let percentiles = PercentileChart(
            id: "percentiles", title: "Percentiles of \(completion?.name ?? "completion")",
            message:
                "Response and service part where visits had to wait for the generator or for those before them. Drawn "
                + "as far as ten visits lie beyond; the shade is where response lies with 95 % confidence.",
            curves: curves)
        let lag = PercentileChart(
            id: "lag", title: "Schedule lag",
            message:
                "How late visits began, beside how long a thread that only sleeps was kept waiting: what the machine "
                + "adds to everything here.",
            curves: [
                .init(name: "schedule lag", series: 4, histogram: report.lag),
                .init(name: "the machine's own delays", series: 3, histogram: report.hiccups),
            ])
        return section(
            "times", "Latency", [percentiles.chart, PhaseChart(report.phases).chart, lag.chart])
    }

    private var fanOuts: Page.Section? {
        section(
            "fan-outs", "Fan-out",
            [
                ScalingChart(steps: report.scale).chart, OverheadChart(report).chart, PartsChart(report).chart,
            ] + report.samples.map { WaterfallChart(sample: $0).chart })
    }

    private var winners: Page.Section? {
        WinnersTable(matrix: report.winners).html.map { Page.Section(id: "winners", title: "Winners", body: $0) }
    }

    private var overTime: Page.Section? {
        let errors = ErrorChart(report)
        var body = HTML(
            joining: [
                ThroughputChart(report.seconds).chart, errors.chart, HeatMapChart(report.seconds).chart,
            ].compactMap { $0?.html })
        if !report.errors.isEmpty { body += "<h3>Errors</h3>" + errors.table.html }
        guard body != .empty else { return nil }
        return Page.Section(id: "over-time", title: "Over time", body: body)
    }

    private var resources: Page.Section? {
        section("machine", "Machine", [ResourceChart(report.seconds, machines: max(1, report.parts.count)).chart])
    }

    private var parts: Page.Section? {
        guard !report.parts.isEmpty else { return nil }
        let table = DataTable(
            "Parts",
            columns: [
                .init("part"), .init("machine", .wide), .init("visits", .number), .init("lag p99", .number),
                .init("processors used", .number), .init("most memory", .number), .init("began late", .number),
                .init("clock ahead", .number),
            ],
            rows: report.parts.map { part in
                [
                    HTML(text: part.share), HTML(text: part.host), HTML(text: Quantity.count(part.completed)),
                    HTML(text: part.lag.isEmpty ? "–" : Quantity.duration(part.lag.value(at: 99))),
                    HTML(text: part.processors.map { Quantity.short($0) } ?? "–"),
                    HTML(text: part.memory.map { Quantity.bytes(Double($0)) } ?? "–"),
                    HTML(text: Quantity.duration(part.late)),
                    HTML(
                        text: "\(Quantity.duration(part.clockOffset)) ± \(Quantity.duration(part.clockUncertainty))"),
                ]
            })
        return Page.Section(
            id: "machines", title: "Machines that made the run", note: "\(report.parts.count)", body: table.html)
    }

    private func section(_ id: String, _ title: String, _ charts: [Chart?]) -> Page.Section? {
        let charts = charts.compactMap(\.self)
        return charts.isEmpty ? nil : Page.Section(id: id, title: title, body: HTML(joining: charts.map(\.html)))
    }

    private var howToRead: Page.Section? {
        Page.Section(
            id: "terms", title: "Terms",
            body: DescriptionList(
                .facts,
                [
                    .init(
                        "response",
                        "from when a visit was due to the end of its phase; waiting for the generator counts"),
                    .init("service", "from the call to the end of the phase"),
                    .init("physical limit", "from the call to the last byte that the slowest provider wrote"),
                    .init("overhead", "from that last byte to the end: parsing, merging, calling back"),
                    .init("added", "completion less what the slowest provider took by itself: late requests count"),
                    .init("floor", "raw fan-outs without an implementation, measured in the same run"),
                    .init("percentile", "n/a where fewer than ten values would lie beyond it"),
                    .init("decided", "the evidence allows only one winner; the others are too close to say"),
                ]
            ).html)
    }
}
