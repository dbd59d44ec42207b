package import AccessEnablerAPI

/// What becomes of each statement of the register: who decides it, or why nobody does.
package struct Coverage: Sendable {
    /// Each statement is in exactly one class.
    package enum Class: Sendable, Hashable {
        /// Contracts that cite it, by id.
        case covered([String])
        /// Rules that every trace of every case is held against, by id.
        case invariant([String])
        /// It binds the application, whose part the runner plays, and which keeps it.
        case duty
        case untestable(reason: String, remedy: String)
        /// Not of the platforms and the version asked about.
        case elsewhere
        case unclassified

        /// The class in words.
        package var name: String {
            switch self {
            case .covered: "covered"
            case .invariant: "invariant"
            case .duty: "application's duty"
            case .untestable: "not testable"
            case .elsewhere: "not in this platform or version"
            case .unclassified: "unclassified"
            }
        }
    }

    package struct Entry: Sendable, Hashable {
        package var statement: Statement
        package var coverage: Class
    }

    package let platforms: Set<Platform>
    package let version: SDKVersion
    /// In the order of the register.
    package let entries: [Entry]

    /// `rules` are the ids of the rules for every trace, by the statements they stand for.
    ///
    /// A contract counts where a run as one of the platforms, in the version, runs it: with the steps that it has there.
    package init(
        of register: Register, by catalog: Catalog, api: APITable, rules: [String: [String]],
        platforms: Set<Platform>, version: SDKVersion
    ) {
        self.platforms = platforms
        self.version = version
        let platforms = Platform.allCases.filter { platforms.contains($0) && version >= $0.firstRelease }
        let applying = catalog.cases.flatMap { testCase in
            platforms.compactMap { platform in
                let fitted = testCase.fitted(to: platform, version)
                return fitted.inapplicability(on: platform, version, of: api) == nil ? fitted : nil
            }
        }
        let contracts = Catalog(cases: applying).contractsByStatement
        let everywhere = catalog.contractsByStatement
        var untestable: [String: Class] = [:]
        for entry in register.untestable {
            for id in entry.statements { untestable[id] = .untestable(reason: entry.reason, remedy: entry.remedy) }
        }
        entries = register.statements.map { statement in
            let coverage: Class
            if !platforms.contains(where: { statement.applies(to: $0, version) }) {
                coverage = .elsewhere
            } else if statement.subject == .application {
                coverage = untestable[statement.id] ?? .duty
            } else if let ids = contracts[statement.id] {
                coverage = .covered(ids)
            } else if let ids = rules[statement.id] {
                coverage = .invariant(ids)
            } else {
                coverage = untestable[statement.id] ?? everywhere[statement.id].map(Self.elsewhere) ?? .unclassified
            }
            return Entry(statement: statement, coverage: coverage)
        }
    }

    /// What is decided only as another platform or release.
    private static func elsewhere(_ contracts: [String]) -> Class {
        let names = contracts.prefix(3).joined(separator: ", ") + (contracts.count > 3 ? " and others" : "")
        return .untestable(
            reason: "What decides it, \(names), is of another platform or other versions.",
            remedy: "Contracts of this platform and version.")
    }

    /// How many statements are in each class.
    package var counts: [(name: String, count: Int)] {
        let classes: [Class] = [
            .covered([]), .invariant([]), .duty, .untestable(reason: "", remedy: ""), .elsewhere, .unclassified,
        ]
        return classes.map(\.name).map { name in (name, entries.count { $0.coverage.name == name }) }
    }

    /// What nobody decides and nobody explains.
    package var unclassified: [Statement] {
        entries.filter { $0.coverage == .unclassified }.map(\.statement)
    }
}

extension Catalog {
    /// The contracts that cite each statement, by id and in order: those that are about it before those that come by it.
    package var contractsByStatement: [String: [String]] {
        var about: [String: [String]] = [:]
        var passing: [String: [String]] = [:]
        for testCase in cases {
            let own = testCase.ownCites
            for id in testCase.allCites {
                if own.contains(id) {
                    if about[id]?.last != testCase.contractID { about[id, default: []].append(testCase.contractID) }
                } else if passing[id]?.last != testCase.contractID {
                    passing[id, default: []].append(testCase.contractID)
                }
            }
        }
        return about.merging(passing) { about, passing in about + passing.filter { !about.contains($0) } }
    }
}
