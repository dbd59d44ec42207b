/// What is to be told of the catalogue's strength.
package struct StrengthReport: Sendable {
    package var matrix: KillMatrix
    /// What became of the ports that are right.
    package var variants: VariantMatrix
    /// The statements that should have a mutant that is caught by a case that cites them.
    package var statements: [String]
    /// The statements that would be among them if anything could decide them, with the reason why nothing can.
    package var untestable: [String: String]
    package var contracts: [String]
    /// Cases that together catch what all do, as far as the smoke set has them.
    package var killingSet: [String]
    /// The mutants that are known to survive, with the reason.
    package var known: [String: String]
    /// What is wrong: survivors that nobody has explained, claims of contracts that do not hold.
    package var problems: [String]

    package init(
        matrix: KillMatrix, variants: VariantMatrix = VariantMatrix([]), statements: [String],
        untestable: [String: String] = [:], contracts: [String],
        killingSet: [String]? = nil, known: [String: String], problems: [String]
    ) {
        self.matrix = matrix
        self.variants = variants
        self.statements = statements
        self.untestable = untestable
        self.contracts = contracts
        self.killingSet = killingSet ?? matrix.minimumKillingSet()
        self.known = known
        self.problems = problems
    }

    var explained: [KillMatrix.Row] { matrix.survivors.filter { known[$0.id] != nil } }

    /// What a person may want to go through, with the reason where there is one.
    var lists: [(id: String, title: String, items: [(name: String, reason: String?)])] {
        func named(_ names: [String]) -> [(name: String, reason: String?)] { names.map { ($0, nil) } }
        return [
            ("statements", "statements (MUST) without a kill", named(matrix.withoutKill(statements))),
            (
                "untestable", "statements (MUST) that nothing can decide",
                untestable.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            ),
            (
                "contracts", "contracts that catch nothing which no other catches",
                named(matrix.withoutUniqueKill(contracts))
            ),
            ("killing-set", "killing set: cases of which none can be left out", named(killingSet)),
            ("survivors", "mutants known to survive", explained.map { ($0.id, known[$0.id]) }),
        ]
    }
}
