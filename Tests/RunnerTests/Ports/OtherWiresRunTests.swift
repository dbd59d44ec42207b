import AccessEnabler
import AccessEnablerAPI
import Documents
import Driver
import Evidence
import Mutants
import Specification
import Testing

extension WholeRuns {
    /// The contracts know no generation of the protocol: a port that speaks another is judged by the same.
    @Suite struct OtherWiresRunTests {
        @Test(arguments: Platform.allCases, [Wire.restV1, .restV2])
        func theReferenceKeepsTheSmokeSet(on platform: Platform, over wire: Wire) async throws {
            let bench = try Workbench()
            let smoke = try Self.smoke()
            let cases = bench.cases { smoke.contains($0.id) }
            #expect(cases.count == smoke.count)
            let verdicts = try await bench.run(cases, platform: platform, over: wire) { recorder in
                InProcessImplementation(port: try ReferencePort(wire: wire), recorder: recorder)
            }
            for verdict in verdicts where verdict.outcome != .notApplicable {
                #expect(verdict.outcome == .pass, "\(verdict.caseID): \(verdict.findings.map(\.message))")
            }
            #expect(verdicts.count { $0.outcome == .pass } * 2 > verdicts.count)
        }

        /// What the protocol cannot do is said where the contract is, with the reason.
        @Test(arguments: [Wire.restV1, .restV2])
        func nineOfTenCoreCasesAreForIt(wire: Wire) async throws {
            let bench = try Workbench()
            let weights = StatementWeights(bench.specifications.register.statements)
            let core = bench.cases { weights.profiles(of: $0).contains(.core) }
            for platform in Platform.allCases {
                func applicable(over wire: Wire) -> Int {
                    core.map { $0.fitted(to: platform, .newest, over: wire) }.count {
                        $0.inapplicability(on: platform, .newest, over: wire, of: bench.specifications.api) == nil
                    }
                }
                #expect(applicable(over: wire) * 10 >= applicable(over: .sdk) * 9)
                #expect(applicable(over: wire) < applicable(over: .sdk))
            }
        }

        /// All but a comma, which separates resources there.
        @Test(arguments: Platform.allCases) func oddNamesAreMetOverV1(on platform: Platform) async throws {
            let bench = try Workbench()
            let cases = bench.cases { $0.fixture.hasOddNames }
            let verdicts = try await bench.run(cases, platform: platform, over: .restV1) { recorder in
                InProcessImplementation(port: try ReferencePort(wire: .restV1), recorder: recorder)
            }
            for verdict in verdicts where verdict.outcome != .notApplicable {
                #expect(verdict.outcome == .pass, "\(verdict.caseID): \(verdict.findings.map(\.message))")
            }
            #expect(verdicts.contains { $0.caseID.hasPrefix("preauthorization-of-odd") && $0.outcome == .pass })
        }

        /// Of routing, and those whose mistake is another one in REST API v2 than in the SDK's protocol.
        @Test(arguments: [
            "last-wins", "binding-not-sticky", "authorizes-elsewhere", "device-is-not-named",
            "another-device-authorizes", "goes-on-with-another", "temp-pass-has-no-end", "metadata-of-logins-only",
            "media-token-first", "ids-in-preauthorization-are-not-escaped",
        ])
        func aMutantOverV2IsCaught(id: String) async throws {
            let bench = try Workbench()
            let mutant = try #require(Mutant.named(id))
            let cases = bench.cases { $0.kills.contains(id) && $0.supposes.isEmpty && $0.versions.contains(.newest) }
            let verdicts = try await bench.run(
                cases.prefix(12), until: mutant.cites, over: .restV2, deadline: .seconds(5)
            ) {
                InProcessImplementation(port: try mutant.port(over: .restV2), recorder: $0)
            }
            #expect(
                verdicts.contains { $0.isFailure(by: mutant.cites) },
                "\(verdicts.map { ($0.caseID, $0.outcome.rawValue) })")
        }

        private static func smoke() throws -> Set<String> {
            let text = try File.read(Workbench.packageFolder + "/Specs/strength/smoke.yaml")
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
            return Set(lines.filter { $0.hasPrefix("  - \"") }.map { String($0.dropFirst(5).dropLast()) })
        }
    }
}
