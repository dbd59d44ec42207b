import AccessEnablerAPI
import Documents
import Evidence
import Load
import Reports
import SchemaCheck
import Specification
import Testing

@testable import assay
import TestThreads

/// One run over several machines, put together again.
@Suite(.mayBlock) struct PartsOfARunTests: HasFolder {
    let temporary = TemporaryFolder()
    private static let filters = [
        "--filter", "configuration-success", "--filter", "sign-in", "--filter", "race-two-providers",
    ]
    private let quiet = ["--specs", ShippedFolder.specs, "--quiet"]

    private func run(_ folder: String, _ more: [String] = [], filters: [String] = filters) async -> ExitCode {
        await Tool.run(["run", "--deadline", "60s", "--report-dir", folder] + quiet + filters + more)
    }

    /// What is not the same in any two runs, and what names the folder, is left out.
    private func report(_ folder: String) throws -> JSON {
        func bare(_ json: JSON) -> JSON {
            if let items = json.array { return .array(items.map(bare)) }
            guard let members = json.object?.members else { return json }
            let left: Set = ["figures", "started", "observations", "rerun"]
            return .object(
                JSONObject(
                    members.filter { !left.contains($0.key) }
                        .map { JSONObject.Member(key: $0.key, value: bare($0.value)) }))
        }
        return bare(try JSON.parse(try File.read(folder + "/report.json"), file: "report.json"))
    }

    private func outcomes(_ folder: String) throws -> [[String]] {
        try SavedReport.read(at: folder).runs.map { run in
            run.verdicts.map { "\($0.caseID) \($0.outcome.rawValue)" } + run.causes.flatMap(\.cases).sorted()
        }
    }

