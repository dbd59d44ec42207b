import AccessEnablerAPI
import Documents
import Evidence
import SchemaCheck
import Testing

@testable import assay

/// `--wire` of the commands.
struct WireTests {
    private let common = ["--specs", ShippedFolder.specs, "--quiet", "--report-dir"]

    @Test func aFailureOverV2IsToldAndRunAgainOverV2() async throws {
        try await withFolder { folder async throws in
            let wrong = [
                "run", "--wire", "rest-v2", "-i", "mutant:last-wins", "--filter", "race-two-providers", "--platform",
                "ios",
            ]
            #expect(await Tool.run(wrong + common + [folder + "/run"]) == .failed)
            let report = try JSON.parse(try File.read(folder + "/run/report.json"))
            #expect(report["wire"]?.string == "rest-v2")
            let schema = ShippedFolder.specs + "/schema/report.schema.json"
            #expect(SchemaCheck(try JSON.parse(try File.read(schema))).problems(of: report) == [])
            let text = String(decoding: try File.read(folder + "/run/report.txt"), as: UTF8.self)
            #expect(text.contains("over rest-v2"))
            #expect(text.contains("--wire rest-v2"))
            let path = try #require(try Folder.files(below: folder + "/run/failures", ending: "bundle.json").last)
            let place = String(path.dropLast("/bundle.json".count))
            #expect(try ReplayBundle.read(path).wire == .restV2)
            #expect(await Tool.run(["check", place] + common + [folder + "/check"]) == .failed)
            #expect(await Tool.run(["replay", place] + common + [folder + "/again"]) == .failed)
            let again = try JSON.parse(try File.read(folder + "/again/report.json"))
            #expect(again["wire"]?.string == "rest-v2")
        }
    }

    @Test(arguments: [
        ["--api-version", "2.3"], ["--matrix"], ["-i", "variant:clientless-authorization"], ["--wire", "rest-v3"],
    ])
    func whatDoesNotSpeakV2IsRefused(arguments: [String]) async throws {
        #expect(await Tool.run(["run", "--wire", "rest-v2"] + arguments) == .usage)
    }

    @Test(arguments: [
        ["load", "smoke", "--api-version", "2.3"], ["load", "smoke", "-i", "variant:clientless-authorization"],
        ["load", "ab", "smoke", "--a", "builtin", "--b", "variant:clientless-authorization"],
        ["strength", "--variants"], ["strength", "-v", "polls-*"], ["strength", "--write-smoke"],
        ["strength", "--write-fingerprints"],
    ])
    func otherCommandsRefuseItToo(arguments: [String]) async throws {
        let own = ["--wire", "rest-v2", "--specs", ShippedFolder.specs, "--quiet"]
        #expect(await Tool.run(arguments + own) == .usage)
    }

    @Test func aLoadRunSaysWhatItSpoke() throws {
        var command = LoadCommand()
        try LoadCommand.syntax.parse(["smoke", "--wire", "rest-v2"], into: &command)
        #expect(command.again(seed: 1) == "assay load smoke --implementation builtin --seed 1 --wire rest-v2")
    }
}
