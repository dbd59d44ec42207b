import Documents
import Evidence
import Reports
import Specification
import Testing

@testable import assay

struct InterruptTests {
    @Test func aRunThatIsStoppedAtOnceStillReports() async throws {
        try await withFolder { folder async throws in
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
}
