import AccessEnablerAPI
import Documents
import Evidence
import Runner
import Testing
import TestThreads
import Timing

@testable import assay

@Suite(.mayBlock) struct RecordedRunTests: HasFolder {
    let temporary = TemporaryFolder()

    private func observation(_ number: Int, _ session: String, _ event: Event) -> Observation {
        Observation(
            sequence: number, time: MonotonicTime(nanoseconds: Int64(number)), session: SessionID(session),
            event: event)
    }

    private func opened(_ part: Int, _ attempt: Attempt = Attempt(0)) -> Event {
        .sessionOpened(SessionHeader(caseID: "c", attempt: attempt, part: part, bindings: [:]))
    }

    @Test func nobodyFailsForACaseThatWasNotRunAgainAlone() throws {
        let lost = [observation(0, "s1", opened(0)), observation(1, "s1", .portEnded(reason: "signal 11"))]
        let loss = try #require(PortLoss(in: lost))
        let crash = Verdict(
            caseID: "c", contractID: "c", title: "", area: "", outcome: .crash, statements: [],
            findings: [Finding(statements: ["AE-Q-009"], message: "gone")])
        #expect(loss.unconfirmed(crash).outcome == .inconclusive)
        #expect(loss.unconfirmed(crash).findings.flatMap(\.statements) == [])
        let call = Message(.logout)
        let late = [
            observation(0, "s1", opened(0)), observation(1, "s1", .call(number: 0, call)),
            observation(2, "s1", .sessionClosed),
        ]
        let lateness = try #require(PortLoss(in: late))
        #expect(lateness.kind == .late && lateness.reason == "the call logout did not return")
        #expect(lateness.isKnown(from: [lateness]) && !lateness.isKnown(from: [loss]) && !loss.isKnown(from: [loss]))
        #expect(lateness.finding(repeated: []) == nil)
        #expect(loss.finding(repeated: [])?.seen == "signal 11")
        #expect(loss.finding(repeated: [])?.standing == .noticed)
        #expect(loss.finding(repeated: [loss]) == nil)
    }

    @Test func nothingCountsAfterTheLastPartWasClosed() {
        let closed = [
            observation(0, "s", opened(0)), observation(1, "s", .sessionClosed), observation(2, "s/1", opened(1)),
            observation(3, "s/1", .sessionClosed), observation(4, "s/1", .note("late")),
        ]
        #expect(CaseEvaluator.untilClosed(closed).map(\.sequence) == [0, 1, 2, 3])
        #expect(CaseEvaluator.untilClosed(Array(closed[..<3])).count == 3)
    }

    /// The whole tool, from the command line to the files: a run, and the run judged again.
    @Test func aRunJudgedAgainGivesTheSameVerdicts() async throws {
        let (first, second) = (folder + "/run", folder + "/check")
        let selection = ["--specs", ShippedFolder.specs, "--quiet", "--report-dir"]
        let filters = ["--platform", "ios", "--filter", "sign-in", "--filter", "race-two-providers"]
        #expect(await Tool.run(["run", "--deadline", "60s"] + selection + [first] + filters) == .conformant)
        #expect(await Tool.run(["check", first] + selection + [second]) == .conformant)
        #expect(try report(first) == report(second))
        #expect(try File.read(first + "/junit.xml") == File.read(second + "/junit.xml"))
    }

    /// Without a platform a port is certified as each, and the folder of both is judged again as a whole.
    @Test func aRunOfSeveralPlatformsJudgedAgainGivesTheSameVerdicts() async throws {
        let (first, second) = (folder + "/run", folder + "/check")
        let selection = ["--specs", ShippedFolder.specs, "--quiet", "--report-dir"]
        let filters = ["--filter", "configuration-success", "--filter", "sign-in"]
        #expect(await Tool.run(["run", "--deadline", "60s"] + selection + [first] + filters) == .conformant)
        #expect(await Tool.run(["check", first] + selection + [second]) == .conformant)
        for leg in ["ios-3.9.2", "tvos-3.9.2"] {
            #expect(try report("\(first)/\(leg)") == report("\(second)/\(leg)"))
            #expect(try report("\(first)/\(leg)")["platform"]?.string == String(leg.prefix { $0 != "-" }))
        }
        #expect(try File.read(first + "/junit.xml") == File.read(second + "/junit.xml"))
        // Without one of them it is as if the run had been stopped before.
        try Folder.remove(first + "/tvos-3.9.2")
        #expect(await Tool.run(["check", first, "--specs", ShippedFolder.specs, "--quiet"]) == .incomplete)
    }

    @Test func aMistakeInEveryLineIsNotToldForEver() async throws {
        try File.write(String(repeating: "nonsense\n", count: 500), to: folder + "/t.ndjson")
        let tool = try ToolProcess(["check", folder + "/t.ndjson", "--specs", ShippedFolder.specs])
        #expect(tool.errors.split(separator: "\n").count == 22)
        #expect(tool.errors.hasSuffix("and 480 more\n"))
    }

    @Test func aRunOfAWrongPortFailsAndSoDoesItsTrace() async throws {
        let (first, second) = (folder + "/run", folder + "/check")
        let selection = ["--specs", ShippedFolder.specs, "--quiet", "--report-dir"]
        let wrong = ["--platform", "ios", "--implementation", "mutant:last-wins", "--filter", "race-two-providers"]
        #expect(await Tool.run(["run", "--deadline", "60s"] + selection + [first] + wrong) == .failed)
        #expect(await Tool.run(["check", first] + selection + [second]) == .failed)
        #expect(try report(first) == report(second))
    }

    @Test(arguments: [
        (["--implementation", "exec:/nonexistent/port"], ExitCode.broken),
        (["--implementation", "exec:true"], .broken),
        (["--report-dir", "/proc/nothing"], .broken),
        (["--filter", "no-such-case"], .usage),
    ])
    func aRunThatCannotBeginHasItsCode(_ arguments: [String], _ code: ExitCode) async throws {
        let place = arguments.contains("--report-dir") ? [] : ["--report-dir", folder + "/run"]
        #expect(await Tool.run(["run", "--specs", ShippedFolder.specs, "--quiet"] + place + arguments) == code)
    }

    @Test func aTraceOfCasesThatAreGoneIsRefused() async throws {
        let header = RunHeader(
            assayVersion: "0", portName: "p", portVersion: "1", implementation: "builtin", backend: "embedded",
            platform: .iOS, version: .newest, seed: 1, features: [], calls: [], startedAt: 0, cases: ["gone"])
        let trace = Trace([observation(0, "-", .runStarted(header))])
        try File.write(TraceRecord.bytes(of: trace), to: folder + "/t.ndjson")
        #expect(await Tool.run(["check", folder + "/t.ndjson", "--specs", ShippedFolder.specs]) == .usage)
        try File.write("{}\n", to: folder + "/bad.ndjson")
        #expect(await Tool.run(["check", folder + "/bad.ndjson", "--specs", ShippedFolder.specs]) == .usage)
    }

    /// What a report says that does not depend on how fast the machine was.
    private func report(_ folder: String) throws -> JSONObject {
        let path = folder + "/report.json"
        // Commands name the folder.
        let text = String(decoding: try File.read(path), as: UTF8.self).replacing(folder, with: "FOLDER")
        var report = try #require(try JSON.parse(Array(text.utf8), file: path).object)
        report["figures"] = nil
        return report
    }
}
