import AccessEnablerAPI
import Documents
import Evidence
import Testing
import Timing

@testable import assay

/// Load runs that are held against each other, and those that are seen again because something is wrong in them.
///
/// Beside the other load runs, not among them: both wait most of their time.
@Suite(.serialized) struct WholeRunsOfLoadSeenAgain: HasFolder {
    let temporary = TemporaryFolder()

    // MARK: - Two runs

    @Test func aRunIsNotSlowerThanItself() async throws {
        let long = ShortLoad.profile().replacing("iterations: 60", with: "duration: 7s")
        let (code, _) = try await ShortLoad.run(long, in: folder)
        #expect(ShortLoad.isRight(code))
        let place = folder + "/run"
        let compare = ["load", "compare", place, place, "--format", "json", "--output", folder + "/same.json"]
        #expect(await Tool.run(compare) == .conformant)
        let json = try JSON.parse(try File.read(folder + "/same.json"), file: "same.json")
        #expect(json["verdict"] == "NO DIFFERENCE")
        #expect(json["rows"]?.array?.contains { $0["phase"] == "overhead" && $0["change"]?.double == 0 } == true)
        // It is held against itself, too.
        let (again, report) = try await ShortLoad.run(
            ShortLoad.profile("thresholds: [service.p50 <= earlier * 100]"), in: folder, ["--earlier", place])
        #expect(again == .conformant && report["thresholds"]?.array?.first?["holds"] == true)
        // Another load has other times.
        let other = ShortLoad.profile("thresholds: [service.p50 <= earlier * 100]").replacing(
            "users: 2", with: "users: 3")
        #expect(try await ShortLoad.run(other, in: folder, ["--earlier", place]).code == .usage)
    }

