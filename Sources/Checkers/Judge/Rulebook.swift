import AccessEnablerAPI
import Specification

/// The documented API, held once: it is too large to be copied with everything that looks at it.
final class Rulebook: Sendable {
    let api: APITable
    /// The texts of the statements, by id.
    private let statements: [String: String]

    init(api: APITable, statements: [Statement] = []) {
        self.api = api
        self.statements = Dictionary(statements.map { ($0.id, $0.text) }) { first, _ in first }
    }

    /// The statements that are broken by a callback that should not have come: those that say when it comes, and of
    /// `cites` those that speak of it; `cites` where the documents have no such callback.
    func statements(on callback: Selector, of cites: [String]) -> [String] {
        guard let documented = api.callback(callback) else { return cites }
        let name = callback.rawValue.prefix { $0 != ":" }
        let speaking = cites.filter { statements[$0]?.contains(name) ?? false }
        return speaking + documented.triggers.cites.filter { !speaking.contains($0) }
    }
}
