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
            let cases = Array(
                bench.cases { $0.steps.count > 1 && ["authentication", "authorization"].contains($0.area) }.prefix(80))
            let verdicts = try await bench.run(
                cases,
                observe: { observation in
                    if case .sessionOpened = observation.event { sessions.withLock { $0 += 1 } }
                }
            ) { recorder in InProcessImplementation(port: try Self.crowded(), recorder: recorder) }
            let undecided = verdicts.filter { $0.outcome == .inconclusive }
            #expect(verdicts.allSatisfy { !$0.isBad }, "\(verdicts.filter(\.isBad))")
            #expect(undecided.count > 2 * Strain.enough)
            #expect(undecided.contains { $0.findings.contains { $0.message.hasSuffix("not in 3 runs alone") } })
            #expect(undecided.contains { $0.findings.contains { $0.message.hasSuffix("not in 1 run alone") } })
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