    /// Two runs that are too short to be compared are made again, once: the second comparison finds them there.
    @Test func runsAreMadeAgainForAComparisonThatTheyAreTooShortFor() async throws {
        try File.write(
            ShortLoad.profile().replacing("iterations: 60", with: "duration: 3s"), to: folder + "/short.yaml")
        let relative = ["--earlier", folder + "/old", "--threshold", "overhead.p50 <= earlier * 1000"]
        for (name, implementation, more) in [("old", "builtin", []), ("new", "variant:connections-ahead", relative)] {
            _ = await Tool.run(
                ["load", folder + "/short.yaml", "--quiet", "--backend", "embedded", "-i", implementation]
                    + ["--report-dir", folder + "/" + name] + more + ShortLoad.specs)
        }
        func isTooShort(_ more: [String] = []) async throws -> Bool {
            let file = folder + "/comparison.json"
            _ = await Tool.run(
                ["load", "compare", folder + "/old", folder + "/new", "--format", "json", "-o", file] + more)
            // Other tests run beside one of the two and not beside the other, and that is another obstacle.
            let sentence = try JSON.parse(try File.read(file), file: file)["sentence"]?.string
            return try #require(sentence).contains("s are needed")
        }
        #expect(try await isTooShort())
        let again = ["--repeat", "1"] + ShortLoad.specs
        #expect(!(try await isTooShort(again)))
        // What is relative to an earlier run is so in each repetition.
        let repeated = folder + "/new/repeats/1/report.json"
        let thresholds = try #require(try JSON.parse(try File.read(repeated), file: repeated)["thresholds"]?.array)
        #expect(thresholds.contains { $0["text"]?.string?.contains("earlier") == true && $0["holds"]?.bool != nil })
        let record = folder + "/old/repeats/1/report.json"
        let before = File.stamp(record)?.modified
        #expect(!(try await isTooShort(again)))
        #expect(before != nil && File.stamp(record)?.modified == before)
        // What another release left is made again.
        try File.write(#"{"schema":"assay/load-report/6"}"#, to: record)
        #expect(!(try await isTooShort(again)))
        #expect(try JSON.parse(try File.read(record), file: record)["record"] != nil)
        // What the old one was cannot be run any more where both are called the same.
        #expect(await Tool.run(["load", "compare", folder + "/old", folder + "/old"] + again) == .usage)
    }

    /// A run that is made again is put to the test under gates like any other: load alone convicts nobody.
    @Test func whatARepeatShowsIsConfirmedUnderGates() async throws {
        try File.write(ShortLoad.profile(), to: folder + "/short.yaml")
        for (name, implementation) in [("old", "builtin"), ("new", "mutant:last-wins")] {
            _ = await Tool.run(
                ["load", folder + "/short.yaml", "--quiet", "--backend", "embedded", "-i", implementation]
                    + ["--report-dir", folder + "/" + name] + ShortLoad.specs)
        }
        let compare = ["load", "compare", folder + "/old", folder + "/new", "--repeat", "1"]
        _ = await Tool.run(compare + ["-o", folder + "/comparison.txt"] + ShortLoad.specs)
        #expect(Folder.exists(folder + "/new/repeats/1/gated/report.json"))
    }

    @Test func twoImplementationsTakeTurnsAndAreVerified() async throws {
        try File.write(
            ShortLoad.profile().replacing("iterations: 60", with: "duration: 7s"), to: folder + "/short.yaml")
        func compare(_ other: String, _ name: String) async -> ExitCode {
            await Tool.run(
                ["load", "ab", folder + "/short.yaml", "--a", "builtin", "--b", other, "--quiet"]
                    + ["--backend", "embedded"]
                    + ["--report-dir", folder + "/" + name] + ShortLoad.specs)
        }
        _ = await compare("builtin", "same")
        let path = folder + "/same/comparison.json"
        let json = try JSON.parse(try File.read(path), file: path)
        #expect(json["paired"] == true)
        let report = try JSON.parse(try File.read(folder + "/same/report.json"), file: "report.json")
        // Half of its load was another's, so that no run is compared with it.
        #expect(report["record"] == nil)
        #expect(json["rows"]?.array?.contains { $0["phase"] == "overhead" } == true)
        // What is wrong of the second is found in its own iterations, and put to the test with it.
        #expect(await compare("mutant:last-wins", "wrong") == .failed)
        #expect(Folder.exists(folder + "/wrong/b/gated/report.json"))
    }

    /// The adapter begins once, so what load has shown cannot be seen again under gates.
    @Test func whatWasMeasuredIsKeptWhereItCannotBeConfirmed() async throws {
        try File.write(
            ShortLoad.profile().replacing("iterations: 60", with: "duration: 4s"), to: folder + "/short.yaml")
        let once = "mkdir \(folder)/begun || exit 1; exec '\(ToolProcess.path)' adapter -i mutant:last-wins"
        try File.write(once, to: folder + "/once.sh")
        let code = await Tool.run(
            ["load", "ab", folder + "/short.yaml", "--a", "builtin", "--b", "exec:sh \(folder)/once.sh", "--quiet"]
                + ["--backend", "embedded", "--report-dir", folder + "/run"] + ShortLoad.specs)
        #expect(code == .broken)
        let path = folder + "/run/report.json"
        let report = try JSON.parse(try File.read(path), file: path)
        let verification = report["verification"]
        let seen = (verification?["findings"]?.array ?? []) + (verification?["suspicions"]?.array ?? [])
        #expect(seen.contains { $0["replay"] == "no run under gates was possible" }, "\(seen)")
    }

    // MARK: - Violations

    @Test func aViolationIsKeptJudgedAgainAndConfirmedUnderGates() async throws {
        let (code, report) = try await ShortLoad.run(ShortLoad.profile(), in: folder, ["-i", "mutant:last-wins"])
        #expect(code == .failed)
        let findings = try #require(report["verification"]?["findings"]?.array)
        let places = findings.compactMap { $0["bundle"]?.string }
        #expect(!places.isEmpty)
        let properties = report["verification"]?["properties"]?.array ?? []
        let race = properties.first { $0["name"] == "fastest responder" }
        #expect(race?["violated"] == report["verification"]?["violations"])
        let place = folder + "/run/" + (places.first ?? "")
        let words = String(decoding: try File.read(place + "/finding.txt"), as: UTF8.self)
        #expect(words.contains("AE-SP-007"))
        // The trace is whole, and a run of its own.
        let trace = try TraceRecord.read(try File.read(place + "/trace.ndjson"), file: place).trace
        #expect(trace.header?.cases == [findings.first?["case"]?.string ?? ""])
        let again = ["check", place, "--load-profile", folder + "/short.yaml"] + ShortLoad.specs
        #expect(await Tool.run(again) == (words.contains("assay check") ? .failed : .conformant))

        let command = try #require(findings.first?["command"]?.string)
        let bundle = command.dropFirst("assay replay ".count)
        #expect(command.hasPrefix("assay replay "))
        #expect(
            await Tool.run(["replay", String(bundle), "--quiet", "--report-dir", folder + "/again"] + ShortLoad.specs)
                == .failed)
        #expect(findings.first?["replay"]?.string?.hasPrefix("confirmed by ") == true)
        // What is about it most confirmed it, so nothing else had to run.
        #expect(Folder.exists(folder + "/run/gated") && !Folder.exists(folder + "/run/gated-others"))
    }
}
