import AccessEnabler
import AccessEnablerAPI
import Driver
import Evidence
import PortWrapping
import Specification
import Synchronization
import Testing

@testable import Runner

extension WholeRuns {
    @Suite struct CrowdedPortTests {
        /// The reference, whose configurations fail while it has more than one session: as on a machine so busy that a
        /// port misses its own time limits.
        private static func crowded() throws -> WrappedPort {
            let sessions = Mutex(0)
            return WrappedPort(id: "crowded", network: try CurlNetwork()) { stage, mutation in
                sessions.withLock { $0 += 1 }
                stage.atEnd { sessions.withLock { $0 -= 1 } }
                mutation.callback = { callback in
                    guard callback.selector == .setRequestorComplete, sessions.withLock({ $0 > 1 }) else {
                        return [callback]
                    }
                    return [callback.with("status", .int(StatusCode.error.rawValue))]
                }
            }
        }

        @Test func whatGoesWrongInCompanyAloneIsNotRunAgainForEver() async throws {
            let bench = try Workbench()
            let sessions = Mutex(0)
            // Each look at a case waits for quiet as often as the case does.
            let cases = Array(
                bench.cases { testCase in
                    let quiets = testCase.steps.count { if case .quiesce = $0.action { true } else { false } }
                    return testCase.steps.count > 1 && quiets < 2
                        && ["authentication", "authorization"].contains(testCase.area)
                }.prefix(32))
            let verdicts = try await bench.run(
                cases,
                observe: { observation in
                    if case .sessionOpened = observation.event { sessions.withLock { $0 += 1 } }
                }
            ) { recorder in InProcessImplementation(port: try Self.crowded(), recorder: recorder) }
            let undecided = verdicts.filter { $0.outcome == .inconclusive }
            #expect(verdicts.allSatisfy { !$0.isBad }, "\(verdicts.filter(\.isBad))")
            #expect(undecided.count > Strain.enough + 8)
            #expect(undecided.contains { $0.findings.contains { $0.message.contains("not in 3 runs alone: ") } })
            #expect(undecided.contains { $0.findings.contains { $0.message.contains("not in 1 run alone: ") } })
            #expect(sessions.withLock { $0 } < cases.count + 2 * undecided.count + Strain.enough)
        }

        @Test func onlyCasesInARowThatWereInOrderAloneAreEnough() {
            var strain = Strain()
            for _ in 1..<Strain.enough { strain.take([.made(.pass), .made(.inconclusive)]) }
            strain.take([.made(.inconclusive)])
            #expect(!strain.isBelieved, "a look that decided nothing counts for nothing")
            strain.take([.made(.pass), .made(.fail)])
            for _ in 1..<Strain.enough { strain.take([.made(.pass)]) }
            #expect(!strain.isBelieved)
            strain.take([.made(.warn)])
            #expect(strain.isBelieved)
        }
    }
}

extension Verdict {
    fileprivate static func made(_ outcome: Outcome) -> Verdict {
        Verdict(caseID: "c", contractID: "c", title: "", area: "", outcome: outcome, statements: [])
    }
}
