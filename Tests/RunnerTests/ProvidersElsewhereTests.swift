import AccessEnabler
import Mutants
import Driver
import Evidence
import Specification
import Testing

extension WholeRuns {
    /// Service providers that are not simulated: what cannot be known there is not judged.
    @Suite struct ProvidersElsewhereTests {
        private static let given = ["A": "Cablevision", "B": "Fiber", "user": "user", "password": "password"]

        @Test func theReferenceNeverFailsAndSomethingIsCertified() async throws {
            let bench = try Workbench()
            let verdicts = try await bench.run(bench.cases(), given: Self.given) { recorder in
                InProcessImplementation(port: try ReferencePort(), recorder: recorder)
            }
            for verdict in verdicts {
                #expect([.pass, .notTestable, .notApplicable].contains(verdict.outcome), "\(verdict)")
            }
            #expect(verdicts.count { $0.outcome == .pass } >= 15)
            #expect(ExitCode(of: verdicts.map(\.outcome)) == .incomplete)
        }

        @Test func aPortThatIsWrongIsStillCaught() async throws {
            let bench = try Workbench()
            let mutant = try #require(Mutant.named("wrong-code-on-cancel"))
            let verdicts = try await bench.run(
                bench.cases { $0.contractID == "cancel-at-the-login-page" }, deadline: .seconds(1), given: Self.given
            ) { recorder in
                InProcessImplementation(port: try mutant.port(), recorder: recorder)
            }
            #expect(verdicts.map(\.outcome) == [.fail])
        }

        @Test func aCaseSaysWhatItLacks() async throws {
            let bench = try Workbench()
            let wanted = ["sign-in", "race-two-providers", "cancel-at-the-login-page"]
            let verdicts = try await bench.run(bench.cases { wanted.contains($0.contractID) }, given: [:]) { recorder in
                InProcessImplementation(port: try ReferencePort(), recorder: recorder)
            }
            let reasons = Set(verdicts.flatMap(\.findings).map(\.message))
            #expect(
                reasons == [
                    "no MVPD is given for A; add --bind A=ID",
                    "the case needs service providers that it can control (gates)",
                    "the case needs to see what the service providers are asked",
                ])
        }
    }
}
