import AccessEnabler
import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Synchronization
import Testing
import Timing

@testable import Mutants
@testable import PortWrapping

extension WholeRunsThatWait {
    /// What follows from a mistake, and what only seems to.
    @Suite struct ConsequenceTests {
        /// A port that answers twice breaks a SHOULD, and the second answer is not the answer to the next call.
        @Test(arguments: [
            (
                "login-ends-twice",
                ["forced-authentication", "login-after-logout", "change-of-mind"]
            ),
            ("logout-ends-twice", ["logout", "dialog-after-logout", "logout-without-apple"]),
            ("token-twice", ["authorizations-wait-for-one-login"]),
            ("completes-twice", ["requests-go-out-at-once", "configuration-is-silent-about-the-account"]),
            (
                "preauthorization-twice",
                [
                    "preauthorization-with-cache", "preauthorization-without-cache", "preauthorized-resources",
                    "preauthorizations-at-once",
                ]
            ),
            ("metadata-twice", ["several-questions-of-metadata", "metadata-after-logout"]),
            ("provider-twice", ["change-of-mind", "chosen-twice"]), ("dismisses-twice", ["picker-is-cancelled"]),
        ])
        func aSecondAnswerFailsNobodyOfTheNextCall(id: String, contracts: [String]) async throws {
            let bench = try Workbench()
            let mutant = try #require(Mutant.named(id))
            let cases = bench.cases { contracts.contains($0.contractID) }
            try #require(Set(cases.map(\.contractID)).count == contracts.count)
            let verdicts = try await bench.run(cases, deadline: .seconds(2)) { recorder in
                InProcessImplementation(port: try mutant.port(), recorder: recorder)
            }
            let failed = verdicts.filter { $0.outcome != .pass && $0.outcome != .warn }
            #expect(failed.map { "\($0.caseID) \($0.outcome.rawValue): \($0.findings.map(\.message))" } == [])
            #expect(verdicts.contains { $0.outcome == .warn })
        }

        /// The wait is over when the flow is, or when another picker came, and not when the deadline is.
        @Test(arguments: [
            ("get-authorization-does-not-log-in", "get-authorization-logs-in"),
            ("older-configuration-wins", "overlapping-configurations"),
        ])
        func aWaitEndsWithTheFlow(id: String, contract: String) async throws {
            let bench = try Workbench()
            let mutant = try #require(Mutant.named(id))
            let cases = bench.cases { $0.contractID == contract }
            try #require(!cases.isEmpty)
            let deadline = Duration.seconds(60)
            let times = Mutex<[SessionID: MonotonicTime]>([:])
            let waits = Mutex<[Duration]>([])
            let verdicts = try await bench.run(
                cases, deadline: deadline, looks: 1,
                observe: { observation in
                    switch observation.event {
                    case .stepBegan: times.withLock { $0[observation.session] = observation.time }
                    case .stepFailed:
                        guard let began = times.withLock({ $0[observation.session] }) else { return }
                        waits.withLock { $0.append(observation.time - began) }
                    default: return
                    }
                }
            ) { recorder in
                InProcessImplementation(port: try mutant.port(), recorder: recorder)
            }
            #expect(verdicts.contains { $0.outcome == .fail })
            let waited = waits.withLock(\.self)
            #expect(!waited.isEmpty && waited.allSatisfy { $0 < deadline }, "\(waited)")
        }
    }

    /// No document says how late is too late, and a port without a barrier cannot say that it has nothing left to do.
    @Suite struct LatePortTests {
        private func outcomes(late: Duration, _ contract: String) async throws -> [Outcome] {
            let bench = try Workbench()
            let cases = bench.cases { $0.contractID == contract }
            return try await bench.run(cases, deadline: .seconds(1), looks: 3) { recorder in
                InProcessImplementation(port: try SlowPort(callbacks: late, replies: .zero), recorder: recorder)
            }.map(\.outcome)
        }

        @Test func whoIsLateAndCannotSayThatItIsDoneIsWaitedFor() async throws {
            #expect(try await outcomes(late: .milliseconds(2_700), "check-authentication-without-token") == [.pass])
        }

        /// Quiet that was too short for a timer of the port's is longer when the case is seen again.
        @Test func whatComesOfAnEarlierStepAfterTheQuietFailsNobody() async throws {
            let late = Mutant.mutant("late-tracking", "tracks after 700 ms, or when it is configured", []) {
                stage, mutation in
                let waiting = Kept<[Message]>([])
                let tell: @Sendable () -> Void = {
                    for callback in waiting.change({ waiting in
                        defer { waiting = [] }; return waiting
                    }) { stage.tell(callback) }
                }
                mutation.call = { call in
                    if call.selector.configures { tell() }
                    return [call]
                }
                mutation.onCallback(.sendTrackingData) { callback in
                    waiting.change { $0.append(callback) }
                    _ = Environment.sleep(.milliseconds(700), tell)
                    return []
                }
            }
            let bench = try Workbench()
            let cases = bench.cases { $0.contractID == "what-is-not-tracked" }
            let verdicts = try await bench.run(cases, looks: 3) { recorder in
                InProcessImplementation(port: try late.port(), recorder: recorder)
            }
            #expect(!verdicts.isEmpty && verdicts.allSatisfy { $0.outcome != .fail }, "\(verdicts.map(\.findings))")
        }
    }
}
