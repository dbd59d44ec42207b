import AccessEnablerAPI
import Documents
import Evidence
import Reports
import Specification

/// The page "what is tested, and what is not and why".
struct CoveragePage {
    private let coverage: Coverage
    private let specifications: Specifications
    private let titles: [String: String]

    init(_ coverage: Coverage, _ specifications: Specifications) {
        self.coverage = coverage
        self.specifications = specifications
        titles = Dictionary(specifications.catalog.cases.map { ($0.contractID, $0.title) }) { first, _ in first }
    }

    var html: HTML {
        let place = coverage.platforms.map(\.rawValue).sorted().joined(separator: " and ")
        return Page(
            kind: "Coverage", title: "What is tested, and what is not and why",
            lead: """
                <p>\(Prose.count(coverage.entries.count, "statement")) of what AccessEnabler must do, \
                as of \(coverage.version.description) on \(place).</p>
                \(numbers)
                """,
            sections: [reasons, readings].compactMap(\.self) + specifications.register.areas.compactMap(area),
            footer: PageMark.html
        ).html
    }

    private var numbers: HTML {
        let all = coverage.entries.count
        return DescriptionList(
            .tiles,
            coverage.counts.map { name, count in
                let share = all == 0 ? 0 : 100 * count / all
                return .init(name, "\(count)", note: "\(share) %", isNone: count == 0)
            }
        ).html
    }

    /// Each reason once, with what it holds for.
    private var reasons: Page.Section? {
        var order: [Coverage.Class] = []
        var statements: [Coverage.Class: [Statement]] = [:]
        for entry in coverage.entries {
            guard case .untestable = entry.coverage else { continue }
            if statements[entry.coverage] == nil { order.append(entry.coverage) }
            statements[entry.coverage, default: []].append(entry.statement)
        }
        let items = order.map { reason -> HTML in
            guard case .untestable(let why, let remedy) = reason else { return .empty }
            let links = HTML(
                joining: (statements[reason] ?? []).map { "<a href=\"#\($0.id)\">\($0.id)</a>" }, separator: ", ")
            return """
                <li><p>\(why)</p><p>Would be testable with: \(remedy)</p><p><small>\(links)</small></p></li>

                """
        }
        guard !items.isEmpty else { return nil }
        return Page.Section(
            id: "untestable", title: "Not testable, and why", note: "\(statements.values.joined().count)",
            body: "<ul class=\"list\">\n\(items)</ul>")
    }

    /// Where the documents leave a choice, and what becomes of it.
    private var readings: Page.Section? {
        let ambiguities = specifications.register.ambiguities
        let readers = specifications.catalog.readers
        let table = DataTable(
            "Where the documents leave a choice",
            columns: [.init("ambiguity"), .init("issue", .wide), .init("recommended", .wide), .init("read in", .wide)],
            rows: ambiguities.map { ambiguity in
                let names = (readers[ambiguity.id] ?? []).map { testCase -> HTML in
                    "<div>\(testCase.contractID): \(testCase.readings.map(\.name).joined(separator: " | "))</div>"
                }
                return [
                    "<span id=\"\(ambiguity.id)\">\(ambiguity.id)</span>", "\(ambiguity.issue)",
                    "\(ambiguity.reading)", "\(ambiguity.informational ?? "")\(names)",
                ]
            })
        return Page.Section(id: "choices", title: "Where the documents leave a choice", of: table)
    }

    private func area(_ area: RegisterArea) -> Page.Section? {
        let entries = coverage.entries.filter { $0.statement.area == area.name }
        let table = DataTable(
            area.title,
            columns: [.init("statement"), .init("asks", .wide), .init("is"), .init("by", .wide)],
            rows: entries.map { entry in
                let statement = entry.statement
                return [
                    """
                    <span id="\(statement.id)">\(statement.id)</span><br/>\
                    <small>\(statement.level.rawValue) \(statement.subject.rawValue)</small>
                    """,
                    "\(statement.text)", Self.badge(entry.coverage).html, cell(entry.coverage),
                ]
            })
        return Page.Section(id: "area-\(area.name)", title: area.title, of: table)
    }

    private func cell(_ coverage: Coverage.Class) -> HTML {
        switch coverage {
        case .covered(let contracts):
            HTML(
                joining: contracts.map { "<span title=\"\(titles[$0] ?? "")\">\($0)</span>" }, separator: ", ")
        default:
            HTML(text: CoverageText.words(for: coverage))
        }
    }

    private static func badge(_ coverage: Coverage.Class) -> Badge {
        switch coverage {
        case .covered, .invariant: Badge(.pass, sign: "✓", word: "decided")
        case .duty, .elsewhere: Badge(.aside, sign: "–", word: "set aside")
        case .untestable: Badge(.open, sign: "○", word: "not testable")
        case .unclassified: Badge(.fail, sign: "✗", word: "missing")
        }
    }
}
