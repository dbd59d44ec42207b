import AccessEnabler
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

        @Test func anAdapterThatKnowsTheTokenIsJudgedAndOthersAreNotLetIn() async throws {
            let bench = try Workbench()
            let listener = try AdapterListener(port: 0)
            let dial = ["adapter", "--dial", "\(listener.port)", "--token"]
            // Whoever does not know the token is hung up on, and ends.
            #expect(await (try Dialer([OverTheProtocolTests.tool] + dial + ["wrong"])).hasEnded())
            let dialer = try Dialer([OverTheProtocolTests.tool] + dial + [listener.token])
            let verdicts = try await bench.run(cases(bench)) { recorder in
                try await ProcessImplementation.start(
                    listener: listener, recorder: recorder, suiteVersion: "test", version: .newest, platform: .iOS)
            }
            listener.stop()
            #expect(await dialer.hasEnded())
            expectAllPass(verdicts)
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
