import AccessEnablerAPI
import Documents
import Evidence
import Glibc
import LoadResults
import Reports
import TestThreads
import Testing
import Timing

@testable import assay

/// What is told where a trace cannot be written to its end.
@Suite(.mayBlock) struct LostTraceTests: HasFolder {
    let temporary = TemporaryFolder()
    private static let header = RunHeader(
        assayVersion: "1", portName: "port", portVersion: "1", implementation: "builtin",
        backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 1, features: [], calls: [], startedAt: 0)

    /// A folder in which no trace can be written.
    private func full(_ folder: String) throws {
        try Folder.create(folder)
        try #require(unsafe symlink("/dev/full", folder + "/trace.ndjson") == 0)
    }

    @Test func aMatrixKeepsItsReport() async throws {
        let legs = [Leg(platform: .iOS, version: .newest), Leg(platform: .tvOS, version: .newest)]
        var options = RunCommand()
        options.isQuiet = true
        let matrix = MatrixRun(options: options, legs: legs, console: Console(.never), interrupt: try Interrupt())
        let failure = try #require(#expect(throws: FileError.self) { try File.read("/proc/nothing") })
        let place = try ReportFolder(folder + "/run", at: .now(), name: "x")
        let certify = { (leg: Leg, path: String) async throws(ToolError) -> Certification.Outcome in
            let folder = try ReportFolder(path, at: .now(), name: "x")
            var header = Self.header
            header.platform = leg.platform
            let report = RunReport(header: header, verdicts: [], figures: RunFigures(), statements: [:], records: [:])
            return Certification.Outcome(
                report: folder.placed(report), folder: folder, traceFailure: leg == legs[0] ? failure : nil)
        }
        do throws(ToolError) {
            _ = try await matrix.run(place, certify) { _, _ in [] }
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.exitCode == .broken && error.message.contains("the trace "), "\(error.message)")
        }
        for leg in legs { #expect(Folder.exists("\(folder)/run/\(leg.name)/report.json")) }
        #expect(Folder.exists(folder + "/run/report.json"))
    }

    @Test func aReplayTells() async throws {
        let bundle = """
            {"schema": "assay/bundle/2", "case": "sign-in", "outcome": "FAIL", "number": 1, "seed": "1", "steps": [],
            "platform": "ios", "version": "3.9.2", "implementation": "builtin", "gates": [], "sandboxed": false}
            """
        try File.write(bundle, to: folder + "/bundle.json")
        try full(folder + "/again")
        let run = try ToolProcess([
            "replay", folder, "--quiet", "--specs", ShippedFolder.specs, "--report-dir", folder + "/again",
        ])
        #expect(run.code == 3 && run.errors.contains("the trace could not be written"), "\(run.errors)")
    }

    @Test func aRunUnderGatesTells() async throws {
        try full(folder + "/gated")
        var result = LoadReport(profile: .init(id: "x", title: "X"), header: Self.header, figures: LoadFigures())
        let violation = IterationViolation(
            session: "s1", caseID: "c", time: .zero, statements: ["AE-SP-007"], message: "m")
        result.figures.verification.keep(violation)
        let specs = try ShippedFolder.read()
        let session = LoadSession(
            options: LoadCommand(), profile: try specs.profile(named: "smoke"), specs: specs,
            console: Console(.never), interrupt: try Interrupt())
        let replayed = await GatedReplay(session: session, folder: folder).run(result)
        let message = replayed.problem?.message ?? ""
        #expect(message.contains("the trace could not be written"), "\(message)")
    }
}
