import AccessEnablerAPI
import Documents
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
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>What is tested, and what is not and why</title>
            \(HTML.code(.style, Self.style))
            </head>
            <body>
            <h1>What is tested, and what is not and why</h1>
            <p>\(coverage.entries.count) statements of what AccessEnabler must do, \
            as of \(coverage.version.description) on \(place).</p>
            \(numbers)
            \(reasons)
            \(readings)
            \(specifications.register.areas.map(area))
            </body>
            </html>

            """
    }

    private var numbers: HTML {
        let rows = coverage.counts.map { name, count -> HTML in
            let share = coverage.entries.isEmpty ? 0 : 100 * count / coverage.entries.count
            return """
                <tr><th scope="row">\(name)</th><td class="number">\(count)</td>\
                <td><meter min="0" max="100" value="\(share)">\(share) %</meter></td></tr>

                """
        }
        return "<table class=\"numbers\">\n\(rows)</table>"
    }

    /// Each reason once, with what it holds for.
    private var reasons: HTML {
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
            return "<li><p>\(why)</p><p>Would be testable with: \(remedy)</p><p class=\"ids\">\(links)</p></li>\n"
        }
        guard !items.isEmpty else { return .empty }
        return "<h2>Not testable, and why</h2>\n<ul class=\"reasons\">\n\(items)</ul>"
    }

    /// Where the documents leave a choice, and what becomes of it.
    private var readings: HTML {
        let readers = specifications.catalog.readers
        let rows = specifications.register.ambiguities.map { ambiguity -> HTML in
            let names = (readers[ambiguity.id] ?? []).map { testCase -> HTML in
                "<div>\(testCase.contractID): \(testCase.readings.map(\.name).joined(separator: " | "))</div>"
            }
            return """
                <tr id="\(ambiguity.id)" class="\(ambiguity.informational == nil ? "decided" : "aside")">\
                <th scope="row">\(ambiguity.id)</th><td>\(ambiguity.issue)</td><td>\(ambiguity.reading)</td>\
                <td>\(ambiguity.informational ?? "")\(names)</td></tr>

                """
        }
        return """
            <h2>Where the documents leave a choice</h2>
            <table>
            <thead><tr><th scope="col">Ambiguity</th><th scope="col">Issue</th><th scope="col">Recommended</th>\
            <th scope="col">Read in</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            """
    }

    private func area(_ area: RegisterArea) -> HTML {
        let rows = coverage.entries.filter { $0.statement.area == area.name }.map(row)
        return """
            <h2>\(area.title)</h2>
            <table>
            <thead><tr><th scope="col">Statement</th><th scope="col">Asks</th><th scope="col">Decided by</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>

            """
    }

    private func row(_ entry: Coverage.Entry) -> HTML {
        let statement = entry.statement
        return """
            <tr id="\(statement.id)" class="\(Self.mark(of: entry.coverage))"><th scope="row">\(statement.id)<br>\
            <small>\(statement.level.rawValue) \(statement.subject.rawValue)</small></th>\
            <td>\(statement.text)</td><td>\(cell(entry.coverage))</td></tr>

            """
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

    private static func mark(of coverage: Coverage.Class) -> String {
        switch coverage {
        case .covered, .invariant: "decided"
        case .duty, .elsewhere: "aside"
        case .untestable: "open"
        case .unclassified: "missing"
        }
    }

    private static let style: StaticString = """

        :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
        body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
        table { border-collapse: collapse; width: 100%; margin-bottom: 2rem; }
        th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8884; }
        tbody th { white-space: nowrap; border-left: 4px solid transparent; font-weight: 600; }
        td span { white-space: nowrap; }
        small { color: #777; font-weight: 400; }
        .numbers { width: auto; } .number { text-align: right; font-variant-numeric: tabular-nums; }
        .decided th { border-left-color: #2a8a4a; } .open th { border-left-color: #c98a00; }
        .missing th { border-left-color: #c22; } .aside th { border-left-color: #8888; }
        .reasons li { margin-bottom: 1rem; } .reasons p { margin: 0; } .ids { color: #777; font-size: .9rem; }

        """
}
