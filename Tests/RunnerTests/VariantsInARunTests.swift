import AccessEnabler
import AccessEnablerAPI
import Checkers
import Driver
import Evidence
import Glibc
import Specification
import Testing
import Variants

@testable import assay

extension WholeRuns {
    /// Some ports that are right and different against the fast lane; ASSAY_SEED chooses others.
    @Suite struct VariantsInARunTests {
        /// Printed where it fails; `assay strength --variants --seed` does not choose the same.
        static let seed = unsafe getenv("ASSAY_SEED").flatMap { unsafe UInt64(String(cString: $0)) } ?? 1
        static let chosen =
            Variant.some(2, of: quick, seed: seed).map(\.id) + Variant.pairs(1, of: quick, seed: seed).map(\.id)
        private static let quick = Variant.all.filter { !$0.isSlow && !$0.isCoreOnly }

        @Test(arguments: chosen) func aRightPortIsConvictedOfNothing(id: String) async throws {
            let variant = try #require(Variant.named(id))
            let bench = try Workbench()
            let folder = try SpecFolder.readSound(Workbench.packageFolder + "/Specs")
            let cases = try SmokeCases.chosen(bench.cases(), of: folder)
            for platform in Platform.allCases {
                let verdicts = try await bench.run(cases, platform: platform) { recorder in
                    InProcessImplementation(port: variant.port(over: try CurlNetwork()), recorder: recorder)
                }
                for verdict in Consistency(bench.specifications.register).applied(to: verdicts) {
                    #expect(
                        ![.fail, .crash].contains(verdict.outcome),
                        "variant \(id), seed \(Self.seed), \(verdict.caseID): \(verdict.findings.map(\.message))")
                }
            }
        }
    }
}
