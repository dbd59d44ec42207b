import AccessEnablerAPI
import Documents
import Evidence
import Glibc
import POSIX
import Reports
import SchemaCheck
import Testing
import Timing

@testable import assay

/// What a load run leaves behind.
@Suite(.serialized) struct WholeRunsOfLoad {
    private static let specs = ["--specs", ShippedFolder.specs]

    /// Closed and with pauses, so that no machine is too slow for it.
    private static func profile(_ more: String = "", iterations: Int = 60) -> String {
        """
        schema: assay/load/2
        id: short
        title: Short
        iterations: \(iterations)
        arrivals: { users: 2 }
        providers: { count: [1, 2, 3], latency: "uniform(4ms, 8ms)" }
        mvpds: { each: 4, overlap: 50% }
        baseline: 50%
        traffic: [{ journey: fan-out, reuse: 10 }]
        \(more)
        """
    }

    private func run(
        _ profile: String, in folder: String, _ arguments: [String] = []
    ) async throws -> (code: ExitCode?, report: JSON) {
        try File.write(profile, to: folder + "/short.yaml")
        let code = await Tool.run(
            ["load", folder + "/short.yaml", "--quiet", "--backend", "embedded", "--report-dir", folder + "/run"]
                + Self.specs + arguments)
        let path = folder + "/run/report.json"
        return (code, try JSON.parse(try File.read(path), file: path))
    }

    // MARK: - Files

    @Test func everyFileSaysTheSameToReadersOfOthers() async throws {
        try await withFolder { folder async throws in
            let (code, report) = try await run(
                Self.profile("thresholds: [violations == 0, completion.p50 < 10s]", iterations: 240), in: folder,
                ["--raw"])
            #expect(code == .conformant)
            let files = try Folder.files(below: folder + "/run").map { $0.dropFirst(folder.count + 5) }
            for name in [
                "completion.hgrm", "junit.xml", "metrics.txt", "phases.csv", "report.html", "report.json", "report.txt",
                "seconds.csv", "seconds.hlog", "service.hgrm", "part.json", "iterations.csv.gz",
            ] {
                #expect(files.contains(name[...]), "\(name)")
            }
            #expect(report["growth"]?.array?.count == 4)
            #expect(try ForeignReader.problems(in: folder + "/run") == [])
        }
    }

    // MARK: - Two runs

    @Test func aRunIsNotSlowerThanItself() async throws {
        try await withFolder { folder async throws in
            let long = Self.profile().replacing("iterations: 60", with: "duration: 7s")
            let (code, _) = try await run(long, in: folder)
            #expect(code == .conformant)
            let place = folder + "/run"
            let compare = ["load", "compare", place, place, "--format", "json", "--output", folder + "/same.json"]
            #expect(await Tool.run(compare) == .conformant)
            let json = try JSON.parse(try File.read(folder + "/same.json"), file: "same.json")
            #expect(json["verdict"] == "NO DIFFERENCE")
            #expect(json["rows"]?.array?.contains { $0["phase"] == "overhead" && $0["change"]?.double == 0 } == true)
            // It is held against itself, too.
            let (again, report) = try await run(
                Self.profile("thresholds: [service.p50 <= earlier * 100]"), in: folder, ["--earlier", place])
            #expect(again == .conformant && report["thresholds"]?.array?.first?["holds"] == true)
        }
    }

