import AccessEnablerAPI
import Documents
import Evidence
import Glibc
import POSIX
import SchemaCheck
import Testing
import TestThreads
import Timing

@testable import assay

/// What a load run leaves behind.
@Suite(.mayBlock, .serialized) struct WholeRunsOfLoad: HasFolder {
    let temporary = TemporaryFolder()

    // MARK: - Files

    @Test func everyFileSaysTheSameToReadersOfOthers() async throws {
        let (code, report) = try await ShortLoad.run(
            ShortLoad.profile("thresholds: [violations == 0, completion.p50 < 10s]", iterations: 240), in: folder,
            ["--raw"])
        #expect(ShortLoad.isRight(code))
        let files = try Folder.files(below: folder + "/run").map { $0.dropFirst(folder.count + 5) }
        for name in [
            "completion.hgrm", "junit.xml", "metrics.txt", "phases.csv", "report.html", "report.json", "report.txt",
            "seconds.csv", "seconds.hlog", "service.hgrm", "iterations.csv.gz",
        ] {
            #expect(files.contains(name[...]), "\(name)")
        }
        #expect(report["growth"]?.array?.count == 4)
        let schemas = try ["load-report", "load-part"].map { name in
            let path = ShippedFolder.root + "Specs/schema/\(name).schema.json"
            return try JSON.parse(try File.read(path), file: path)
        }
        let check = SchemaCheck(schemas[0], others: ["load-part.schema.json": schemas[1]])
        #expect(check.problems(of: report) == [])
        // The record is checked by the schema of its own, which the first refers to.
        var broken = try #require(report.object)
        broken["record"] = ["schema": "assay/load-part/8"]
        #expect(check.problems(of: .object(broken)).contains(".record: 'figures' is missing"))
        #expect(try ForeignReader.problems(in: folder + "/run") == [])
    }

    // MARK: - Capacity

    /// No rate of a port that is wrong is a capacity: its first run ends the search.
    @Test func aRunThatIsNotCorrectEndsTheSearchForTheCapacity() async throws {
        try File.write(
            ShortLoad.profile().replacing("count: [1, 2, 3]", with: "count: [3]"), to: folder + "/short.yaml")
        let code = await Tool.run(
            ["load", folder + "/short.yaml", "--find-capacity", "--slo", "completion.p50 < 1s", "--quiet"]
                + ["--backend", "embedded", "-i", "mutant:last-wins", "--report-dir", folder + "/capacity"]
                + ShortLoad.specs)
        #expect(code == .failed)
        let path = folder + "/capacity/capacity.json"
        let json = try JSON.parse(try File.read(path), file: path)
        #expect(json["violated"] == "runs/3-1")
        #expect(json["scales"]?.array?.first?["steps"]?.array?.first?["verdict"] == "VIOLATED")
        // A run of a search is compared with none: its rate is its own.
        let report = folder + "/capacity/runs/3-1/report.json"
        #expect(try JSON.parse(try File.read(report), file: report)["record"] == nil)
        // The rate rises, so that the first instances do not register all at once.
        let page = String(decoding: try File.read(folder + "/capacity/runs/3-1/report.html"), as: UTF8.self)
        #expect(page.contains("poisson, 0/s to 50.0/s, then 50.0/s"))
        #expect(Folder.exists(folder + "/capacity/capacity.html"))
        let schema = ShippedFolder.root + "Specs/schema/load-capacity.schema.json"
        #expect(SchemaCheck(try JSON.parse(try File.read(schema), file: schema)).problems(of: json) == [])
    }

    // MARK: - Parts

