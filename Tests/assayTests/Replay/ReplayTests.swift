import Documents
import Evidence
import SchemaCheck
import Testing

@testable import assay
import TestThreads

@Suite(.mayBlock) struct ReplayTests: HasFolder {
    let temporary = TemporaryFolder()
    private let common = ["--specs", ShippedFolder.specs, "--quiet", "--report-dir"]

    @Test func aFailureIsRunAgainAsItWas() async throws {
        let wrong = [
            "--implementation", "mutant:last-wins", "--seed", "99", "--filter", "race-two-providers",
            "--platform", "ios",
        ]
        #expect(await Tool.run(["run"] + common + [folder + "/run"] + wrong) == .failed)
        let bundles = try Folder.files(below: folder + "/run/failures", ending: "bundle.json")
        let path = try #require(bundles.last)
        let bundle = try ReplayBundle.read(path)
        let place = String(path.dropLast("/bundle.json".count))
        #expect(bundle.seed == 99)
        #expect(bundle.gates.count >= 2 && bundle.gates.allSatisfy { $0.hasSuffix(" configuration") })
        let schema = ShippedFolder.specs + "/schema/bundle.schema.json"
        let check = SchemaCheck(try JSON.parse(try File.read(schema), file: schema))
        #expect(check.problems(of: bundle.json) == [])
        let report = String(decoding: try File.read(folder + "/run/report.txt"), as: UTF8.self)
        #expect(report.contains("Replay: assay replay \(place)\n"))
        #expect(bundle.number > 0)

        // A case that was seen again alone is judged by that, as in the run.
        let (trace, _) = try CheckCommand.read(place + "/trace.ndjson")
        #expect(trace.header?.looks ?? 0 > 0)

        // What was seen then is judged again, what failed fails again, and the reference does not.
        #expect(await Tool.run(["check", place] + common + [folder + "/check"]) == .failed)
        #expect(await Tool.run(["replay", place] + common + [folder + "/again"]) == .failed)
        #expect(await Tool.run(["replay", place, "-i", "builtin"] + common + [folder + "/ref"]) == .conformant)

        let (then, now) = (try bindings(place), try bindings(folder + "/again"))
        #expect(then["requestor"] == now["requestor"])
        #expect(then["user"] != nil && then["user"] == now["user"])
    }

    @Test func whatIsNoBundleIsRefused() async throws {
        try File.write("{\"schema\": \"assay/bundle/2\"}", to: folder + "/bundle.json")
        #expect(await Tool.run(["replay", folder, "--specs", ShippedFolder.specs]) == .usage)
        #expect(await Tool.run(["replay", folder + "/none", "--specs", ShippedFolder.specs]) == .usage)
    }

    @Test func whatWasConfinedIsNotRunWithoutASandbox() throws {
        let bundle = """
            {"schema": "assay/bundle/2", "case": "sign-in", "outcome": "FAIL", "number": 1, "seed": "1", "steps": [],
            "platform": "ios", "version": "3.9.2", "implementation": "exec:touch \(folder)/ran", "gates": [],
            "sandboxed": true}
            """
        try File.write(bundle, to: folder + "/bundle.json")
        let run = try ToolProcess(["replay", folder, "--specs", ShippedFolder.specs, "--report-dir", folder + "/r"])
        #expect(run.code == 4)
        #expect(run.errors.contains("what failed was confined: give '--sandbox', or name what"))
        #expect(!Folder.exists(folder + "/ran"))
    }

    /// P-57: such a crash is told of, and its case can be run again as it was.
    @Test func aCrashThatDoesNotHappenAloneLeavesABundleToo() async throws {
        try File.write(Self.fragile, to: folder + "/fragile.py")
        let port = "exec:python3 -B \(folder)/fragile.py \(ShippedFolder.root)Examples/python \(folder)/mark"
        let some = ["--filter", "selected-provider", "--filter", "sign-in", "--platform", "ios"]
        #expect(await Tool.run(["run", "-i", port] + some + common + [folder + "/run"]) == .incomplete)
        let report = String(decoding: try File.read(folder + "/run/report.txt"), as: UTF8.self)
        #expect(report.contains("crash under concurrency: the port was lost"))
        #expect(report.contains("exited with status 9"))

        let bundles = try Folder.files(below: folder + "/run/failures", ending: "bundle.json")
        let path = try #require(try bundles.first { try ReplayBundle.read($0).caseID == "selected-provider" })
        let bundle = try ReplayBundle.read(path)
        #expect(bundle.outcome == .pass)
        let place = String(path.dropLast("/bundle.json".count))
        // Both times that the case was run are in the trace, and it is judged as it was.
        let trace = try TraceRecord.read(try File.read(place + "/trace.ndjson"), file: place).trace
        let sessions = trace.observations.filter { observation in
            if case .sessionOpened(let header) = observation.event { header.part == 0 } else { false }
        }
        #expect(sessions.count == 2 && sessions.first?.session.name == "s" + String(bundle.number, radix: 36))
        #expect(await Tool.run(["check", place] + common + [folder + "/check"]) == .incomplete)
        let check = String(decoding: try File.read(folder + "/check/report.txt"), as: UTF8.self)
        #expect(check.contains("crash under concurrency: the port was lost"))
        #expect(await Tool.run(["replay", place] + common + [folder + "/again"]) == .conformant)
        // The adapter is not tried for one case.
        let again = String(decoding: try File.read(folder + "/again/report.txt"), as: UTF8.self)
        #expect(!again.contains("probes kept"))
    }

    /// The port in Python, which dies when a call is made for the first time in all processes.
    private static let fragile = """
        import os, runpy, sys
        folder, mark = sys.argv[1:]
        del sys.argv[1:]
        sys.path.insert(0, folder)
        import accessenabler
        original = accessenabler.AccessEnabler.get_selected_provider
        def replaced(self):
            try: os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
            except FileExistsError: return original(self)
            os._exit(9)
        accessenabler.AccessEnabler.get_selected_provider = replaced
        runpy.run_path(folder + "/adapter.py", run_name="__main__")
        """

    /// What was made up for the first session of a trace.
    private func bindings(_ folder: String) throws -> [String: String] {
        let path = folder + "/trace.ndjson"
        let trace = try TraceRecord.read(try File.read(path), file: path).trace
        for observation in trace.observations {
            if case .sessionOpened(let header) = observation.event { return header.bindings }
        }
        return [:]
    }
}
