import AccessEnablerAPI
import Documents
import Evidence
import SchemaCheck
import Testing

@testable import Reports

struct RunComparisonTests {
    private func compared(
        _ old: [(String, Outcome)], _ new: [(String, Outcome)], across gaps: Set<RunComparison.Gap> = [],
        change: (inout RunReport) -> Void = { _ in }
    ) throws -> RunComparison {
        try RunComparison(
            try savedReport(old, file: "old.json"), try savedReport(new, file: "new.json", change: change), across: gaps
        )
    }

    @Test(arguments: [
        (Outcome.pass, Outcome.fail, RunComparison.Kind.newlyFailing), (.pass, .crash, .newlyFailing),
        (.inconclusive, .fail, .newlyFailing), (.expectedFail, .fail, .newlyFailing), (.fail, .pass, .newlyPassing),
        (.expectedFail, .pass, .newlyPassing), (.pass, .warn, .newlyWarning), (.pass, .expectedFail, .newlyKnown),
        (.pass, .inconclusive, .undecided), (.fail, .notTestable, .undecided), (.notApplicable, .fail, .newlyFailing),
    ])
    func whatBecameOfACaseHasAName(old: Outcome, new: Outcome, kind: RunComparison.Kind) throws {
        let comparison = try compared([("a", old), ("b", .pass)], [("a", new), ("b", .pass)])
        #expect(comparison.changes.map(\.kind) == [kind])
        let code: ExitCode = kind.isRegression ? .failed : kind == .undecided ? .incomplete : .conformant
        #expect(comparison.exitCode == code)
    }

    @Test(arguments: [
        (Outcome.pass, Outcome.pass), (.fail, .crash), (.fail, .expectedFail), (.warn, .pass),
        (.inconclusive, .notTestable), (.pass, .notApplicable),
    ])
    func whatIsNoBetterAndNoWorseIsNotTold(old: Outcome, new: Outcome) throws {
        let comparison = try compared([("a", old)], [("a", new)])
        #expect(comparison.changes.isEmpty && comparison.exitCode == .conformant)
    }

    /// Whoever leaves the case out that fails has not mended anything.
    @Test func aCaseThatWasNotRunLeavesTheQuestionOpen() throws {
        let comparison = try compared([("a", .pass), ("b", .pass)], [("a", .pass)])
        #expect(comparison.changes.map(\.kind) == [.notRun] && comparison.exitCode == .incomplete)
        let other = try compared([("a", .pass), ("b", .notApplicable)], [("a", .pass)])
        #expect(other.changes.isEmpty && other.exitCode == .conformant)
        let stopped = try compared([("a", .pass)], [("a", .pass)]) { $0.header.cases = ["a", "b"] }
        #expect(stopped.exitCode == .incomplete && stopped.sentence.contains("the new run is incomplete"))
        let worse = try compared([("a", .pass)], [("a", .fail)]) { $0.header.cases = ["a", "b"] }
        #expect(worse.exitCode == .failed)
    }

    /// A report may be somebody else's.
    @Test func noCommandChangesATerminal() throws {
        var comparison = try compared([("a", .pass)], [("a", .fail)])
        comparison.changes[0].rerun = "assay run x\u{1B}]0;own\u{7}\u{202E}"
        let shown = ComparisonText(comparison).text + RunReport.command(["a\u{1B}]0;own\u{7}", "b\u{202E}"])
        #expect(shown.contains("assay run x") && shown == shown.displayed)
    }

    @Test func casesComeAndGoWithTheSpecs() throws {
        let comparison = try compared([("a", .pass), ("b", .pass)], [("a", .pass), ("c", .fail)], across: [.specs]) {
            $0.specs = String(repeating: "b", count: 64)
        }
        #expect(comparison.changes.map(\.kind) == [.added, .gone] && comparison.exitCode == .conformant)
        #expect(comparison.remarks == ["the specs are not the same: cases may differ by them alone"])
    }

    @Test func aCaseThatFailsSometimesIsNewlyFlaky() throws {
        let tries = { (report: inout RunReport) in report.tries = ["a": OutcomeCounts([.fail, .pass])] }
        let comparison = try compared([("a", .pass)], [("a", .fail)], change: tries)
        #expect(comparison.changes.map(\.kind) == [.newlyFlaky] && comparison.exitCode == .failed)
        let before = try savedReport([("a", .fail)], change: tries)
        #expect(try RunComparison(before, before).changes.isEmpty)
    }

