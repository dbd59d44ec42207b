import AccessEnabler
import AccessEnablerAPI
import Mutants
import Driver
import Evidence
import Runner
import Specification
import Testing

extension WholeRuns {
    /// Races judged by round trips and repetition, because the port does not say when it takes a reply in.
    @Suite struct PortsWithoutTapTests {
        private static let plan = RepetitionPlan(trials: 50, pause: .milliseconds(30))

        private func verdicts(_ cases: [Case], _ bench: Workbench, _ port: any Port) async throws -> [Verdict] {
            try await bench.run(cases, repetition: Self.plan) { recorder in
                InProcessImplementation(port: TaplessPort(base: port), recorder: recorder)
            }
        }

        @Test func theReferenceDoesNotFail() async throws {
            let bench = try Workbench()
            let cases = bench.cases { $0.contractID.hasPrefix("race-") }
            let verdicts = try await verdicts(cases, bench, ReferencePort())
            #expect(verdicts.allSatisfy { $0.outcome != .fail && $0.outcome != .crash })
            #expect(verdicts.contains { $0.outcome == .pass && $0.evidence == .roundTrips })
        }

        /// Where replies come far apart, it takes in each before the next one is there.
        @Test func aPortThatHoldsRepliesForAWhileIsNotSaidToBeRight() async throws {
            let bench = try Workbench()
            let cases = bench.cases { $0.id.hasPrefix("race-two-providers") && $0.id.contains("in-order") }
            let port = ReferencePort(network: HoldingNetwork(base: try CurlNetwork()))
            let verdicts = try await verdicts(Array(cases.prefix(1)), bench, port)
            #expect(verdicts.map(\.outcome) == [.inconclusive])
            #expect(
                verdicts[0].findings.contains { $0.message.contains("how far apart replies come") },
                "\(verdicts[0].findings)")
        }

        @Test func aPortWhoseLastResponderWinsFailsByRepetition() async throws {
            let bench = try Workbench()
            let cases = bench.cases { $0.id.hasPrefix("race-two-providers") && $0.id.contains("in-order") }
            let port = try #require(Mutant.named("last-wins")).port()
            let verdict = try #require(try await verdicts(Array(cases.prefix(1)), bench, port).first)
            #expect(verdict.outcome == .fail)
            #expect(verdict.evidence == .roundTrips)
            #expect(verdict.findings.contains { $0.message.contains("repetitions alone") }, "\(verdict.findings)")
        }
    }
}
