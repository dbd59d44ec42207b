import AccessEnablerAPI
import Evidence
import Specification

/// The documented API, held once: it is too large to be copied with everything that looks at it.
final class Rulebook: Sendable {
    let api: APITable
    /// The texts of the statements, by id.
    private let statements: [String: String]
    let weights: StatementWeights

    init(api: APITable, statements: [Statement] = []) {
        self.api = api
        weights = StatementWeights(statements)
        self.statements = Dictionary(statements.map { ($0.id, $0.text) }) { first, _ in first }
    }

    /// The statements that are broken by a callback of a case that should not have come: those that say when it comes, and
    /// of the case's those that speak of it; the case's where the documents have no such callback.
    ///
    /// What a contract asks that is less than a MUST of the core forbids no more than that.
    ///
    /// - Parameter cites: those of the case, or what the step or the expectation names.
    func statements(on callback: Selector, of cites: [String]) -> [String] {
        guard let documented = api.callback(callback) else { return cites }
        let name = callback.rawValue.prefix { $0 != ":" }
        let speaking = cites.filter { statements[$0]?.contains(name) ?? false }
        let all = speaking + documented.triggers.cites.filter { !speaking.contains($0) }
        let own = weights.least(of: cites)
        return own == nil || weights.least(of: all) == own ? all : cites + all.filter { !cites.contains($0) }
    }

    /// The statements that say that a callback is not of a platform; nil where it is, or where the documents forbid it there.
    ///
    /// What the documents leave open fails nobody: of those that speak of the callback, the ones that bear least.
    func statements(ofPlatformsOf callback: Selector, _ platform: Platform) -> [String]? {
        guard let documented = api.callback(callback), !documented.platforms.contains(platform),
            documented.platformsBasis == .reading, let least = weights.least(of: documented.cites)
        else { return nil }
        return documented.cites.filter { weights[$0] == least }
    }

    /// What is told once more and was told before, by sequence number: who waits for what comes next passes it over.
    func repeated(in observations: some Sequence<Observation>) -> Set<Int> {
        RepeatedPickers(in: observations).passed.union(RepeatedAnswers(in: observations, api).passed)
    }

    /// A finding with what it counts for.
    func weighed(_ finding: Finding) -> Finding {
        var finding = finding
        guard let weight = weights.least(of: finding.statements) else { return finding }
        finding.weight = finding.weight?.limited(by: weight) ?? weight
        return finding
    }
}
