import AccessEnablerAPI
import Documents
import Evidence
import SchemaCheck
import Testing

@testable import assay

struct ReplayTests {
    private let common = ["--specs", ShippedFolder.specs, "--quiet", "--report-dir"]

    @Test func aFailureIsRunAgainAsItWas() async throws {
        try await withFolder { folder async throws in
            let wrong = [
                "--implementation", "deviation:last-wins", "--seed", "99", "--filter", "race-two-providers",
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
            #expect(report.contains("as it was: assay replay \(place)\n"))
            #expect(bundle.number > 0)

            // What was seen then is judged again, what failed fails again, and the reference does not.
            #expect(await Tool.run(["check", place] + common + [folder + "/check"]) == .failed)
            #expect(await Tool.run(["replay", place] + common + [folder + "/again"]) == .failed)
            #expect(await Tool.run(["replay", place, "-i", "builtin"] + common + [folder + "/ref"]) == .conformant)

            let (then, now) = (try bindings(place), try bindings(folder + "/again"))
            #expect(then["requestor"] == now["requestor"])
            #expect(then["user"] != nil && then["user"] == now["user"])
        }
    }

    @Test func whatIsNoBundleIsRefused() async throws {
        try await withFolder { folder async throws in
            try File.write("{\"schema\": \"assay/bundle/1\"}", to: folder + "/bundle.json")
            #expect(await Tool.run(["replay", folder, "--specs", ShippedFolder.specs]) == .usage)
            #expect(await Tool.run(["replay", folder + "/none", "--specs", ShippedFolder.specs]) == .usage)
        }
    }

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
