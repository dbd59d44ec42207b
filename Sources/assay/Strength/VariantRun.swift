import AccessEnablerAPI
import Checkers
import Evidence
import Reports
import Runner
import Specification
import Variants

/// Runs the catalogue against ports that are right, as `assay run` would.
struct VariantRun {
    let specifications: Specifications
    let cases: [Case]
    let seed: UInt64
    /// Whose ports they are; nil for the reference.
    var foreign: ForeignVariants?

    /// How many cases of one port are under way at once.
    private static let jobs = 32

    /// What the catalogue makes of one right port.
    func row(of variant: Variant) async throws(ToolError) -> VariantMatrix.Row {
        var row = VariantMatrix.Row(
            id: variant.id, title: variant.title, reason: variant.reason, grounds: variant.grounds)
        for leg in StrengthLegs.newest {
            for verdict in try await verdicts(on: variant, leg) { row.take(verdict, leg: leg.name) }
        }
        return row
    }

    private func verdicts(on variant: Variant, _ leg: Leg) async throws(ToolError) -> [Verdict] {
        let those = cases.filter(leg.has)
        guard !those.isEmpty else { return [] }
        let choice = foreign?.choice(of: variant.id) ?? .variant(text: "variant:\(variant.id)", variant)
        let arena = Arena(specifications: specifications, choice: choice, leg: leg)
        let result = try await arena.run(
            those,
            RunConfiguration(
                platform: leg.platform, version: leg.version, seed: seed, jobs: Self.jobs,
                storageFolder: arena.storageFolder))
        let verdicts = Consistency(specifications.register).applied(to: result.verdicts)
        return variant.isCoreOnly ? verdicts.compactMap { $0.seen(in: .core) } : verdicts
    }
}