    @Test func capabilitiesCausesAndReadingsAreCompared() throws {
        let old = try savedReport([("a", .fail), ("b", .pass)]) {
            $0.readings = [ReadingSeen(ambiguity: "A-01", reading: "strict", cases: ["b"])]
        }
        let new = try savedReport([("a", .pass), ("b", .fail)]) {
            $0.header.calls = [.getAuthentication]
            $0.header.features = [.httpTap, .clockAhead]
            $0.readings = [ReadingSeen(ambiguity: "A-01", reading: "loose", cases: ["b"])]
        }
        let comparison = try RunComparison(old, new)
        #expect(comparison.lost.map(\.name) == ["call logout"])
        #expect(comparison.gained.map(\.name) == ["feature \(PortFeature.clockAhead.rawValue)"])
        #expect(comparison.causesCome.map(\.title) == ["what is wrong with b"])
        #expect(comparison.causesGone.map(\.title) == ["what is wrong with a"])
        #expect(comparison.readings.map(\.new) == [["loose"]])
        #expect(comparison.regressions == 2)
    }

    @Test func whatCannotBeComparedIsRefusedWithTheReason() throws {
        let cases: [(RunComparison.Gap, (inout RunReport) -> Void, String)] = [
            (.profile, { $0.choice = .all }, "they were judged for other profiles: core in old.json, all in new.json"),
            (.specs, { $0.specs = String(repeating: "b", count: 64) }, "they were judged by other specs: aaaaaaaaaa"),
            (.backend, { $0.header.backend = "http://sp" }, "they had other service providers: embedded in old"),
        ]
        for (gap, change, words) in cases {
            let error = #expect(throws: ComparisonProblem.self) {
                try compared([("a", .pass)], [("a", .pass)], change: change)
            }
            #expect(error?.message.contains(words) == true)
            #expect(error?.message.contains("--across \(gap.rawValue)") == true)
            let anyway = try compared([("a", .pass)], [("a", .pass)], across: [gap], change: change)
            #expect(anyway.exitCode == .conformant)
        }
        let error = #expect(throws: ComparisonProblem.self) {
            try compared([("a", .pass)], [("a", .pass)], across: [.platform]) { $0.header.platform = .iOS }
        }
        let words =
            "old.json is of tvos 3.1, and new.json of ios 3.1: they have no platform, release and protocol in common"
        #expect(error?.message == words)
        let wires = #expect(throws: ComparisonProblem.self) {
            try compared([("a", .pass)], [("a", .fail)]) { $0.header.wire = .restV2 }
        }
        #expect(wires?.message.hasPrefix("old.json is of tvos 3.1, and new.json of tvos 3.1 over rest-v2: ") == true)
    }

    @Test func theTextSaysWhatChangedWithinEightyColumns() throws {
        let comparison = try compared(
            [("race[order=sp2-sp1]", .pass), ("b", .fail)], [("race[order=sp2-sp1]", .fail), ("b", .pass)])
        let text = ComparisonText(comparison).text
        #expect(text.contains("newly failing, 1 case\n  race[order=sp2-sp1]\n    PASS -> FAIL, as tvos 3.1\n"))
        #expect(text.hasSuffix("WORSE: 1 newly failing, 1 newly passing\n"))
        let own = text.split(separator: "\n").filter { !$0.contains("assay run --filter") }
        #expect(own.allSatisfy { $0.count <= 80 })
    }

    @Test func theJSONKeepsItsSchemaAndThePageIsWellFormed() throws {
        let comparison = try compared([("a", .pass), ("b<i>", .fail)], [("a", .fail), ("b<i>", .pass)])
        let open = try compared([("a", .pass)], [("a", .inconclusive)])
        let path = Golden.root + "Specs/schema/comparison.schema.json"
        let schema = try JSON.parse(try File.read(path), file: path)
        #expect(SchemaCheck(schema).problems(of: ComparisonJSON.json(comparison)) == [])
        #expect(SchemaCheck(schema).problems(of: ComparisonJSON.json(open)) == [])
        #expect(ComparisonJSON.json(open)["result"] == "inconclusive")
        let page = comparison.page
        _ = try PageReading(page)
        #expect(OwnWork.isOurs(page.bytes) && OwnWork.isOurs(ComparisonJSON.json(comparison).pretty))
    }
}
