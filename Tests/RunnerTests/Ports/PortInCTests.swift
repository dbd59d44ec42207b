import AccessEnablerAPI
import Driver
import Evidence
import POSIX
import Specification
import Testing
import Timing

extension WholeRuns {
    /// The adapter in C, around a port that does the configuration and nothing else.
    @Suite struct PortInCTests {
        private static func run(_ command: [String]) async -> POSIX.ExitStatus? {
            let child = try? ChildProcess(command) { _ in }
            return await child?.exit()
        }

        @Test(.enabled("a C compiler is there") { await run(["cc", "--version"]) == .exited(0) })
        func aPortInCKeepsEveryContractForWhichItHasTheCalls() async throws {
            let program = "/tmp/assay-c-adapter-\(MonotonicTime.now().nanoseconds)"
            let folder = Workbench.packageFolder + "/Examples/c/"
            let sources = ["adapter.c", "json.c", "port.c", "service.c"].map { folder + $0 }
            let compiler = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", program]
            try #require(await Self.run(compiler + sources) == .exited(0))
            let results = await AdapterLint(command: [program], timeout: .seconds(60)).run()
            for result in results {
                if case .broken(let seen) = result.outcome { Issue.record("\(result.probe.id): \(seen)") }
            }
            #expect(results.count { $0.outcome == .kept } >= 40)

            let bench = try Workbench()
            let verdicts = try await bench.run(bench.cases { $0.platforms.contains(.iOS) }) { recorder in
                try await ProcessImplementation.start([program], recorder)
            }
            #expect(verdicts.count { $0.outcome == .pass } >= 29)
            for verdict in verdicts where verdict.outcome != .pass {
                #expect(
                    verdict.outcome == .notTestable || verdict.outcome == .notApplicable,
                    "\(verdict.caseID): \(verdict.outcome) \(verdict.findings)")
            }
            #expect(await Self.run(["rm", program]) == .exited(0))
        }
    }
}
