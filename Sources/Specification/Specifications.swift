import AccessEnablerAPI
package import Documents

/// Everything below the `Specs` folder: statements, the API's tables, and contracts.
package struct Specifications: Sendable {
    package var register: Register
    package var api: APITable
    package var catalog: Catalog

    /// What contracts may name that is not itself data of the folder.
    package struct Dialect: Sendable {
        /// The names of checks.
        package var checks: Set<String>
        /// The rules for every trace, by the statements that they decide.
        package var rules: [String: [String]]

        package init(checks: Set<String>, rules: [String: [String]] = [:]) {
            self.checks = checks
            self.rules = rules
        }
    }

    /// Reads the folder; blocks.
    ///
    /// Every mistake of every file goes to `diagnostics`.
    package static func read(
        folder: String, dialect: Dialect, diagnostics: Diagnostics
    ) throws(FileError) -> Specifications {
        let register = Register.read(
            try RegisterFile.yaml(below: folder + "/statements"), diagnostics: diagnostics)
        let api = APITable.read(
            try RegisterFile.yaml(below: folder + "/api"), register: register, diagnostics: diagnostics)
        let vocabulary = Vocabulary(register: register, api: api, dialect: dialect)
        let contracts = folder + "/contracts"
        let files = try RegisterFile.yaml(below: contracts).map { file in
            Catalog.File(path: file.path, area: area(of: file.path, below: contracts), bytes: file.bytes)
        }
        let catalog = Catalog.read(files, vocabulary: vocabulary, diagnostics: diagnostics)
        reportTestable(register.untestable, catalog, dialect.rules, diagnostics)
        CitesCheck(register).report(on: catalog.cases, diagnostics)
        ReadingsCheck(catalog).report(on: register.ambiguities, diagnostics)
        return Specifications(register: register, api: api, catalog: catalog)
    }

    /// The cases of contracts that are no part of the folder, held to the same rules; mistakes go to `diagnostics`.
    package func cases(in files: [Catalog.File], dialect: Dialect, diagnostics: Diagnostics) -> [Case] {
        ForeignContracts(self, dialect).cases(in: files, diagnostics)
    }

    /// What a contract cites or a rule decides is not untestable any more.
    private static func reportTestable(
        _ list: [Untestable], _ catalog: Catalog, _ rules: [String: [String]], _ diagnostics: Diagnostics
    ) {
        let contracts = catalog.contractsByStatement
        for entry in list {
            for id in entry.statements {
                let decider =
                    contracts[id]?.first.map { "cited by the contract '\($0)'" }
                    ?? rules[id]?.first.map { "decided by the rule '\($0)'" }
                guard let decider else { continue }
                diagnostics.report(
                    "the statement '\(id)' is \(decider) and so does not belong here",
                    file: entry.place.file, at: entry.place.mark)
            }
        }
    }

    /// The name of the first folder below the contracts' folder.
    private static func area(of path: String, below folder: String) -> String {
        let parts = path.dropFirst(folder.count).split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : "other"
    }
}

/// What reads contracts that are no part of the folder, for whoever reads them again and again.
package struct ForeignContracts: Sendable {
    private let vocabulary: Vocabulary
    private let cites: CitesCheck

    package init(_ specifications: Specifications, _ dialect: Specifications.Dialect) {
        vocabulary = Vocabulary(register: specifications.register, api: specifications.api, dialect: dialect)
        cites = CitesCheck(specifications.register)
    }

    package func cases(in files: [Catalog.File], _ diagnostics: Diagnostics) -> [Case] {
        let cases = Catalog.read(files, vocabulary: vocabulary, diagnostics: diagnostics).cases
        cites.report(on: cases, diagnostics)
        return cases
    }
}

extension Vocabulary {
    init(register: Register, api: APITable, dialect: Specifications.Dialect) {
        var parameters: [String: [String]] = [:]
        for call in api.calls where !call.isConstructor {
            parameters[call.selector.rawValue] = call.arguments.map(\.name)
        }
        self.init(
            calls: parameters.keys.sorted(), callbacks: api.callbacks.map(\.selector.rawValue).sorted(),
            parameters: parameters, statements: Set(register.statements.map(\.id)), checks: dialect.checks)
        ambiguities = register.ambiguities.map(\.id)
    }
}