    /// Of what two machines have made in parts, the report of the whole is made.
    @Test func partsAreMergedToTheReportOfTheWhole() async throws {
        try File.write(
            ShortLoad.profile("thresholds: [violations == 0, iterations >= 61]", iterations: 61),
            to: folder + "/short.yaml")
        let parts = ["1", "2"].map { "\(folder)/part-\($0)" }
        for (number, part) in parts.enumerated() {
            let code = await Tool.run(
                ["load", folder + "/short.yaml", "--quiet", "--backend", "embedded", "--report-dir", part]
                    + ["--part", "\(number + 1)/2", "--start-at", "0"] + ShortLoad.specs)
            #expect(ShortLoad.isRight(code))
        }
        func merge(_ parts: [String], into name: String) async throws -> (ExitCode, JSON) {
            let place = "\(folder)/\(name)"
            let code = await Tool.run(["load", "merge", "--quiet", "--report-dir", place] + parts + ShortLoad.specs)
            return (code, try JSON.parse(try File.read(place + "/report.json"), file: name))
        }
        let (code, report) = try await merge(parts, into: "all")
        #expect(ShortLoad.isRight(code))
        #expect(report["totals"]?["completed"]?.int == 61)
        #expect(report["parts"]?.array?.compactMap { $0["part"]?.string } == ["1/2", "2/2"])
        // Nobody began in 1970.
        #expect(report["parts"]?.array?.allSatisfy { ($0["late"]?.int ?? 0) > 0 } == true)
        let (codeOfOne, reportOfOne) = try await merge([parts[1]], into: "one")
        #expect(codeOfOne == .missedThreshold)
        #expect(reportOfOne["missingParts"] == ["1/2"])
    }

    @Test func whatWasFoundIsToldAlsoWhereTheReportCannotBeWritten() throws {
        try File.write(ShortLoad.profile(), to: folder + "/short.yaml")
        try Folder.create(folder + "/run/report.json")
        let run = try ToolProcess(
            ["load", folder + "/short.yaml", "--backend", "embedded", "--report-dir", folder + "/run"]
                + ["--part", "1/2", "--quiet"] + ShortLoad.specs)
        #expect(run.code == 3)
        #expect(run.errors.contains("the report cannot be written"), "\(run.errors)")
        #expect(run.output.contains("report: \(folder)/run"), "\(run.output)")
    }

    // MARK: - Other protocols

    /// Merge and routing are verified over each; what is wrong is found there, too, and confirmed over the same.
    @Test(arguments: ["rest-v1", "rest-v2"]) func loadIsTheSameOverOtherProtocols(wire: String) async throws {
        let traffic = "traffic: [{ journey: fan-out, reuse: 10 }, { journey: watch }]"
        let profile = ShortLoad.profile("thresholds: [violations == 0, errors <= 0%]", iterations: 120)
            .replacing("traffic: [{ journey: fan-out, reuse: 10 }]", with: traffic)
        let (code, report) = try await ShortLoad.run(profile, in: folder, ["--wire", wire, "--raw"])
        #expect(ShortLoad.isRight(code))
        #expect(report["run"]?["wire"] == .string(wire))
        for phase in ["overhead", "authorization", "media-token"] {
            #expect(report["phases"]?[phase] != nil, "\(phase)")
        }
        #expect(report["verification"]?["iterations"]?.int ?? 0 > 0)
        let wrong = ShortLoad.profile(iterations: 120).replacing("count: [1, 2, 3]", with: "count: [3]")
        let (other, confirmed) = try await ShortLoad.run(wrong, in: folder, ["--wire", wire, "-i", "mutant:last-wins"])
        #expect(other == .failed)
        let command = confirmed["verification"]?["findings"]?.array?.first?["command"]?.string ?? ""
        let bundle = try ReplayBundle.read(command.dropFirst("assay replay ".count) + "/bundle.json")
        #expect(bundle.wire.rawValue == wire)
    }

    // MARK: - What is put under load

    @Test func theBaselineIsMeasuredAlone() async throws {
        let (code, report) = try await ShortLoad.run(ShortLoad.profile(), in: folder, ["-i", "baseline"])
        #expect(ShortLoad.isRight(code))
        #expect(report["phases"]?["overhead"]?["count"]?.int == 60)
        #expect(report["verification"]?["verified"] == .bool(false))
    }

