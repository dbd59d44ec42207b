import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Testing

extension WholeRuns {
    /// Adapters that dial in, and several processes of one.
    @Suite struct DialedAdapterTests {
        private func cases(_ bench: Workbench) -> [Case] {
            bench.cases { ["sign-in", "race-two-providers", "selected-provider"].contains($0.contractID) }
        }

        private func expectAllPass(_ verdicts: [Verdict]) {
            #expect(verdicts.count >= 6)
            for verdict in verdicts { #expect(verdict.outcome == .pass, "\(verdict)") }
        }

        /// P-13.
        @Test func anAdapterThatKnowsTheTokenIsJudgedAndOthersAreNotLetIn() async throws {
            let bench = try Workbench()
            let listener = try AdapterListener(port: 0)
            let dial = ["adapter", "--dial", "\(listener.port)", "--token"]
            // Whoever does not know the token is hung up on, and ends.
            #expect(await (try Dialer([OverTheProtocolTests.tool] + dial + ["wrong"])).hasEnded())
            let dialer = try Dialer([OverTheProtocolTests.tool] + dial + [listener.token])
            let verdicts = try await bench.run(cases(bench)) { recorder in
                try await ProcessImplementation.start(
                    .listener(listener), recorder: recorder, suiteVersion: "test", version: .newest, platform: .iOS)
            }
            listener.stop()
            #expect(await dialer.hasEnded())
            expectAllPass(verdicts)
        }

        @Test func adaptersInPythonDialIn() async throws {
            let bench = try Workbench()
            let listener = try AdapterListener(port: 0)
            let adapter = Workbench.packageFolder + "/Examples/python/adapter.py"
            let dialers = try (0..<2).map { _ in
                try Dialer(["python3", "-B", adapter, "127.0.0.1:\(listener.port)", listener.token])
            }
            let verdicts = try await bench.run(cases(bench)) { recorder in
                var members: [any Implementation] = []
                for _ in dialers {
                    members.append(
                        try await ProcessImplementation.start(
                            .listener(listener), recorder: recorder, suiteVersion: "test", version: .newest,
                            platform: .iOS))
                }
                return ImplementationPool(members)
            }
            listener.stop()
            for dialer in dialers { #expect(await dialer.hasEnded()) }
            expectAllPass(verdicts)
        }

        /// P-58.
        @Test func aCrashInOneOfSeveralProcessesCostsNoOtherCaseItsVerdict() async throws {
            let bench = try Workbench()
            let command = WholeRunsThatWait.LostPortTests.adapter(getSelectedProvider: "    os._exit(9)")
            let contracts = WholeRunsThatWait.AdaptersAtFaultTests.contracts
            let verdicts = try await bench.run(bench.cases { contracts.contains($0.contractID) }) { recorder in
                var members: [any Implementation] = []
                for _ in 0..<3 { members.append(try await ProcessImplementation.start(command, recorder)) }
                return ImplementationPool(members)
            }
            #expect(verdicts.count > 3)
            for verdict in verdicts {
                #expect(verdict.outcome == (verdict.caseID == "selected-provider" ? .crash : .pass), "\(verdict)")
                #expect(verdict.outcome == .crash || verdict.findings.isEmpty)
            }
        }

        @Test func sessionsAreDealtOutAmongSeveralProcesses() async throws {
            let bench = try Workbench()
            let verdicts = try await bench.run(cases(bench)) { recorder in
                var members: [any Implementation] = []
                for _ in 0..<3 {
                    members.append(
                        try await ProcessImplementation.start([OverTheProtocolTests.tool, "adapter"], recorder))
                }
                return ImplementationPool(members)
            }
            expectAllPass(verdicts)
        }
    }
}
