import AccessEnabler
import AccessEnablerAPI
import Dispatch
import Driver
import Evidence
import Foundation
import Specification
import Synchronization
import Testing

extension WholeRuns {
    /// A suite that does not get to run for longer than its deadlines.
    @Suite struct BusySuiteTests {
        /// Keeps every thread that tasks of this priority have from doing anything else, several times over.
        private static func occupyThreads(at priority: TaskPriority, for time: DispatchTimeInterval) {
            for _ in 0..<3 * ProcessInfo.processInfo.activeProcessorCount {
                Task.detached(priority: priority) { wait(time) }
            }
        }

        private static func wait(_ time: DispatchTimeInterval) {
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + time)
        }

        /// The port in this process did not get to run either, and is not late.
        @Test func noTimePassesForACaseWhileTheSuiteIsHeldUp() async throws {
            let bench = try Workbench()
            let cases = bench.cases { $0.contractID == "race-two-providers" || $0.contractID == "sign-in" }
            let wasAsked = Mutex(false)
            let priority = TaskPriority.utility
            let run: @Sendable () async throws -> [Verdict] = {
                try await bench.run(
                    cases, deadline: .seconds(1),
                    observe: { observation in
                        guard case .request = observation.event else { return }
                        let isFirst = wasAsked.withLock { wasAsked in
                            defer { wasAsked = true }
                            return !wasAsked
                        }
                        if isFirst { Self.occupyThreads(at: priority, for: .seconds(1)) }
                    }
                ) { recorder in
                    InProcessImplementation(port: try ReferencePort(), recorder: recorder)
                }
            }
            // Not awaited by its value, which would lend it the threads of whoever waits.
            let verdicts = try await withCheckedThrowingContinuation { continuation in
                Task.detached(priority: priority) {
                    do {
                        continuation.resume(returning: try await run())
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
            #expect(verdicts.count >= 5)
            for verdict in verdicts { #expect(verdict.outcome == .pass, "\(verdict)") }
        }
    }
}
