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
}
