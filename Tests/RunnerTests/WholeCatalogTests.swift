import AccessEnablerAPI
import Checkers
import Mutants
import Driver
import Evidence
import Specification
import Testing

extension WholeRuns {
    /// The whole catalogue, over real sockets, against ports that are right and ports that are wrong.
    @Suite struct WholeCatalogTests {
        @Test(arguments: [(Platform.iOS, 320), (.tvOS, 230)])
        func theReferenceKeepsEveryContractThatApplies(on platform: Platform, atLeast count: Int) async throws {
            let bench = try Workbench()
            let verdicts = try await ReferenceRun.verdicts(on: platform)
            for verdict in verdicts where verdict.outcome != .notApplicable {
                #expect(verdict.outcome == .pass, "\(verdict.caseID): \(verdict.findings.map(\.message))")
            }
            #expect(verdicts.count { $0.outcome == .pass } >= count)
            // What the first reading of each ambiguity says is recommended. The reference waits for the others for a while,
            // and a machine may be so busy that it has waited long enough before the others are let go.
            for (testCase, verdict) in zip(bench.cases(), verdicts)
            where verdict.outcome == .pass && !testCase.reads.isEmpty && testCase.id != "completion-moment" {
                #expect(verdict.reading == testCase.readings.first?.name, "\(verdict.caseID)")
            }
        }

        @Test func aPortThatReadsOneAmbiguityInTwoWaysFails() async throws {
            let bench = try Workbench()
            let mutant = try #require(Mutant.named("cancellation-is-read-unevenly"))
            let cases = bench.cases { $0.contractID.hasPrefix("get-authorization-cancelled-at-") }
            let verdicts = try await bench.run(cases) { recorder in
                InProcessImplementation(port: try mutant.port(), recorder: recorder)
            }
            #expect(verdicts.map(\.outcome) == [.pass, .pass])
            let judged = Consistency(bench.specifications.register).applied(to: verdicts)
            // It counts for as much as the statements that leave the choice.
            let finding = judged.flatMap(\.findings).first { $0.message == "A-12 is read in two ways" }
            let broken = try #require(finding?.statements)
            #expect(mutant.cites.contains { broken.contains($0) })
        }

        /// Tried with one case of each contract that binds: what only may be is not broken by who does nothing.
        @Test(arguments: Mutant.all.filter { $0.kind == .degenerate }.map(\.id))
        func aDegeneratePortPassesNothing(id: String) async throws {
            let bench = try Workbench()
            var seen: Set<String> = []
            let cases = bench.cases { $0.level != .may && seen.insert($0.contractID).inserted }.map(\.impatient)
            #expect(cases.count >= 200)
            let verdicts = try await bench.run(
                cases, jobs: 200, deadline: .milliseconds(300), looks: 0
            ) { recorder in
                let port = try #require(Mutant.named(id)).port()
                return InProcessImplementation(port: port, recorder: recorder)
            }
            #expect(verdicts.filter { $0.outcome == .pass }.map(\.caseID) == [])
        }

        /// Wrong logins with the device's account, of each kind, are caught by a rule that they break.
        @Test(arguments: [
            "no-platform-sso", "picker-stays", "picker-dismissed-late", "supported-on-page", "picker-choice-is-told",
            "no-way-back-from-picker", "filter-offers-everyone", "silent-about-access", "adoption-is-told",
        ])
        func aMutantOfApplesPickerIsCaughtByTheRuleItBreaks(id: String) async throws {
            let bench = try Workbench()
            let mutant = try #require(Mutant.named(id))
            let cases = bench.cases { $0.area == "platform-sso" && $0.kills.contains(id) }
            // What is only on tvOS is for `assay strength`.
            let verdicts = try await bench.run(
                cases.filter { $0.platforms.contains(.iOS) }, until: mutant.cites, deadline: .seconds(2)
            ) { recorder in
                InProcessImplementation(port: try mutant.port(), recorder: recorder)
            }
            #expect(
                verdicts.contains { $0.isFailure(by: mutant.cites) },
                "\(verdicts.map { ($0.caseID, $0.outcome.rawValue) })")
        }

        /// Each part of the merge has a mutant, and a contract that cites the broken rule catches it.
        @Test(arguments: [
            "last-wins", "url-order", "first-takes-all", "random", "one-mvpd-wrong", "one-request-at-a-time",
            "error-counts-as-responder", "binding-not-sticky",
        ])
        func aMutantOfTheMergeIsCaughtByTheRuleItBreaks(id: String) async throws {
            let bench = try Workbench()
            let mutant = try #require(Mutant.named(id))
            let cases = bench.cases { $0.area == "service-providers" && $0.kills.contains(id) }
            try #require(!cases.isEmpty)
            let verdicts = try await bench.run(cases, until: mutant.cites, deadline: .seconds(5)) { recorder in
                InProcessImplementation(port: try mutant.port(), recorder: recorder)
            }
            #expect(
                verdicts.contains { $0.isFailure(by: mutant.cites) },
                "\(verdicts.map { ($0.caseID, $0.outcome.rawValue) })")
        }
    }
}

extension Case {
    /// The case without the time that it grants to ports that may need it; what waits in vain anyway waits no longer.
    fileprivate var impatient: Case {
        func impatient(_ steps: [Step]) -> [Step] {
            steps.map { step in
                guard case .await(let pattern, _) = step.action else { return step }
                var step = step
                step.action = .await(pattern, due: .atOnce)
                return step
            }
        }
        var testCase = self
        testCase.steps = impatient(testCase.steps)
        testCase.idioms = testCase.idioms.mapValues(impatient)
        return testCase
    }
}
