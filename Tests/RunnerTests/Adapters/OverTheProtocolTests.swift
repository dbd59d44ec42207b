import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Testing

extension WholeRuns {
    /// The catalogue against ports in processes of their own.
    @Suite struct OverTheProtocolTests {
        /// The tool, built beside the tests.
        static let tool = builtFolder + "assay"

        private static let builtFolder = (CommandLine.arguments.first ?? "")
            .split(separator: "/", omittingEmptySubsequences: false).dropLast().map { $0 + "/" }.joined()

        /// The other is the adapter of five lines.
        ///
        /// A quarter of the cases, another with each seed, and any that ends a process.
        @Test func theReferenceIsJudgedAlikeInThisProcessAndInAnother() async throws {
            let bench = try Workbench()
            let share = Int(VariantsInARunTests.seed % 4)
            let cases = bench.cases { $0.platforms.contains(.iOS) }.enumerated()
                .filter { $0.offset % 4 == share || $0.element.steps.contains { $0.action == .kill } }.map(\.element)
            let ids = Set(cases.map(\.id))
            let inside = try await ReferenceRun.verdicts(on: .iOS).filter { ids.contains($0.caseID) }
            let outside = try await bench.run(cases) { recorder in
                try await ProcessImplementation.start([Self.builtFolder + "SwiftAdapter"], recorder)
            }
            #expect(inside.count == outside.count)
            for (inside, outside) in zip(inside, outside) {
                #expect(inside.caseID == outside.caseID)
                #expect(
                    inside.outcome == outside.outcome && inside.evidence == outside.evidence,
                    "\(outside.caseID): \(inside.outcome) inside, \(outside.outcome) outside, \(outside.findings)")
            }
        }

        @Test(arguments: [
            [builtFolder + "SwiftAdapter"], [tool, "adapter"], [tool, "adapter", "-i", "variant:picker-sorted"],
        ])
        func whatThePortStoredIsThereAfterItsProcessWasKilled(command: [String]) async throws {
            let bench = try Workbench()
            let cases = bench.cases { ["stored-when-told", "logout-outlives-a-kill"].contains($0.contractID) }
            let verdicts = try await bench.run(cases) { recorder in
                try await ProcessImplementation.start(command, recorder)
            }
            #expect(verdicts.map(\.outcome) == [.pass, .pass], "\(verdicts.flatMap(\.findings).map(\.message))")
        }

        /// A port by another hand, which knew the documents alone, and nothing of the reference or of the contracts.
        @Test(arguments: [(Platform.iOS, 330), (.tvOS, 300)])
        func aPortInPythonByAnotherHandKeepsEveryContract(platform: Platform, count: Int) async throws {
            let bench = try Workbench()
            let cases = bench.cases { $0.platforms.contains(platform) }
            let verdicts = try await bench.run(cases, platform: platform) { recorder in
                try await ProcessImplementation.start(
                    ["python3", "-B", Workbench.packageFolder + "/Examples/python/adapter.py"], recorder)
            }
            #expect(verdicts.count { $0.outcome == .pass } >= count)
            for verdict in verdicts where verdict.outcome != .pass {
                #expect(verdict.outcome == .notApplicable, "\(verdict.caseID): \(verdict.outcome) \(verdict.findings)")
            }
            // Where lists overlap, the order of the replies decides, and the port has said when it took each in.
            let races = verdicts.filter { $0.contractID.hasPrefix("race-") && $0.evidence != nil }
            #expect(races.count >= 16)
            #expect(races.allSatisfy { $0.evidence == .causal })
            // It keeps what it knows of each resource, which the reference does not.
            let cache = verdicts.first { $0.contractID == "preauthorization-of-other-resources" }
            #expect(cache?.reading == "what is known of each resource is kept by itself")
        }
    }
}

extension ProcessImplementation {
    /// Started with the patience of machines that are busy with other things.
    static func start(_ command: [String], _ recorder: Recorder) async throws -> ProcessImplementation {
        var limits = ProcessLimits()
        limits.start = .seconds(120)
        return try await start(
            .command(command), recorder: recorder, suiteVersion: "test", version: .newest, platform: .iOS,
            limits: limits)
    }
}
