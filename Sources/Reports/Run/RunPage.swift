internal import AccessEnablerAPI
package import Documents
internal import Evidence
internal import Timing

/// What a run found, or several runs of one implementation as different platforms and releases, as one page.
package struct RunPage {
    /// So many causes are told whole: the page stays below a megabyte.
    private static let maxWhole = 25
    /// So many causes are named on the first screen.
    private static let maxLines = 12

    private let reports: [RunReport]
    /// What they come to in each profile.
    private let parts: [ProfileReport]
    private let diagnosis: Diagnosis
    /// The section about a case of a run, by case.
    private let anchors: [[String: String]]

    /// - Parameter reports: one for each platform and release, at least one.
    /// - Parameter profiles: what they come to, where that is more than what they say themselves.
    /// - Parameter folder: where the files of all of them are, as a shell finds it.
    package init(_ reports: [RunReport], profiles: [ProfileReport]? = nil, folder: String = "") {
        precondition(!reports.isEmpty, "a page is about some run")
        self.reports = reports
        parts = profiles ?? ProfileReport.all(of: reports)
        diagnosis = Diagnosis(reports, folder: folder.isEmpty ? reports[0].folder : folder)
        var anchors = Array(repeating: [String: String](), count: reports.count)
        for cause in diagnosis.causes.reversed() {
            for member in cause.members { anchors[member.run][member.caseID] = CauseSection.id(of: cause) }
        }
        self.anchors = anchors
    }

    private var verdicts: [Verdict] { reports.flatMap(\.verdicts) }
    private var first: RunReport { reports[0] }
    private var places: [String] { reports.map { "\($0.header.platform.rawValue) \($0.header.version)" } }

    package var html: HTML {
        let matrices = parts.filter { !$0.verdicts.isEmpty }.map { part in
            Page.Section(
                id: "contracts-\(part.profile.rawValue)", title: "Contracts by area: \(part.profile.rawValue)",
                note: "\(Set(part.verdicts.map(\.contractID)).count)",
                body: ContractMatrix(reports: reports, profile: part.profile) { run, caseID in anchors[run][caseID] }
                    .html)
        }
        let adapter = AdapterSection(reports: reports).section
        let index = FailureIndex(diagnosis: diagnosis).section
        var page = Page(
            kind: "Conformance report", title: first.header.port, lead: "\(verdict)\n\(causes)\n\(figures)",
            sections: ([untested] + matrices + [causeSection, index, adapter, readings, howToRead]).compactMap(\.self),
            footer: "\(facts)assay \(first.header.assayVersion), \(WallTime(milliseconds: first.header.startedAt).text)"
        )
        if index != nil { page.script = FailureIndex.script }
        return page.html
    }

    /// What it comes to, in a word and a sentence for each profile.
    private var verdict: HTML {
        let remarks = first.problems.map(\.words) + reports.flatMap(\.remarks)
        return "\(parts.enumerated().map { banner($1, remarks: $0 == 0 ? remarks : []).html })"
    }

    private func banner(_ part: ProfileReport, remarks: [String]) -> VerdictBanner {
        let untested = Set(Unlocking(part.verdicts).steps.flatMap(\.cases)).count
        let gaps = untested == 0 ? [] : ["\(Prose.count(untested, "case")) could not be tested: see below"]
        let word = part.word.prefix(1) + part.word.dropFirst().lowercased()
        return VerdictBanner(
            Badge(part.exitCode.shownAs, word: String(word)), part.sentence + ".", remarks: gaps + remarks)
    }

    // MARK: - Figures

    private var figures: HTML {
        // As the first banner counts of a profile that has cases.
        let part = parts.first { !$0.verdicts.isEmpty } ?? parts[0]
        let counts = part.counts
        let figures = reports.map(\.figures)
        let seconds = figures.reduce(0) { $0 + $1.duration.milliseconds } / 1_000
        let sessions = figures.reduce(0) { $0 + $1.sessions }
        let rate = seconds > 0 ? "\(Quantity.number(Double(sessions) / seconds)) a second" : ""
        let quiet = figures.reduce(0) { $0 + $1.quiet.milliseconds } / 1_000
        return DescriptionList(
            .tiles,
            [
                .init(
                    "cases passed", Quantity.count(counts.kept),
                    note: "of \(Quantity.count(part.applicable)) applicable (\(part.profile.rawValue))"),
                .init("failed", Quantity.count(counts.failed), isNone: counts.failed == 0),
                .init("undecided", Quantity.count(part.undecided), isNone: part.undecided == 0),
                .init("failed as expected", Quantity.count(counts[.expectedFail]), isNone: counts[.expectedFail] == 0),
                .init("of those passed, with warnings", Quantity.count(counts[.warn]), isNone: counts[.warn] == 0),
                .init("not applicable", Quantity.count(counts[.notApplicable]), isNone: true),
                .init("sessions", Quantity.count(sessions), note: rate),
                .init("calls", Quantity.count(figures.reduce(0) { $0 + $1.calls })),
                .init("callbacks", Quantity.count(figures.reduce(0) { $0 + $1.callbacks })),
                .init("requests", Quantity.count(figures.reduce(0) { $0 + $1.requests })),
                .init(
                    "duration", "\(Quantity.number(seconds)) s",
                    note: quiet > 0 ? "\(Quantity.number(quiet)) s waited for quiet" : ""),
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

    /// The causes in a line each, the first thing after the verdict.
    private var causes: HTML? {
        guard !diagnosis.causes.isEmpty else { return nil }
        let items = diagnosis.causes.prefix(Self.maxLines).map { cause -> HTML in
            // The identifiers are names, which no line ends in.
            let statements: [HTML] = cause.statements.prefix(3).map { " · <span class=\"name\">\($0)</span>" }
            return """
                <li><p>\(Badge(cause.outcome).html)<a href="#\(CauseSection.id(of: cause))">\
                \(Prose.printable(cause.title))</a> <span class="note">\(cause.countByOutcome)\
                \(statements)</span><br/><small>For example <span class="code">\(cause.exemplar.verdict.caseID)</span>: \
                \(cause.exemplar.verdict.title)</small></p></li>

                """
        }
        let rest = diagnosis.causes.count - Self.maxLines
        let more: HTML? = rest > 0 ? "<p><a href=\"#causes\">\(Prose.count(rest, "more cause"))</a></p>" : nil
        return "<h2>What is wrong</h2>\n<ol class=\"list causes\">\(items)</ol>\(more)\n\(resemblances)"
    }

    private var resemblances: [HTML] { diagnosis.resemblances.map { "<p>It \(Self.withCode($0)).</p>\n" } }

    /// Names in backquotes are code.
    private static func withCode(_ sentence: String) -> [HTML] {
        let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        return parts.enumerated().map { index, part in index % 2 == 1 ? "<code>\(part)</code>" : "\(part)" }
    }

    /// Every cause; the later ones are told in brief where there are very many.
    private var causeSection: Page.Section? {
        guard !diagnosis.causes.isEmpty else { return nil }
        let sections = diagnosis.causes.enumerated().map { index, cause in
            CauseSection(cause: cause, diagnosis: diagnosis).html(isBrief: index >= Self.maxWhole)
        }
        let rest = sections.count - Self.maxWhole
        let note: HTML? =
            rest > 0
            ? "<p>\(Prose.count(rest, "cause")) of \(sections.count) shortened here: report.txt has all in full.</p>\n"
            : nil
        return Page.Section(id: "causes", title: "Causes", note: "\(sections.count)", body: "\(note)\(sections)")
    }

    /// What could not be tested, and what the adapter needs for it.
    private var untested: Page.Section? {
        let steps = Unlocking(verdicts).steps
        guard !steps.isEmpty else { return nil }
        let items = steps.map { step -> HTML in
            """
            <li><details><summary>\(Self.withCode(Prose.printable(step.words))): \
            \(Prose.count(step.cases.count, "case"))</summary>\
            <p class="code">\(step.cases.joined(separator: ", "))</p></details></li>

            """
        }
        return Page.Section(
            id: "untested", title: "What could not be tested", note: "\(Set(steps.flatMap(\.cases)).count)",
            body: "<p>What to add to the adapter, and how many cases that makes testable:</p>\n"
                + "<ul class=\"list\">\(items)</ul>")
    }

    /// How the port reads the documents where they leave a choice.
    private var readings: Page.Section? {
        let seen = zip(places, reports).flatMap { place, report in report.readings.map { (place, $0) } }
        let table = DataTable(
            "Readings",
            columns: [.init("ambiguity"), .init("as"), .init("the port reads it as", .wide), .init("seen in", .wide)],
            rows: seen.map { place, reading in
                [
                    "\(reading.ambiguity)", "\(place)", "\(reading.reading)",
                    "<span class=\"code\">\(reading.cases.joined(separator: ", "))</span>",
                ]
            })
        return Page.Section(id: "readings", title: "Where the documents leave a choice", of: table)
    }

    private var howToRead: Page.Section? {
        let meanings: [(Outcome, String)] = [
            (.pass, "the port keeps the contract"), (.warn, "the port does not do what it should (SHOULD)"),
            (.fail, "the port breaks the contract"),
            (.crash, "the port died or stopped answering, alone with this case"),
            (.inconclusive, "the evidence does not decide"),
            (.notTestable, "the adapter lacks what the case needs, or nothing was exercised"),
            (.notApplicable, "platform, version or an optional capability rules the case out"),
            (.expectedFail, "failed as the list of known failures expects"),
        ]
        let items = meanings.map { "<li><p>\(Badge($0).html)\($1)</p></li>\n" as HTML }
        return Page.Section(
            id: "outcomes", title: "What the outcomes mean",
            body: """
                <ul class="list">\(items)</ul>
                <p>The profile core is what the documentation of iOS and tvOS asks for, extensions what only sister \
                documents ask for. A case counts in the profiles of what it is about, and of what it breaks.</p>
                <p>Evidence says how the order of replies is known, where it is at stake: E3, one caused the other; E2, \
                round trips through the port lay between; E0, clocks only. Only E3 and repeated E2 fail a case. Highlighted \
                rows of a diagram are those that the finding speaks of; names such as $A stand for values of the session.</p>
                """)
    }
}