    /// The port in Python, were it without authorization.
    @Test func whatAPortDoesNotHaveIsLeftOutAndSaidSo() async throws {
        let mixed = ShortLoad.profile(iterations: 20).replacing(
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
        let (_, report) = try await ShortLoad.run(mixed, in: folder, ["-i", port])
        #expect(report["iterations"]?["configure"]?.int ?? 0 > 0)
        #expect(report["iterations"]?["watch"] == nil)
        #expect(report["errors"]?.array == [])
        let remarks = report["validity"]?["remarks"]?.array?.compactMap(\.string) ?? []
        #expect(remarks.contains("watch is left out: the adapter lacks the call getAuthorization:"))
    }

    // MARK: - A backend that is lost

    /// Without service providers every iteration would fail, and the implementation could do nothing about it.
    @Test func aBackendThatDiesEndsTheRunAndIsNamed() async throws {
        try File.write(
            ShortLoad.profile().replacing("iterations: 60", with: "duration: 1m"), to: folder + "/short.yaml")
        let lines = Monitor<[String]>([])
        let tool = try ChildProcess(
            [RunningService.path, "load", folder + "/short.yaml", "--report-dir", folder + "/run"] + ShortLoad.specs
        ) { event in
            switch event {
            case .line(let line): lines.change { $0.append(String(decoding: line, as: UTF8.self)) }
            case .ended: lines.change { $0.append("ended") }
            default: break
            }
        }
        let shown = lines.wait { lines in
            lines.first { $0.contains("under way") && $0.contains("  (5 s: ") || $0 == "ended" }
        }
        #expect(shown != "ended", "the last seconds were not shown")
        let backend = try Folder.names(in: "/proc").compactMap { Int32($0) }.first { process in
            let command = String(decoding: (try? File.read("/proc/\(process)/cmdline")) ?? [], as: UTF8.self)
            return command.contains("\0load-backend\0\(folder)/")
        }
        kill(try #require(backend), SIGKILL)
        #expect(await tool.exit() == .exited(ExitCode.broken.rawValue))
        let errors = tool.lastErrorLines.joined(separator: "\n")
        #expect(errors.contains("the backend of the load run was lost: its process was ended by signal 9"), "\(errors)")
        // What was seen until then is not lost.
        let path = folder + "/run/report.json"
        let report = try JSON.parse(try File.read(path), file: path)
        #expect(report["totals"]?["completed"]?.int ?? 0 > 0)
    }

    /// What the shell has opened for the tool, only the tool can read: here by a link to it.
    @Test func aBackendThatDoesNotStartIsNamed() throws {
        try File.write(ShortLoad.profile(), to: folder + "/short.yaml")
        let run = try ToolProcess(
            shell: "ln -s /proc/self/fd/63 \(folder)/link.yaml; \"$0\" load \(folder)/link.yaml "
                + "--report-dir \(folder)/run " + ShortLoad.specs.joined(separator: " ") + " 63< \(folder)/short.yaml")
        #expect(run.code == ExitCode.broken.rawValue)
        #expect(run.errors.contains("the backend does not start: "), "\(run.errors)")
        #expect(run.errors.contains("the profile cannot be read: "), "\(run.errors)")
        #expect(!run.output.contains("under way"), "\(run.output)")
    }

    /// The backend would wait for it for ever.
    @Test(arguments: ["< FILE", "<(cat FILE)"]) func aProfileThatCanBeReadOnlyOnceIsRefused(input: String) throws {
        try File.write(ShortLoad.profile(), to: folder + "/short.yaml")
        let input = input.replacing("FILE", with: folder + "/short.yaml")
        let run = try ToolProcess(
            shell: "\"$0\" load \(input.hasPrefix("<(") ? "" : "/dev/stdin") \(input) --report-dir \(folder)/run "
                + ShortLoad.specs.joined(separator: " "))
        #expect(run.code == ExitCode.usage.rawValue)
        #expect(run.errors.contains("can be read only once"), "\(run.errors)")
    }

    // MARK: - Attempts

    /// The port in Python, on a machine that has no files left until it was started so often.
    @Test(arguments: [(ill: 1, attempts: 3), (ill: 9, attempts: 2)])
    func aRunWhoseMeasurementFailedIsBegunAnew(ill: Int, attempts: Int) throws {
        try File.write(
            """
            import runpy, sys
            folder, starts, ill = sys.argv[1:4]
            del sys.argv[1:]
            sys.path.insert(0, folder)
            with open(starts, "a+") as file:
                file.write("x")
                file.seek(0)
                number = len(file.read())
            if number <= int(ill):
                from assay_adapter import dispatcher
                def refuse(*_):
                    raise dispatcher.Refusal(-32010, "Too many open files in system")
                dispatcher.Dispatcher._open = refuse
            runpy.run_path(folder + "/adapter.py", run_name="__main__")
            """, to: folder + "/ill.py")
        let port = "exec:python3 -B \(folder)/ill.py \(ShippedFolder.root)Examples/python \(folder)/starts \(ill)"
        try File.write(ShortLoad.profile(iterations: 20), to: folder + "/short.yaml")
        let run = try ToolProcess(
            shell: "cd \(folder) && \"$0\" load short.yaml --quiet --backend embedded -i '\(port)' "
                + "--attempts \(attempts) " + ShortLoad.specs.joined(separator: " "))
        // The attempts have one folder, which is that of the last.
        let reports = try Folder.names(in: folder + "/Reports")
        #expect(reports.count == 1, "\(reports)")
        let path = folder + "/Reports/\(reports.first ?? "")/report.json"
        let report = try JSON.parse(try File.read(path), file: path)
        let remarks = report["validity"]?["remarks"]?.array?.compactMap(\.string) ?? []
        let failed = remarks.filter { $0.hasPrefix("attempt ") }
        #expect(failed.count == 1)
        #expect(
            failed.first?.hasPrefix("attempt 1 was invalid: the machine ran out of resources: ") == true,
            "\(remarks)")
        #expect(try File.read(folder + "/starts").count == 2)
        // What is reported is the last of them.
        #expect(run.code == (ill < attempts ? ExitCode.conformant : .invalidMeasurement).rawValue)
        #expect((report["totals"]?["failed"]?.int ?? 0 > 0) == (ill >= attempts))
    }

    // MARK: - Interrupts

    @Test(arguments: ["builtin", "degenerate:silent"])
    func anInterruptEndsWithACompleteReport(implementation: String) async throws {
        try File.write(
            ShortLoad.profile().replacing("iterations: 60", with: "duration: 1h"), to: folder + "/short.yaml")
        let isUnderWay = Monitor(false)
        let tool = try ChildProcess(
            [
                RunningService.path, "load", folder + "/short.yaml", "-i", implementation, "--deadline", "1h",
                "--report-dir", folder + "/run",
            ] + ShortLoad.specs
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

    /// Whoever watches the run may be killed: nobody would end the load then.
    @Test func aRunThatNobodyWatchesAnyMoreEndsWithACompleteReport() async throws {
        try File.write(
            ShortLoad.profile().replacing("iterations: 60", with: "duration: 1h"), to: folder + "/short.yaml")
        let shell = try ChildProcess(
            [
                "/bin/sh", "-c", "\"$0\" \"$@\" | head -n 3", RunningService.path, "load", folder + "/short.yaml",
                "--progress", "json", "--report-dir", folder + "/run",
            ] + ShortLoad.specs
        ) { _ in }
        _ = await shell.exit()
        let path = folder + "/run/report.json"
        let report = try JSON.parse(try File.read(path), file: path)
        #expect(report["run"]?["stopped"] == true)
        #expect(report["totals"]?["completed"]?.int ?? 0 > 0)
        // One part may be all there is.
        let merge = ["load", "merge", folder + "/run", "--quiet", "--report-dir", folder + "/whole"]
        let merged = try ToolProcess(merge + ShortLoad.specs)
        #expect(merged.code == ExitCode.incomplete.rawValue && merged.output.hasPrefix("STOPPED: "))
    }
}
