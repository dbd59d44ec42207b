import AccessEnablerAPI
import Documents
import Evidence
import Glibc
import POSIX
import Reports
import Specification
import Testing
import TestThreads
import Timing

@testable import assay

@Suite(.mayBlock) struct InterruptTests: HasFolder {
    let temporary = TemporaryFolder()

    @Test func aRunThatIsStoppedAtOnceStillReports() async throws {
        let specifications = try ShippedFolder.read().specifications
        var options = RunCommand()
        options.isQuiet = true
        options.reportFolder = folder + "/run"
        let interrupt = try Interrupt()
        interrupt.requestStop()
        let cases = try CaseSelection(filters: ["selection"]).cases(of: specifications)
        let outcome = try await Certification(
            options: options, console: Console(.never), specifications: specifications, cases: cases,
            interrupt: interrupt
        ).run()
        #expect(outcome.report.missing > 0 || outcome.report.verdicts.contains { $0.outcome == .inconclusive })
        #expect(outcome.report.exitCode == .incomplete)
        #expect(outcome.traceFailure == nil)
        let trace = try TraceRecord.read(try File.read(folder + "/run/trace.ndjson"), file: "t").trace
        #expect(trace.observations.last?.event == .runEnded)
        #expect(trace.header?.cases == cases.map(\.id))
    }

    /// It is stopped while it reads what it is told, before it has looked at its port: it waits for what the pipe says.
    @Test(arguments: [Signal.interrupt, .terminate, .hangup])
    func aRunThatIsStoppedBeforeItHasBegunReportsThatNothingWasDecided(signal: Signal) async throws {
        let pipe = folder + "/expectations.yaml"
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        let tool = try ChildProcess([
            RunningService.path, "run", "--platform", "ios", "--quiet", "--specs", ShippedFolder.specs,
            "--expectations", pipe, "--report-dir", folder + "/run",
        ]) { _ in }
        let writer = unsafe open(pipe, O_WRONLY | O_CLOEXEC)
        tool.signal(signal)
        let text = "schema: assay/expectations/1\nexpected: []\n"
        // It is read twice, and the second time from a file.
        try File.write(text, to: pipe)
        _ = unsafe write(writer, text, text.utf8.count)
        close(writer)
        #expect(await tool.exit() == .exited(ExitCode.incomplete.rawValue))
        let report = try JSON.parse(try File.read(folder + "/run/report.json"), file: "report.json")
        #expect(report["verdicts"]?.array?.contains { $0["outcome"] == "PASS" } == false)
        #expect(report["exit-code"]?.int == 2)
    }

    /// Else a night would take a search of one platform for one of both.
    @Test func aSearchThatIsStoppedBeforeTheSecondPlatformIsIncomplete() async throws {
        var options = ExploreCommand()
        options.isQuiet = true
        options.reportFolder = folder + "/run"
        let interrupt = try Interrupt()
        Task {
            try await Task.sleep(for: .seconds(5))
            interrupt.requestStop()
        }
        let legs = Platform.allCases.map { Leg(platform: $0, version: .newest) }
        let code = try await ExploreRun(
            options: options, legs: legs, folder: try ShippedFolder.read(), console: Console(.never),
            interrupt: interrupt
        ).run()
        #expect(code == .incomplete)
    }

    @Test func whoListensLateIsToldAtOnceAndOnce() async throws {
        let interrupt = try Interrupt()
        #expect(!interrupt.hasCome)
        interrupt.requestStop()
        await confirmation(expectedCount: 1) { told in
            interrupt.listen { told() }
            interrupt.requestStop()
        }
        await interrupt.wait()
        #expect(interrupt.hasCome)
    }

    @Test func allWhoListenAreToldAndWhoNoLongerDoesIsNot() async throws {
        let interrupt = try Interrupt()
        await confirmation(expectedCount: 2) { told in
            interrupt.listen { told() }
            let former = interrupt.listen { Issue.record("it listens no more") }
            interrupt.listen { told() }
            interrupt.forget(former)
            interrupt.requestStop()
        }
    }

    @Test func workThatIsStoppedIsCancelled() async throws {
        let interrupt = try Interrupt()
        let isCancelled = await interrupt.cancelling {
            interrupt.requestStop()
            return Task.isCancelled
        }
        #expect(isCancelled)
    }

    /// Whoever asks for the end again and again, as each request beyond a budget does, presses no key.
    @Test func anEndThatIsAskedForOftenCountsOnce() throws {
        let interrupt = try Interrupt(tolerated: 2)
        for _ in 0..<5 { interrupt.requestStop() }
        let now = MonotonicTime.now()
        #expect(!interrupt.isTooMuch(at: now + .seconds(2)))
        #expect(interrupt.isTooMuch(at: now + .seconds(4)))
    }
}