    @Test func partsPutTogetherGiveTheReportOfOneMachine() async throws {
        #expect(await run(folder + "/whole") == .conformant)
        for part in 1...3 { #expect(await run("\(folder)/\(part)", ["--part", "\(part)/3"]) == .conformant) }
        let parts = [folder + "/3", folder + "/1", folder + "/2"]
        #expect(await Tool.run(["merge", "--report-dir", folder + "/merged"] + quiet + parts) == .conformant)
        #expect(try report(folder + "/whole") == report(folder + "/merged"))
        // The whole can be judged again, too, and knows how long its cases took.
        #expect(await Tool.run(["check", folder + "/merged"] + quiet) == .conformant)
        let cases = try RunRecord(in: folder + "/merged", as: "a run").cases
        #expect(try Set(SavedReport.read(at: folder + "/merged").durations().keys) == Set(cases))
    }

    @Test func partsOfAWrongPortFailTheSame() async throws {
        let wrong = ["--implementation", "mutant:last-wins", "--platform", "ios"]
        #expect(await run(folder + "/whole", wrong) == .failed)
        for part in 1...2 {
            let code = await run("\(folder)/\(part)", wrong + ["--part", "\(part)/2"])
            // That another part is missing hides no failure.
            let alone = ["merge", "\(folder)/\(part)", "--report-dir", folder + "/alone"] + quiet
            #expect(await Tool.run(alone) == (code == .failed ? .failed : .incomplete))
        }
        let merge = ["merge", folder + "/1", folder + "/2", "--report-dir", folder + "/merged"] + quiet
        #expect(await Tool.run(merge) == .failed)
        #expect(try outcomes(folder + "/whole") == outcomes(folder + "/merged"))
        // What failed is what is run again.
        #expect(await run(folder + "/again", wrong + ["--rerun-failed", folder + "/merged"]) == .failed)
        let failed = try SavedReport.read(at: folder + "/merged").runs[0].verdicts.filter { $0.outcome == .fail }
        #expect(try RunRecord(in: folder + "/again", as: "a run").cases == failed.map(\.caseID))
    }

    @Test func aPartThatIsMissingIsNamed() async throws {
        for part in [1, 3] { _ = await run("\(folder)/\(part)", ["--part", "\(part)/3", "--platform", "ios"]) }
        let tool = try ToolProcess(["merge", folder + "/1", folder + "/3", "--report-dir", folder + "/merged"] + quiet)
        #expect(tool.code == 2)
        #expect(tool.errors == "assay: missing: part 2/3 of the run, and its cases\n")
        let report = try SavedReport.read(at: folder + "/merged")
        #expect(report.runs[0].missing > 0 && report.runs[0].exitCode == .incomplete)

        // A part whose machine went down is named, and its trace is used as far as it goes.
        _ = await run(folder + "/2", ["--part", "2/3", "--platform", "ios"])
        let trace = try File.read(folder + "/2/trace.ndjson")
        // The first line tells of the run; somewhere in the next few it ends.
        let first = try #require(trace.firstIndex(of: UInt8(ascii: "\n")))
        try File.write(Array(trace.prefix(first + 400)), to: folder + "/2/trace.ndjson")
        let parts = [1, 2, 3].map { "\(folder)/\($0)" }
        #expect(await Tool.run(["merge", "--report-dir", folder + "/merged"] + quiet + parts) == .incomplete)
        let remarks = try SavedReport.read(at: folder + "/merged").runs[0].remarks.joined(separator: "\n")
        #expect(remarks.contains("the last line was cut short") && remarks.contains("part 2/3 ended early"))
    }

    @Test func partsThatDoNotBelongTogetherAreRefused() async throws {
        let ios = ["--platform", "ios", "--part"]
        let few = ["--filter", "configuration-success"]
        _ = await run(folder + "/1", ios + ["1/2"])
        _ = await run(folder + "/seed", ios + ["2/2", "--seed", "7"])
        _ = await run(folder + "/port", ios + ["2/2", "--implementation", "mutant:last-wins"])
        _ = await run(folder + "/whole", ["--platform", "ios"], filters: few)
        _ = await run(folder + "/third", ios + ["2/3"])
        func refusal(_ other: String) throws -> String {
            let tool = try ToolProcess(["merge", folder + "/1", folder + "/" + other] + quiet)
            #expect(tool.code == 4)
            return tool.errors.replacing(folder, with: "F")
        }
        #expect(try refusal("seed").contains("F/1 and F/seed are of different runs: the command is '"))
        #expect(try refusal("port").contains("are of different runs: the command is '"))
        #expect(try refusal("whole") == "assay: F/whole is of a whole run, and of no part\n")
        #expect(try refusal("third").contains("the number of parts is '2' and '3'"))
        #expect(try refusal("1") == "assay: part 1/2 is there twice: F/1 and F/1\n")
        #expect(try refusal("nothing").contains("F/nothing is not the folder of a part: F/nothing/run.json: "))
        try File.write("{\"name\": \"of something else\"}", to: folder + "/seed/run.json")
        #expect(try refusal("seed").contains("F/seed/run.json: not of a run of assay: it names no schema"))
        try File.write("{\"schema\": \"assay/run/1\"", to: folder + "/seed/run.json")
        #expect(try refusal("seed").contains("F/seed/run.json:1:"))
        try File.write("{\"schema\": \"assay/run/2\"}", to: folder + "/seed/run.json")
        #expect(try refusal("seed").contains("'assay/run/2' was written by another release of assay"))
    }

    @Test(arguments: [
        (["--part", "9/9"], "'--part 9/9': there are only"),
        (["--part", "3/2"], "expected a part such as 2/5, found '3/2'"),
        (["--part", "1/2", "--write-expectations", "/tmp/x"], "'--part' cannot write lists of the port"),
        (["--durations", "/tmp"], "'--durations' needs '--part'"),
        (["--rerun-failed", "/nonexistent"], "/nonexistent is not the folder of a run: "),
        (["--changed-since", "/nonexistent"], "/nonexistent is not the folder of a run: "),
        (["--rerun", "/nonexistent", "--rerun-failed", "/nonexistent"], "'--rerun' excludes"),
    ])
    func whatAPartCannotDoIsSaid(_ arguments: [String], _ message: String) throws {
        let tool = try ToolProcess(["run", "--filter", "configuration-success"] + quiet + arguments)
        #expect(tool.code == 4 && tool.errors.contains(message), "\(tool.errors)")
    }

    /// A folder of results is often that of other tools, too.
    @Test(arguments: ["run.json", "report.json", "report.txt", "report.html", "junit.xml", "trace.ndjson"])
    func whatSomebodyElseWroteIsNotOverwritten(_ name: String) throws {
        let mine = "{\"assay\": \"of a protein\"}"
        try File.write(mine, to: folder + "/" + name)
        let tool = try ToolProcess(["run", "--filter", "configuration-success", "--report-dir", folder] + quiet)
        #expect(tool.code == 4, "\(tool.output)")
        #expect(tool.errors.hasSuffix("/\(name) was not written by assay, and is not overwritten\n"))
        #expect(try File.read(folder + "/" + name) == Array(mine.utf8))
    }

    @Test func aFolderThatIsUsedAgainIsThatOfOneRun() throws {
        let run = ["run", "--filter", "configuration-success", "--platform", "ios", "--report-dir", folder] + quiet
        for _ in 1...2 { #expect(try ToolProcess(run).code == 0) }
        let check = ["check", folder] + quiet + ["--report-dir"]
        for _ in 1...2 { #expect(try ToolProcess(check + [folder + "/again"]).code == 0) }
        try File.remove(folder + "/again/report.json")
        let refused = try ToolProcess(check + [folder + "/again"])
        #expect(refused.code == 4 && refused.errors.contains("/again/report.txt was not written by assay"))
    }

    /// A run's own record says what has changed since.
    @Test func casesThatChangedSinceAnEarlierRunAreFound() async throws {
        _ = await run(folder + "/run", ["--platform", "ios"], filters: ["--filter", "configuration-success"])
        let same = try ToolProcess(["run", "--changed-since", folder + "/run"] + quiet)
        #expect(same.code == 4 && same.errors.contains("there is nothing to run: no case has changed since"))
        var record = try RunRecord(in: folder + "/run", as: "a run")
        let contract = try #require(try ShippedFolder.read().specifications.catalog.cases.first?.contractID)
        record.contracts[contract] = "another"
        try record.write(to: folder + "/run")
        let command = RunCommand(changedSince: folder + "/run")
        let all = try ShippedFolder.read().specifications.catalog.cases
        let changed = try command.casesOfEarlierRuns(ShippedFolder.read(), among: all)
        #expect(!changed.isEmpty && changed.allSatisfy { $0.contractID == contract })
        record.around = "another"
        try record.write(to: folder + "/run")
        #expect(try command.casesOfEarlierRuns(ShippedFolder.read(), among: all) == all)
    }

    @Test func theRecordOfARunIsReadAsItWasWrittenAndFitsItsSchema() throws {
        let command = RunCommand(part: try #require(MachineShare(index: 1, count: 3)))
        let folder = try ShippedFolder.read()
        var record = try command.record(
            of: folder.specifications.catalog.cases, as: [Leg(platform: .iOS, version: .newest)], in: folder)
        record.expectations = RunRecord.List(file: "known.yaml", text: "schema: …\n")
        let read = try RunRecord(JSON.parse(record.json.compact, file: "run.json"))
        #expect(read == record)
        let path = ShippedFolder.specs + "/schema/run.schema.json"
        let schema = try SchemaCheck(JSON.parse(File.read(path), file: path))
        #expect(schema.problems(of: record.json) == [])
        record.cases = []
        #expect(throws: RecordError.self) { try RunRecord(JSON.parse(record.json.compact, file: "run.json")) }
    }
}
