internal import AccessEnablerAPI
internal import Documents
internal import Evidence

/// What is to be said about one case on a page: what it asks, who asks for it, what came instead, what happened, and
/// how to see it again.
struct FailureSection {
    /// How much is told; a page with very many failures tells less of the later ones.
    enum Detail: Int, CaseIterable {
        case whole
        case withoutPictures
        case brief
    }

    let verdict: Verdict
    let report: RunReport
    let id: String
    /// Where runs as several platforms or releases are on the page: which this was.
    let place: String?

    func html(_ detail: Detail) -> HTML {
        """
        <article class="failure \(verdict.outcome.tone.rawValue)" id="\(id)" aria-labelledby="\(id)-h">
        <h3 id="\(id)-h">\(Badge(verdict.outcome).html) <span class="code">\(verdict.caseID)</span></h3>
        <p>\(verdict.title)\(context)</p>
        \(detail == .brief ? brief : whole)
        \(detail == .whole ? story : nil)
        <h4>Run it again</h4>
        <pre class="command" tabindex="0"><code>\(report.command(for: verdict.caseID))</code></pre>
        \(replay)
        </article>

        """
    }

    private var replay: HTML? {
        report.replayCommand(for: verdict.caseID).map { command in
            "<h4>Run it again as it was</h4>\n<pre class=\"command\" tabindex=\"0\"><code>\(command)</code></pre>"
        }
    }

    private var context: HTML {
        var words: [String] = []
        if let place { words.append(place) }
        words.append(verdict.area)
        if let reading = verdict.reading { words.append("read as: \(reading)") }
        if let evidence = verdict.evidence { words.append("evidence \(evidence.rawValue), \(evidence.words)") }
        return "<br/><small>\(words.joined(separator: " · "))</small>"
    }

    private var brief: HTML {
        "<p>\(verdict.findings.first?.message ?? verdict.title)</p>"
    }

    private var whole: HTML {
        let cited = verdict.findings.flatMap(\.statements)
        let statements = statements(cited.isEmpty ? verdict.statements : cited)
        let heading: HTML? = statements.isEmpty ? nil : "<h4>What the documents ask for</h4>\n"
        return """
            \(heading)\(statements)
            <h4>What came instead</h4>
            \(verdict.findings.map(Self.words))
            """
    }

    /// Each statement once, in the order in which they come up.
    private func statements(_ ids: [String]) -> [HTML] {
        var seen: Set<String> = []
        return ids.filter { seen.insert($0).inserted }.map { id in
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
    }

    private static func words(for finding: Finding) -> HTML {
        var items: [DescriptionList.Item] = []
        if !finding.expected.isEmpty { items.append(.init("expected", Prose.printable(finding.expected))) }
        if !finding.seen.isEmpty { items.append(.init("came", Prose.printable(finding.seen))) }
        let comparison: HTML? = items.isEmpty ? nil : DescriptionList(.compare, items).html
        return "<p>\(Prose.printable(finding.tag + finding.message))</p>\n\(comparison)\n"
    }

    private var story: HTML? {
        guard let record = report.records[verdict.caseID], !record.observations.isEmpty else { return nil }
        let story = Story(record, marked: Set(verdict.findings.flatMap(\.observations)))
        guard !story.parts.isEmpty else { return nil }
        let diagram = SequenceDiagram(story, record)
        return """
            <h4>What happened</h4>
            <figure><div class="scroll" role="region" tabindex="0" aria-label="Sequence diagram of \(verdict.caseID)">\
            \(diagram.html(id: "\(id)-s", caseID: verdict.caseID))</div>
            <details><summary>The same in words</summary>\(diagram.table.html)</details></figure>
            """
    }
}

extension EvidenceClass {
    fileprivate var words: String {
        switch self {
        case .clocks: "clocks only"
        case .acknowledged: "the bytes were acknowledged"
        case .roundTrips: "round trips through the port"
        case .causal: "one caused the other"
        }
    }
}
