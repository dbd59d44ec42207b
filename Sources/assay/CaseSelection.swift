import Documents
import Reports
import Specification

struct CaseSelection: Sendable, Hashable {
    /// Any of them must fit; all cases fit where there is none.
    var filters: [String] = []
    /// None of them may fit.
    var exclusions: [String] = []
    /// Statements, of which a case must cite one.
    var statements: [String] = []

    /// The cases meant, in order.
    ///
    /// A filter or statement that no case fits is a mistake: a run of nothing would look like a good one.
    func cases(of specifications: Specifications) throws(ToolError) -> [Case] {
        var cases = specifications.catalog.cases
        for id in statements where specifications.register[id] == nil {
            let hint = suggestion(for: id, among: specifications.register.statements.map(\.id))
            throw .impossible("unknown statement '\(Prose.cut(id, to: 60))'\(hint)")
        }
        for id in statements where !cases.contains(where: { $0.allCites.contains(id) }) {
            throw .impossible("no contract cites the statement '\(id)'")
        }
        var fitting: Set<String> = []
        for filter in filters {
            let found = Self.cases(cases, fitting: filter)
            if found.isEmpty {
                let names = Set(cases.map(\.contractID)).union(cases.map(\.area)).sorted()
                let hint = filter.count > 60 ? "" : suggestion(for: filter, among: names)
                throw .impossible("no case fits the filter '\(Prose.cut(filter, to: 60))'\(hint)")
            }
            fitting.formUnion(found.map(\.id))
        }
        var excluded: Set<String> = []
        for pattern in exclusions {
            let found = Self.cases(specifications.catalog.cases, fitting: pattern)
            guard !found.isEmpty else {
                throw .impossible("no case fits the exclusion '\(Prose.cut(pattern, to: 60))'")
            }
            excluded.formUnion(found.map(\.id))
        }
        if !filters.isEmpty { cases = cases.filter { fitting.contains($0.id) } }
        if !statements.isEmpty { cases = cases.filter { !$0.allCites.isDisjoint(with: statements) } }
        guard !cases.isEmpty else { throw .impossible("no case fits both the filters and the statements") }
        cases = cases.filter { !excluded.contains($0.id) }
        guard !cases.isEmpty else { throw .impossible("the exclusions leave no case") }
        return cases
    }

    /// With `*` or `?` the filter must fit a whole id, contract, area or `area/id`; without, it may be a part of one.
    ///
    /// What is the whole of one does not also mean those whose names only contain it.
    static func cases(_ cases: [Case], fitting filter: String) -> [Case] {
        if filter.contains(where: { $0 == "*" || $0 == "?" }) {
            return cases.filter { testCase in names(of: testCase).contains { Glob.fits($0, filter) } }
        }
        let exact = cases.filter { names(of: $0).contains(filter) }
        return exact.isEmpty ? cases.filter { "\($0.area)/\($0.id)".contains(filter) } : exact
    }

    private static func names(of testCase: Case) -> [String] {
        [testCase.id, testCase.contractID, testCase.area, "\(testCase.area)/\(testCase.id)"]
    }
}

/// Patterns in which `*` stands for any text and `?` for any one character; brackets mean themselves.
enum Glob {
    static func fits(_ text: String, _ pattern: String) -> Bool {
        let text = Array(text)
        let pattern = Array(pattern)
        var (t, p) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while t < text.count {
            if p < pattern.count, pattern[p] == "*" {
                star = (p, t)
                p += 1
            } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
                t += 1
                p += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                (t, p) = (last.text + 1, last.pattern + 1)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
