internal import AccessEnablerAPI
internal import Documents
internal import Evidence

/// A cause on a page: what is wrong and who says so, the clearest case with what happened there, and the other cases.
struct CauseSection {
    let cause: Cause
    let diagnosis: Diagnosis

    static func id(of cause: Cause) -> String { "cause-\(cause.number)" }

    private var id: String { Self.id(of: cause) }
    /// Tells what a screen reader calls by name from the same of other causes.
    private var name: String { "cause \(cause.number)" }
    private var report: RunReport { diagnosis.report(of: cause) }
    private var exemplar: Verdict { cause.exemplar.verdict }

    /// - Parameter isBrief: whether only what is wrong is told, and how to see it again.
    func html(isBrief: Bool) -> HTML {
        """
        <article class="failure \(cause.outcome.tone.rawValue)" id="\(id)" aria-labelledby="\(id)-h">
        <h3 id="\(id)-h">\(Badge(cause.outcome).html) \(cause.number). \(Prose.printable(cause.title))</h3>
        <p>\(cause.countByOutcome) on \(diagnosis.places(of: cause))</p>
        \(ways)
        \(isBrief ? nil : statements)
        <h4>For example <span class="code">\(exemplar.caseID)</span></h4>
        <p>\(exemplar.title)\(context)</p>
        \(isBrief ? nil : findings)
        \(isBrief ? nil : story)
        \(commands)
        \(company)
        \(others)
        </article>

        """
    }

    private var context: HTML {
        var words = [exemplar.area]
        if diagnosis.reports.count > 1 {
            words.insert("\(report.header.platform.rawValue) \(report.header.version)", at: 0)
        }
        if let reading = exemplar.reading { words.append("read as: \(reading)") }
        if let evidence = exemplar.evidence { words.append("evidence \(evidence.rawValue), \(evidence.words)") }
        words += [report.fixture(of: exemplar.caseID)].compactMap(\.self)
        return "<br/><small>\(words.joined(separator: " · "))</small>"
    }

    private var ways: HTML? {
        guard !cause.ways.isEmpty else { return nil }
        let items = cause.ways.map { way -> HTML in
            """
            <li><p>\(Badge(way.outcome).html)\(Prose.printable(way.title)) <span class="note">\
            \(diagnosis.count(of: way)), such as <span class="code">\(way.exemplar.caseID)</span></span></p></li>

            """
        }
        return """
            <h4>\(cause.titleOfWays.prefix(1).uppercased() + cause.titleOfWays.dropFirst())</h4>
            <ul class="list">\(items)</ul>
            """
    }

    private var statements: HTML? {
        let ids = cause.statements.isEmpty ? exemplar.statements : cause.statements
        let quotations = ids.map { id -> HTML in
            guard let statement = report.statements[id] else {
                return "<blockquote class=\"statement\"><p><b>\(id)</b></p></blockquote>\n"
            }
            let places: HTML? =
                statement.places.isEmpty ? nil : "<footer>\(statement.places.joined(separator: ", "))</footer>"
            return """
                <blockquote class="statement"><p><b>\(statement.id)</b> \(statement.level)<br/>\(statement.text)</p>\
                \(places)</blockquote>

                """
        }
        return quotations.isEmpty ? nil : "<h4>What the documents ask for</h4>\n\(quotations)"
    }

    // MARK: - The clearest case

    private var findings: HTML {
        let first = cause.exemplar.finding
        let rest = exemplar.findings.indices.filter { $0 != first }
        let others: HTML? =
            rest.isEmpty
            ? nil
            : "<details><summary>\(Prose.count(rest.count, "more finding")) in this case</summary>"
                + "\(rest.map(words))</details>"
        return "\(exemplar.findings.indices.contains(first) ? words(for: first) : nil)\(others)"
    }

    private func words(for index: Int) -> HTML {
        let finding = exemplar.findings[index]
        let comparison = DescriptionList.comparison(expected: finding.expected, actual: finding.seen)
        let message = Prose.printable(finding.tag + finding.message)
        return "<p>\(message)</p>\n\(comparison)\n\(differences(in: finding, index))"
    }

    private func differences(in finding: Finding, _ index: Int) -> HTML? {
        guard let differences = finding.symptom?.differences, !differences.isEmpty else { return nil }
        return DataTable(
            "Where the two differ, \(name), finding \(index + 1)",
            columns: [.init("differs in"), .init("Expected", .wide), .init("Actual", .wide)],
            rows: differences.map { difference in
                [
                    "<span class=\"code\">\(difference.path)</span>", "\(Prose.printable(difference.shown.expected))",
                    "<mark>\(Prose.printable(difference.shown.actual))</mark>",
                ]
            }
        ).html
    }

    private var story: HTML? {
        guard let record = report.records[exemplar.caseID], !record.observations.isEmpty else { return nil }
        let story = Story(record, exemplar.findings)
        guard !story.parts.isEmpty else { return nil }
        let diagram = SequenceDiagram(story, record)
        return """
            <h4>What happened</h4>
            <figure><div class="scroll" role="region" tabindex="0" aria-label="Sequence diagram, \(name)">\
            \(diagram.html(id: "\(id)-s", caseID: exemplar.caseID))</div>
            <details><summary>The same in words</summary>\(diagram.table(of: name).html)</details></figure>
            """
    }

    private var commands: HTML {
        var commands = [("Rerun", report.command(for: exemplar.caseID))]
        if let replay = report.replayCommand(for: exemplar.caseID) { commands.append(("Replay", replay)) }
        if cause.cases.count > 1 { commands.append(("Rerun all its cases", diagnosis.command(for: cause))) }
        return "\(commands.map { "<h4>\($0)</h4>\n<pre class=\"command\"><code>\($1)</code></pre>\n" as HTML })"
    }

    // MARK: - The other cases

    private var company: HTML? {
        let lines = cause.members.count == 1 ? [] : cause.company
        guard !lines.isEmpty else { return nil }
        let items = lines.prefix(12).map { line -> HTML in
            "<li><p>\(Prose.printable(line.title)) <span class=\"note\">\(Prose.count(line.cases, "case"))</span></p></li>\n"
        }
        return """
            <details><summary>What else goes wrong in some of the cases</summary>
            <ul class="list">\(items)</ul></details>
            """
    }

    private var others: HTML? {
        let cases = cause.cases.dropFirst()
        guard !cases.isEmpty else { return nil }
        return """
            <details><summary>and \(cases.count) more</summary>\
            <p class="code">\(cases.joined(separator: ", "))</p></details>
            """
    }
}

extension EvidenceClass {
    fileprivate var words: String {
        switch self {
        case .clocks: "clocks only"
        case .roundTrips: "round trips through the port"
        case .causal: "one caused the other"
        }
    }
}