    /// Two runs that are too short to be compared are made again, once: the second comparison finds them there.
    @Test func runsAreMadeAgainForAComparisonThatTheyAreTooShortFor() async throws {
        try await withFolder { folder async throws in
            try File.write(
                Self.profile().replacing("iterations: 60", with: "duration: 3s"), to: folder + "/short.yaml")
            for (name, implementation) in [("old", "builtin"), ("new", "variant:connections-ahead")] {
                _ = await Tool.run(
                    ["load", folder + "/short.yaml", "--quiet", "--backend", "embedded", "-i", implementation]
                        + ["--report-dir", folder + "/" + name] + Self.specs)
            }
            func verdict(_ more: [String]) async throws -> JSON? {
                let file = folder + "/comparison.json"
                _ = await Tool.run(
                    ["load", "compare", folder + "/old", folder + "/new", "--format", "json", "-o", file] + more)
                return try JSON.parse(try File.read(file), file: file)["verdict"]
            }
            #expect(try await verdict([]) == "UNDECIDED")
            let again = ["--repeat", "1"] + Self.specs
            #expect(try await verdict(again) != "UNDECIDED")
            let record = folder + "/old/repeats/1/part.json"
            let before = File.stamp(record)?.modified
            #expect(try await verdict(again) != "UNDECIDED")
            #expect(before != nil && File.stamp(record)?.modified == before)
            // What the old one was cannot be run any more where both are called the same.
            #expect(
                await Tool.run(["load", "compare", folder + "/old", folder + "/old"] + again) == .usage)
        }
    }

    @Test func twoImplementationsTakeTurnsAndAreVerified() async throws {
        try await withFolder { folder async throws in
            try File.write(
                Self.profile().replacing("iterations: 60", with: "duration: 7s"), to: folder + "/short.yaml")
            func compare(_ other: String, _ name: String) async -> ExitCode {
                await Tool.run(
                    ["load", "ab", folder + "/short.yaml", "--a", "builtin", "--b", other, "--quiet"]
                        + ["--backend", "embedded"]
                        + ["--report-dir", folder + "/" + name] + Self.specs)
            }
            _ = await compare("builtin", "same")
            let path = folder + "/same/comparison.json"
            let json = try JSON.parse(try File.read(path), file: path)
            #expect(json["paired"] == true)
            #expect(json["rows"]?.array?.contains { $0["phase"] == "overhead" } == true)
            // What is wrong of the second is found in its own iterations, and put to the test with it.
            #expect(await compare("mutant:last-wins", "wrong") == .failed)
            #expect(Folder.exists(folder + "/wrong/b/gated/report.json"))
        }
    }

    // MARK: - Capacity

    /// No rate of a port that is wrong is a capacity: its first run ends the search.
    @Test func aRunThatIsNotCorrectEndsTheSearchForTheCapacity() async throws {
        try await withFolder { folder async throws in
            try File.write(
                Self.profile().replacing("count: [1, 2, 3]", with: "count: [3]"), to: folder + "/short.yaml")
            let code = await Tool.run(
                ["load", folder + "/short.yaml", "--find-capacity", "--slo", "completion.p50 < 1s", "--quiet"]
                    + ["--backend", "embedded", "-i", "mutant:last-wins", "--report-dir", folder + "/capacity"]
                    + Self.specs)
            #expect(code == .failed)
            let path = folder + "/capacity/capacity.json"
            let json = try JSON.parse(try File.read(path), file: path)
            #expect(json["violated"] == "runs/3-1")
            #expect(json["scales"]?.array?.first?["steps"]?.array?.first?["verdict"] == "VIOLATED")
            #expect(Folder.exists(folder + "/capacity/runs/3-1/report.json"))
            #expect(Folder.exists(folder + "/capacity/capacity.html"))
            let schema = ShippedFolder.root + "Specs/schema/load-capacity.schema.json"
            #expect(SchemaCheck(try JSON.parse(try File.read(schema), file: schema)).problems(of: json) == [])
        }
    }

    // MARK: - Parts

    /// Of what two machines have made in parts, the report of the whole is made.
    @Test func partsAreMergedToTheReportOfTheWhole() async throws {
        try await withFolder { folder async throws in
            try File.write(
                Self.profile("thresholds: [violations == 0, iterations >= 61]", iterations: 61),
                to: folder + "/short.yaml")
            let parts = ["1", "2"].map { "\(folder)/part-\($0)" }
            for (number, part) in parts.enumerated() {
                let code = await Tool.run(
                    ["load", folder + "/short.yaml", "--quiet", "--backend", "embedded", "--report-dir", part]
                        + ["--part", "\(number + 1)/2", "--start-at", "0"] + Self.specs)
                #expect(code == .conformant)
            }
            func merge(_ parts: [String], into name: String) async throws -> (ExitCode, JSON) {
                let place = "\(folder)/\(name)"
                let code = await Tool.run(["load", "merge", "--quiet", "--report-dir", place] + parts + Self.specs)
                return (code, try JSON.parse(try File.read(place + "/report.json"), file: name))
            }
            let (code, report) = try await merge(parts, into: "all")
            #expect(code == .conformant)
            #expect(report["totals"]?["completed"]?.int == 61)
            #expect(report["parts"]?.array?.compactMap { $0["part"]?.string } == ["1/2", "2/2"])
            // Nobody began in 1970.
            #expect(report["parts"]?.array?.allSatisfy { ($0["late"]?.int ?? 0) > 0 } == true)
            let (codeOfOne, reportOfOne) = try await merge([parts[1]], into: "one")
            #expect(codeOfOne == .missedThreshold)
            #expect(reportOfOne["missingParts"] == ["1/2"])
        }
    }

    @Test func whatWasFoundIsToldAlsoWhereThePartCannotBeWritten() throws {
        try withFolder { folder in
            try File.write(Self.profile(), to: folder + "/short.yaml")
            try Folder.create(folder + "/run/part.json")
            let run = try ToolProcess(
                ["load", folder + "/short.yaml", "--backend", "embedded", "--report-dir", folder + "/run"]
                    + ["--part", "1/2", "--quiet"] + Self.specs)
            #expect(run.code == 3)
            #expect(run.errors.contains("the part cannot be written"), "\(run.errors)")
            #expect(run.output.contains("report: \(folder)/run"), "\(run.output)")
        }
    }

    // MARK: - Violations

    @Test func aViolationIsKeptJudgedAgainAndConfirmedUnderGates() async throws {
        try await withFolder { folder async throws in
            let (code, report) = try await run(Self.profile(), in: folder, ["-i", "mutant:last-wins"])
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
            let again = ["check", place, "--load-profile", folder + "/short.yaml"] + Self.specs
            #expect(await Tool.run(again) == (words.contains("assay check") ? .failed : .conformant))

            let command = try #require(findings.first?["command"]?.string)
            let bundle = command.dropFirst("assay replay ".count)
            #expect(command.hasPrefix("assay replay "))
            #expect(
                await Tool.run(["replay", String(bundle), "--quiet", "--report-dir", folder + "/again"] + Self.specs)
                    == .failed)
            #expect(findings.first?["replay"]?.string?.hasPrefix("confirmed by ") == true)
            // What is about it most confirmed it, so nothing else had to run.
            #expect(Folder.exists(folder + "/run/gated") && !Folder.exists(folder + "/run/gated-others"))
        }
    }

    // MARK: - Other protocols

    /// Merge and routing are verified over each; what is wrong is found there, too, and confirmed over the same.
    @Test(arguments: ["rest-v1", "rest-v2"]) func loadIsTheSameOverOtherProtocols(wire: String) async throws {
        try await withFolder { folder async throws in
            let traffic = "traffic: [{ journey: fan-out, reuse: 10 }, { journey: watch }]"
            let profile = Self.profile("thresholds: [violations == 0, errors <= 0%]", iterations: 120)
                .replacing("traffic: [{ journey: fan-out, reuse: 10 }]", with: traffic)
            let (code, report) = try await run(profile, in: folder, ["--wire", wire, "--raw"])
            #expect(code == .conformant)
            #expect(report["run"]?["wire"] == .string(wire))
            for phase in ["overhead", "authorization", "media-token"] {
                #expect(report["phases"]?[phase] != nil, "\(phase)")
            }
            #expect(report["verification"]?["iterations"]?.int ?? 0 > 0)
            let wrong = Self.profile(iterations: 120).replacing("count: [1, 2, 3]", with: "count: [3]")
            let (other, confirmed) = try await run(wrong, in: folder, ["--wire", wire, "-i", "mutant:last-wins"])
            #expect(other == .failed)
            let command = confirmed["verification"]?["findings"]?.array?.first?["command"]?.string ?? ""
            let bundle = try ReplayBundle.read(command.dropFirst("assay replay ".count) + "/bundle.json")
            #expect(bundle.wire.rawValue == wire)
        }
    }

    // MARK: - What is put under load

    @Test func theBaselineIsMeasuredAlone() async throws {
        try await withFolder { folder async throws in
            let (code, report) = try await run(Self.profile(), in: folder, ["-i", "baseline"])
            #expect(code == .conformant)
            #expect(report["phases"]?["overhead"]?["count"]?.int == 60)
            #expect(report["verification"]?["verified"] == .bool(false))
        }
    }

    /// The port in Python, were it without authorization.
    @Test func whatAPortDoesNotHaveIsLeftOutAndSaidSo() async throws {
        try await withFolder { folder async throws in
            let mixed = Self.profile(iterations: 20).replacing(
                "{ journey: fan-out, reuse: 10 }", with: "{ journey: configure, reuse: 10 }, { journey: watch }")
            try File.write(
                """
                import runpy, sys
                folder = sys.argv.pop(1)
                sys.path.insert(0, folder)
                from assay_adapter import api
                del api.CALLS["getAuthorization:"]
                runpy.run_path(folder + "/adapter.py", run_name="__main__")
                """, to: folder + "/poor.py")
            let port = "exec:python3 -B \(folder)/poor.py \(ShippedFolder.root)Examples/python"
            let (_, report) = try await run(mixed, in: folder, ["-i", port])
            #expect(report["iterations"]?["configure"]?.int ?? 0 > 0)
            #expect(report["iterations"]?["watch"] == nil)
            #expect(report["errors"]?.array == [])
            let remarks = report["validity"]?["remarks"]?.array?.compactMap(\.string) ?? []
            #expect(remarks.contains("watch is left out: the adapter lacks the call getAuthorization:"))
        }
    }

    // MARK: - Interrupts

    @Test(arguments: ["builtin", "degenerate:silent"])
    func anInterruptEndsWithACompleteReport(implementation: String) async throws {
        try await withFolder { folder async throws in
            try File.write(
                Self.profile().replacing("iterations: 60", with: "duration: 1h"), to: folder + "/short.yaml")
            let isUnderWay = Monitor(false)
            let tool = try ChildProcess(
                [
                    RunningService.path, "load", folder + "/short.yaml", "-i", implementation, "--deadline", "1h",
                    "--report-dir", folder + "/run",
                ] + Self.specs
            ) { event in
                // A line a second, from when iterations are under way.
                switch event {
                case .line(let line) where String(decoding: line, as: UTF8.self).contains("under way"):
                    isUnderWay.change { $0 = true }
                case .ended: isUnderWay.change { $0 = true }
                default: break
                }
            }
            isUnderWay.wait { $0 ? () : nil }
            tool.signal(.interrupt)
            let status = await tool.exit()
            let path = folder + "/run/report.json"
            let report = try JSON.parse(try File.read(path), file: path)
            // Of a port that never answers nothing is measured, but for the baseline.
            let hasMeasured = report["totals"]?["completed"]?.int ?? 0 > 0
            #expect(status == .exited((hasMeasured ? ExitCode.incomplete : .invalidMeasurement).rawValue))
            #expect(report["run"]?["stopped"] == true)
            #expect(report["totals"]?["failed"] == 0)
            for name in ["report.html", "report.txt", "junit.xml", "metrics.txt", "seconds.csv"] {
                #expect(Folder.exists(folder + "/run/" + name), "\(name)")
            }
        }
    }
    /// Whoever watches the run may be killed: nobody would end the load then.
    @Test func aRunThatNobodyWatchesAnyMoreEndsWithACompleteReport() async throws {
        try await withFolder { folder async throws in
            try File.write(
                Self.profile().replacing("iterations: 60", with: "duration: 1h"), to: folder + "/short.yaml")
            let shell = try ChildProcess(
                [
                    "/bin/sh", "-c", "\"$0\" \"$@\" | head -n 3", RunningService.path, "load", folder + "/short.yaml",
                    "--progress", "json", "--report-dir", folder + "/run",
                ] + Self.specs
            ) { _ in }
            _ = await shell.exit()
            let path = folder + "/run/report.json"
            let report = try JSON.parse(try File.read(path), file: path)
            #expect(report["run"]?["stopped"] == true)
            #expect(report["totals"]?["completed"]?.int ?? 0 > 0)
            // One part may be all there is.
            #expect(Folder.exists(folder + "/run/part.json"))
            let merge = ["load", "merge", folder + "/run", "--quiet", "--report-dir", folder + "/whole"]
            #expect(await Tool.run(merge + Self.specs) == .incomplete)
        }
    }
}
