import AccessEnablerAPI
import Documents
import Evidence
import Reports
import Specification

/// A coverage in lines for a terminal, and as JSON.
enum CoverageText {
    /// Every statement by area, then the numbers.
    static func list(_ coverage: Coverage, areas: [RegisterArea]) -> String {
        var text = ""
        for area in areas {
            text += "\(area.name): \(area.title)\n"
            for entry in coverage.entries where entry.statement.area == area.name {
                let label = "\(entry.statement.id) \(Prose.padded(entry.statement.level.rawValue, to: 6))"
                text += Prose.entry(label, words(for: entry.coverage), column: 24) + "\n"
            }
            text += "\n"
        }
        return text + summary(coverage)
    }

    /// The numbers, and the statements in no class.
    static func summary(_ coverage: Coverage) -> String {
        let place = coverage.platforms.map(\.rawValue).sorted().joined(separator: " and ")
        var text =
            "\(Prose.count(coverage.entries.count, "statement")), AccessEnabler \(coverage.version.description) on \(place)\n"
        for (name, count) in coverage.counts {
            text += "  " + Prose.rightAligned(String(count), to: 4) + "  " + name + "\n"
        }
        guard !coverage.unclassified.isEmpty else { return text }
        return text
            + Prose.wrapped("In no class: " + coverage.unclassified.map(\.id).joined(separator: ", "), width: 80) + "\n"
    }

    private static func words(for coverage: Coverage.Class) -> String {
        switch coverage {
        case .covered(let contracts): "covered by \(some(contracts))"
        case .invariant(let rules): "on every trace: \(rules.joined(separator: ", "))"
        case .duty: "the application's duty, which the runner keeps"
        case .untestable(let reason, let remedy): "not testable: \(reason) Would be with: \(remedy)"
        case .elsewhere: "not in this platform or version"
        case .unclassified: "in no class"
        }
    }

    /// The first few; the JSON has all of them.
    private static func some(_ contracts: [String]) -> String {
        let shown = 6
        let names = contracts.prefix(shown).joined(separator: ", ")
        return contracts.count > shown ? names + " and \(contracts.count - shown) more" : names
    }

    static func json(_ coverage: Coverage, _ specifications: Specifications) -> JSON {
        let statements = coverage.entries.map { entry -> JSON in
            var members: JSONObject = [
                "id": .string(entry.statement.id), "level": .string(entry.statement.level.rawValue),
                "subject": .string(entry.statement.subject.rawValue),
                "strictness": .string(entry.statement.strictness.rawValue), "class": .string(entry.coverage.name),
            ]
            switch entry.coverage {
            case .covered(let contracts): members["contracts"] = .strings(contracts)
            case .invariant(let rules): members["rules"] = .strings(rules)
            case .untestable(let reason, let remedy):
                members["reason"] = .string(reason)
                members["remedy"] = .string(remedy)
            case .duty, .elsewhere, .unclassified: break
            }
            return .object(members)
        }
        var counts = JSONObject()
        for (name, count) in coverage.counts { counts[name] = .int(Int64(count)) }
        return [
            "platforms": .array(coverage.platforms.map(\.rawValue).sorted().map(JSON.string)),
            "version": .string(coverage.version.description), "counts": .object(counts),
            "statements": .array(statements), "ambiguities": ReadingsText.json(specifications),
        ]
    }
}
