import AccessEnabler
import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Testing

/// The catalogue against ports in processes of their own.
@Suite struct OverTheProtocolTests {
    /// The tool, built beside the tests.
    private static let tool =
        (CommandLine.arguments.first ?? "").split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .map { $0 + "/" }.joined() + "assay"

    @Test func theReferenceIsJudgedAlikeInThisProcessAndInAnother() async throws {
        let bench = try Workbench()
        let cases = bench.cases { $0.platforms.contains(.iOS) }
        let inside = try await bench.run(cases) { recorder in
            InProcessImplementation(port: try ReferencePort(), recorder: recorder)
        }
        let outside = try await bench.run(cases) { recorder in
            try await ProcessImplementation.start([Self.tool, "adapter"], recorder)
        }
        #expect(inside.count == outside.count)
        for (inside, outside) in zip(inside, outside) {
            #expect(inside.caseID == outside.caseID)
            #expect(
                inside.outcome == outside.outcome && inside.evidence == outside.evidence,
                "\(outside.caseID): \(inside.outcome) inside, \(outside.outcome) outside, \(outside.findings)")
        }
    }
}

extension ProcessImplementation {
    /// Started with the patience of machines that are busy with other things.
    static func start(_ command: [String], _ recorder: Recorder) async throws -> ProcessImplementation {
        var limits = ProcessLimits()
        limits.start = .seconds(120)
        return try await start(
            command: command, recorder: recorder, suiteVersion: "test", version: .newest, platform: .iOS,
            limits: limits)
    }
}
