internal import AccessEnablerAPI
package import Documents
internal import Evidence
internal import Timing

/// What a run found, or several runs of one implementation as different platforms and releases, as one page.
package struct RunPage {
    /// Below a megabyte, whatever was found.
    private static let mostBytes = 900_000

    private let reports: [RunReport]
    /// The verdicts with sections of their own, with the runs that they are of.
    private let failures: [(run: Int, verdict: Verdict)]
    private let anchors: [[String: String]]

    /// - Parameter reports: one for each platform and release, at least one.
    package init(_ reports: [RunReport]) {
        precondition(!reports.isEmpty, "a page is about some run")
        self.reports = reports
        failures = reports.enumerated().flatMap { run, report in
            report.verdicts.filter(Self.hasSection).map { (run, $0) }
        }.sorted { Self.rank($0.1.outcome) < Self.rank($1.1.outcome) }
        var anchors = Array(repeating: [String: String](), count: reports.count)
        for (index, failure) in failures.enumerated() {
            anchors[failure.run][failure.verdict.caseID] = "case-\(index + 1)"
        }
        self.anchors = anchors
    }

    /// What was out of the question has nothing to explain, nor has what passed, unless something was noticed beside it.
    private static func hasSection(_ verdict: Verdict) -> Bool {
        switch verdict.outcome {
        case .pass: verdict.findings.contains { $0.standing == .noticed }
        case .notApplicable, .notTestable: false
        case .warn, .fail, .crash, .unknown, .expectedFail: true
        }
    }

    private static func rank(_ outcome: Outcome) -> Int {
        [.crash, .fail, .unknown, .warn].firstIndex(of: outcome) ?? 4
    }

    private var verdicts: [Verdict] { reports.flatMap(\.verdicts) }
    private var first: RunReport { reports[0] }
    private var places: [String] { reports.map { "\($0.header.platform.rawValue) \($0.header.version)" } }

    package var html: HTML {
        var frame = page(sections: [])
        let matrices = ProfileReport.all(of: reports).map { part in
            Page.Section(
                id: "contracts-\(part.profile.rawValue)", title: "Contracts by area: \(part.profile.rawValue)",
                note: "\(Set(part.verdicts.map(\.contractID)).count)",
                body: ContractMatrix(reports: reports, profile: part.profile) { run, caseID in anchors[run][caseID] }
                    .html)
        }
        // An adapter is tried once, whatever its port is run as.
        let adapter = reports.lazy.compactMap { AdapterSection($0).section }.first
        let others = [undecided, adapter, readings, howToRead].compactMap(\.self)
        frame.sections = matrices + others
        let room = Self.mostBytes - frame.html.source.utf8.count
        frame.sections = matrices + failureSections(room: room) + others
        return frame.html
    }

    private func page(sections: [Page.Section]) -> Page {
        let port = [first.header.portName, first.header.portVersion].filter { !$0.isEmpty }.joined(separator: " ")
        return Page(
            kind: "Conformance report", title: port,
            lead: "\(RunVerdict(reports).html)\n\(figures)\n\(facts)", sections: sections,
            footer: "assay \(first.header.assayVersion), \(WallTime(milliseconds: first.header.startedAt).text)")
    }

    // MARK: - Figures

    private var figures: HTML {
        let counts = OutcomeCounts(verdicts.map(\.outcome))
        let figures = reports.map(\.figures)
        let seconds = figures.reduce(0) { $0 + $1.duration.milliseconds } / 1_000
        let sessions = figures.reduce(0) { $0 + $1.sessions }
        let failed = counts.failed
        let open = counts[.unknown] + counts[.notTestable] + reports.reduce(0) { $0 + $1.missing }
        let rate = seconds > 0 ? "\(Quantity.number(Double(sessions) / seconds)) a second" : ""
        let quiet = figures.reduce(0) { $0 + $1.quiet.milliseconds } / 1_000
        return DescriptionList(
            .tiles,
            [
                .init("cases passed", Quantity.count(counts.kept), note: "of \(Quantity.count(counts.total))"),
                .init("failed", Quantity.count(failed), isNone: failed == 0),
                .init("with warnings", Quantity.count(counts[.warn]), isNone: counts[.warn] == 0),
                .init("undecided or not run", Quantity.count(open), isNone: open == 0),
                .init("sessions", Quantity.count(sessions), note: rate),
                .init("calls", Quantity.count(figures.reduce(0) { $0 + $1.calls })),
                .init("callbacks", Quantity.count(figures.reduce(0) { $0 + $1.callbacks })),
                .init("requests", Quantity.count(figures.reduce(0) { $0 + $1.requests })),
                .init(
                    "duration", "\(Quantity.number(seconds)) s",
                    note: quiet > 0 ? "\(Quantity.number(quiet)) s of proven quiet" : ""),
            ]
        ).html
    }

    private var facts: HTML {
        let header = first.header
        var facts: [DescriptionList.Item] = [
            .init("implementation", header.implementation),
            .init("as AccessEnabler", places.joined(separator: ", ")),
            .init("backend", header.backend), .init("seed", "\(header.seed)"),
            .init("begun", WallTime(milliseconds: header.startedAt).text),
        ]
        if let time = first.figures.firstVerdict {
            facts.append(.init("first verdict after", "\(Decimals.text(time.milliseconds, places: 0)) ms"))
        }
        let evidence = EvidenceClass.allCases.reversed().compactMap { level -> String? in
            let count = verdicts.count { $0.evidence == level }
            return count > 0 ? "\(level.rawValue): \(Prose.count(count, "case"))" : nil
        }
        if !evidence.isEmpty {
            facts.append(.init("evidence, where order is at stake", evidence.joined(separator: ", ")))
        }
        return DescriptionList(.facts, facts).html
    }

    // MARK: - Sections

    /// A section for every failure; the later ones tell less where there are very many.
    private func failureSections(room: Int) -> [Page.Section] {
        guard !failures.isEmpty else { return [] }
        var room = room
        var body: HTML = .empty
        // Every failure is there, so what the others need at least is kept for them.
        let sections = failures.enumerated().map { index, failure in
            FailureSection(
                verdict: failure.verdict, report: reports[failure.run], id: "case-\(index + 1)",
                place: reports.count > 1 ? places[failure.run] : nil)
        }
        var kept = sections.reduce(0) { $0 + $1.html(.brief).source.utf8.count }
        var shortened = 0
        for section in sections {
            kept -= section.html(.brief).source.utf8.count
            let choices = FailureSection.Detail.allCases.lazy.map { ($0, section.html($0)) }
            let fitting = choices.first { $1.source.utf8.count <= room - kept } ?? (.brief, section.html(.brief))
            if fitting.0 != .whole { shortened += 1 }
            room -= fitting.1.source.utf8.count
            body += fitting.1
        }
        let note: HTML? =
            shortened == 0
            ? nil
            : "<p>\(Prose.count(shortened, "case")) of \(failures.count) told briefly here, to keep the page small: "
                + "report.txt tells all of them whole.</p>\n"
        return [
            Page.Section(
                id: "failures",
                title: failures.contains { Self.rank($0.verdict.outcome) < 2 } ? "What failed" : "What is open",
                note: "\(failures.count)", body: "\(note)\(body)")
        ]
    }

    /// Cases that were not run or could not be tested, each reason once.
    private var undecided: Page.Section? {
        var order: [String] = []
        var cases: [String: [String]] = [:]
        for verdict in verdicts where verdict.outcome == .notTestable {
            let reason = verdict.findings.first?.message ?? "no reason was given"
            if cases[reason] == nil { order.append(reason) }
            cases[reason, default: []].append(verdict.caseID)
        }
        guard !order.isEmpty else { return nil }
        let items = order.map { reason -> HTML in
            let ids = cases[reason] ?? []
            return """
                <li><p>\(Badge(.notTestable).html)\(Prose.printable(reason))</p>
                <details><summary>\(Prose.count(ids.count, "case"))</summary>\
                <p class="code">\(ids.joined(separator: ", "))</p></details></li>

                """
        }
        return Page.Section(
            id: "untestable", title: "Not testable, and why", note: "\(cases.values.joined().count)",
            body: "<ul class=\"list\">\(items)</ul>")
    }

    /// How the port reads the documents where they leave a choice.
    private var readings: Page.Section? {
        let seen = zip(places, reports).flatMap { place, report in report.readings.map { (place, $0) } }
        guard !seen.isEmpty else { return nil }
        let table = DataTable(
            "Where the documents leave a choice",
            columns: [.init("ambiguity"), .init("as"), .init("the port reads it as", .wide), .init("seen in", .wide)],
            rows: seen.map { place, reading in
                [
                    "\(reading.ambiguity)", "\(place)", "\(reading.reading)",
                    "<span class=\"code\">\(reading.cases.joined(separator: ", "))</span>",
                ]
            })
        return Page.Section(
            id: "readings", title: "Where the documents leave a choice", note: "\(seen.count)", body: table.html)
    }

    private var howToRead: Page.Section? {
        let meanings: [(Outcome, String)] = [
            (.pass, "the port keeps the contract"), (.warn, "the port does not do what it should (SHOULD)"),
            (.fail, "the port breaks the contract"),
            (.crash, "the port died or stopped answering, alone with this case"),
            (.unknown, "the evidence does not decide"),
            (.notTestable, "the adapter lacks what the case needs, or nothing was exercised"),
            (.notApplicable, "platform, version or an optional capability takes the case out of the question"),
            (.expectedFail, "failed as a list of known failures said it would"),
        ]
        let items = meanings.map { "<li><p>\(Badge($0).html)\($1)</p></li>\n" as HTML }
        return Page.Section(
            id: "outcomes", title: "What the outcomes mean",
            body: """
                <ul class="list">\(items)</ul>
                <p>The profile core is what the documentation of iOS and tvOS asks for, extensions what only sister \
                documents ask for. A case counts in the profiles of what it is about, and of what it breaks.</p>
                <p>Evidence says how the order of replies is known, where it is at stake: E3, one caused the other; E2, \
                round trips through the port lay between; E1, the bytes were acknowledged; E0, clocks only. Only E3 and \
                repeated E2 convict. Highlighted rows of a diagram are those that the finding speaks of; names such as \
                $A stand for values of the session.</p>
                """)
    }
}
