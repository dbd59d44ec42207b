import Checkers
import Documents
import Evidence
import Reports
import SchemaCheck
import Specification
import Testing

@testable import assay

struct ExpectedFailuresTests {
    private func read(_ text: String, today: String = "2026-01-15") throws -> ExpectedFailures {
        try ExpectedFailures.read(Array(text.utf8), file: "known.yaml", of: try cases(), today: today)
    }

    private func verdict(_ id: String, _ contract: String, _ outcome: Outcome) -> Verdict {
        Verdict(caseID: id, contractID: contract, title: "", area: "", outcome: outcome, statements: [])
    }

    private func cases() throws -> [Case] {
        try ShippedFolder.read().specifications.catalog.cases
    }

    private let list = """
        schema: assay/expectations/1
        expected:
          - contract: race-*
            reason: The merge is being rewritten
            link: https://example.org/1
            expires: 2026-01-15
          - case: sign-in
            reason: Old
            expires: 2026-01-14
          - contract: no-such-contract
            reason: Gone
            expires: 2027-01-01
        """

    /// What a port says is the reason in a list that is written, and no reason may make that list one that cannot be read.
    @Test func anyTextIsAScalarOfYAML() throws {
        let text = "a\"\u{301}: \\\u{301} \u{1B}[m \u{0} \u{FEFF} \u{FFFF} b\nc"
        let document = try YAML.read(Array("x: \(YAMLText.quoted(text))".utf8), file: "f")
        let bare = "\u{FFFD}"
        #expect(document.json["x"]?.string == "a\"\u{301}: \\\u{301} \(bare)[m \(bare) \(bare) \(bare) b c")
    }

    @Test func anExpectedFailureIsNoFailure() throws {
        let expected = try read(list)
        let verdict = expected.applied(to: verdict("race-two-providers[a=b]", "race-two-providers", .fail))
        #expect(verdict.outcome == .expectedFail)
        #expect(verdict.findings.last?.message.contains("https://example.org/1") == true)
    }

    @Test func whatHasExpiredOrPassesOrIsNotMeantStaysAsItIs() throws {
        let expected = try read(list)
        #expect(expected.applied(to: verdict("sign-in", "sign-in", .fail)).outcome == .fail)
        #expect(expected.applied(to: verdict("race-x", "race-x", .pass)).outcome == .pass)
        #expect(expected.applied(to: verdict("race-x", "race-x", .inconclusive)).outcome == .inconclusive)
        #expect(expected.applied(to: verdict("login-url", "login-url", .crash)).outcome == .crash)
    }

    @Test func everyProblemNamesTheCommandThatMendsIt() throws {
        let passed = try cases().filter { $0.contractID.hasPrefix("race-") }
            .map { verdict($0.id, $0.contractID, .pass) }
        let problems = try read(list).problems(after: passed, of: try cases(), rewrite: "REWRITE")
        #expect(
            problems.map(\.text) == [
                "known.yaml:10: contract 'no-such-contract' fits no case; fix: sed -i '10,12d' known.yaml",
                "known.yaml:7: case 'sign-in' has expired on 2026-01-14; fix: sed -i '7,9d' known.yaml",
                "known.yaml:3: contract 'race-*' is expected to fail, and passes; fix: sed -i '3,6d' known.yaml",
            ])
    }

    @Test func theCommandMendsAFileOfAnyName() throws {
        let expected = try ExpectedFailures.read(
            Array(list.utf8), file: "it's known.yaml", of: try cases(), today: "2026-01-15")
        let problem = expected.problems(after: [], of: try cases(), rewrite: "R").first
        #expect(problem?.text.hasSuffix("; fix: sed -i '10,12d' 'it'\\''s known.yaml'") == true)
    }

    @Test func onlyWhatPassesIsAnImprovement() throws {
        let passed = try cases().filter { $0.contractID.hasPrefix("race-") }
            .map { verdict($0.id, $0.contractID, .pass) }
        let problems = try read(list).problems(after: passed, of: try cases(), rewrite: "R")
        #expect(problems.map(\.isImprovement) == [false, false, true])
    }

    @Test(arguments: [
        (ExitCode.conformant, [true], ExitCode.outdated), (.incomplete, [true], .incomplete),
        (.failed, [true], .failed),
        (.conformant, [true, false], .usage), (.incomplete, [false], .usage), (.broken, [false], .broken),
        (.incomplete, [], .incomplete), (.outdated, [true], .outdated),
    ])
    func aListThatThePortIsBetterThanHidesNothing(code: ExitCode, improvements: [Bool], expected: ExitCode) {
        let problems = improvements.map { ListProblem(.expectations, "x", isImprovement: $0) }
        #expect(RunCommand.code(code, with: problems) == expected)
    }

    private let flaky = """
        schema: assay/expectations/1
        expected:
          - case: sign-in
            reason: A race of ours
            flaky: 0.2
            expires: 2026-01-15
        """

    @Test func whatFailsSometimesMayPass() throws {
        let expected = try read(flaky)
        let passed = [verdict("sign-in", "sign-in", .pass)]
        #expect(expected.problems(after: passed, of: try cases(), rewrite: "R") == [])
        #expect(expected.applied(to: verdict("sign-in", "sign-in", .fail)).outcome == .expectedFail)
        let text = ExpectedFailures.text(for: passed, of: "exec:p", keeping: expected, expires: "2026-04-15")
        #expect(text.contains("    flaky: 0.2\n"))
        #expect(throws: ToolError.self) { try read(flaky.replacing("0.2", with: "2")) }
    }

    @Test func whatFailsMoreOftenThanItMayIsAProblem() throws {
        let expected = try read(flaky)
        func problems(_ failed: Int) -> [ListProblem] {
            let verdicts = (0..<10).map { verdict("sign-in", "sign-in", $0 < failed ? .expectedFail : .pass) }
            return Repeats(verdicts: verdicts, times: 10).problems(with: expected)
        }
        #expect(problems(3) == [])
        #expect(
            problems(9).map(\.text) == [
                "known.yaml:3: sign-in may fail in 0.2 of its sessions, and failed in 9 of 10; fix: the port, or the rate"
            ])
    }

    @Test func aRateHoldsForAllCasesOfAnEntryTogether() throws {
        let expected = try read(flaky.replacing("sign-in", with: "\"*\"").replacing("0.2", with: "0.01"))
        func problems(_ failed: Int) -> [String] {
            let verdicts = (0..<800).map { verdict("c\($0)", "c\($0)", $0 < failed ? .expectedFail : .pass) }
            return Repeats(verdicts: verdicts, times: 1).problems(with: expected).map(\.text)
        }
        #expect(problems(12) == [])
        #expect(
            problems(500) == [
                "known.yaml:3: case '*' may fail in 0.01 of its sessions, and failed in 500 of 800; fix: the port, or the rate"
            ])
    }

    @Test func aRateOfARuleCountsTheSessionsThatKeepIt() throws {
        let expected = try read(
            flaky.replacing("case: sign-in", with: "check: no-crosstalk").replacing("0.2", with: "0.01"))
        var crossed = Finding(message: "crossed")
        crossed.check = "no-crosstalk"
        func problems(_ failed: Int) -> [ListProblem] {
            let verdicts = (0..<800).map { number in
                var verdict = verdict("c\(number)", "c\(number)", number < failed ? .expectedFail : .pass)
                if number < failed { verdict.findings = [crossed] }
                return verdict
            }
            return Repeats(verdicts: verdicts, times: 1).problems(with: expected)
        }
        #expect(problems(12) == [])
        #expect(problems(30).count == 1)
    }

    @Test func aRateThatTooFewSessionsTestIsRemarkedUpon() throws {
        let expected = try read(flaky)
        func remarks(_ outcome: Outcome, _ count: Int) -> [String] {
            Repeats(verdicts: (0..<count).map { _ in verdict("sign-in", "sign-in", outcome) }, times: count)
                .remarks(with: expected)
        }
        #expect(remarks(.pass, 1) == [])
        #expect(remarks(.expectedFail, 5) == [])
        #expect(
            remarks(.expectedFail, 1) == [
                "known.yaml:3: case 'sign-in' failed in 1 of 1 session, too few to test a rate of 0.2; --repeat makes more"
            ])
    }

    @Test func aPatternThatFitsTooMuchIsAProblem() throws {
        let verdicts = [verdict("race-a", "race-a", .expectedFail), verdict("race-b", "race-b", .pass)]
        let problems = try read(list).problems(after: verdicts, of: try cases(), rewrite: "REWRITE")
        #expect(problems.last?.text == "known.yaml:3: contract 'race-*' fits too much: race-b passed; fix: REWRITE")
    }

    @Test func whatIsWrittenIsReadAndExpectsWhatFailed() throws {
        let verdicts = [
            verdict("a[x=1]", "a", .fail), verdict("a[x=2]", "a", .crash), verdict("b[x=\"1\"]", "b", .fail),
            verdict("b[x=2]", "b", .pass), verdict("c", "c", .pass), verdict("race-a", "race-a", .expectedFail),
        ]
        let text = ExpectedFailures.text(for: verdicts, of: "exec:port", keeping: try read(list), expires: "2026-04-15")
        let written = try read(text)
        #expect(written.entries.map(\.pattern) == ["race-*", "no-such-contract", "a", "b[x=\"1\"]"])
        #expect(written.entries.first?.link == "https://example.org/1")
        #expect(written.applied(to: verdict("a[x=1]", "a", .fail)).outcome == .expectedFail)
        #expect(written.applied(to: verdict("b[x=2]", "b", .fail)).outcome == .fail)
    }

    @Test func aReadingStandsForEveryCaseThatHasIt() throws {
        let testCase = try #require(try cases().first { !$0.readings.isEmpty })
        let name = try #require(testCase.readings.first).name
        let expected = try read(
            "schema: assay/expectations/1\nexpected:\n  - reading: \(name)\n    reason: r\n    expires: 2027-01-01\n")
        #expect(expected.applied(to: Verdict(of: testCase, .fail)).outcome == .expectedFail)
        #expect(expected.applied(to: verdict("login-url", "login-url", .fail)).outcome == .fail)
        let all = try cases().map { Verdict(of: $0, .pass) }
        let problems = expected.problems(after: all, of: try cases(), rewrite: "R")
        #expect(problems.map { $0.text.contains("is expected to fail, and passes") } == [true])
    }

    @Test func whatFitsACaseThatWasNotRunIsNotSaidToPass() throws {
        let expected = try read(
            "schema: assay/expectations/1\nexpected:\n  - contract: race-*\n    reason: r\n    expires: 2027-01-01\n")
        let races = try cases().filter { $0.contractID.hasPrefix("race-") }.map { Verdict(of: $0, .pass) }
        #expect(expected.problems(after: races.dropLast(), of: try cases(), rewrite: "R") == [])
        #expect(expected.problems(after: races, of: try cases(), rewrite: "R").count == 1)
    }

    @Test func aCheckStandsForWhatFailsByItAlone() throws {
        let expected = try read(
            "schema: assay/expectations/1\nexpected:\n  - check: no-crosstalk\n    reason: r\n    expires: 2027-01-01\n"
                + "  - check: no-such\n    reason: r\n    expires: 2027-01-01\n")
        var crossed = Finding(message: "crossed")
        crossed.check = "no-crosstalk"
        var failed = verdict("a", "a", .fail)
        failed.findings = [crossed]
        #expect(expected.applied(to: failed).outcome == .expectedFail)
        failed.findings.append(Finding(message: "and something else"))
        #expect(expected.applied(to: failed).outcome == .fail)
        let whole = try cases().map { Verdict(of: $0, .pass) }
        #expect(
            expected.problems(after: whole, of: try cases(), rewrite: "R").map(\.text) == [
                "known.yaml:6: check 'no-such' fits no check; fix: sed -i '6,8d' known.yaml",
                "known.yaml:3: check 'no-crosstalk' is expected to fail, and nothing fails by it alone; "
                    + "fix: sed -i '3,5d' known.yaml",
            ])
    }

    @Test func theListKeepsThePublishedSchema() throws {
        let path = ShippedFolder.specs + "/schema/expectations.schema.json"
        let schema = SchemaCheck(try JSON.parse(try File.read(path), file: path))
        let text = ExpectedFailures.text(
            for: [verdict("a", "a", .fail)], of: "exec:port", keeping: try read(list), expires: "2026-04-15")
        for list in [list, text] {
            let document = try YAML.read(Array(list.utf8), file: "known.yaml")
            #expect(schema.problems(of: document.json) == [])
        }
        #expect(schema.problems(of: ["schema": "assay/expectations/1", "expected": [["contract": "a"]]]) != [])
    }

    @Test(arguments: [
        "schema: assay/expectations/1\nexpected:\n  - contract: a\n    reason: b\n    expires: soon\n",
        "schema: assay/expectations/1\nexpected:\n  - contract: a\n    reason: b\n    expires: 2026-02-31\n",
        "schema: assay/expectations/1\nexpected:\n  - contract: a\n    expires: 2026-01-01\n",
        "schema: assay/expectations/1\nexpected:\n  - contract: a\n    case: a\n    reason: b\n    expires: 2026-01-01\n",
        "expected: []\n",
    ])
    func mistakesInTheFileAreRefused(text: String) {
        #expect(throws: ToolError.self) { try read(text) }
    }

    /// From the failures of a wrong port to a list, and with the list to a run without failures.
    @Test func aRunWithItsOwnListOfFailuresHasNone() async throws {
        try await withFolder { folder async throws in
            let list = folder + "/known.yaml"
            let common = [
                "run", "--specs", ShippedFolder.specs, "--quiet", "--filter", "race-two-providers", "--report-dir",
                folder + "/run",
            ]
            let wrong = ["--implementation", "mutant:last-wins"]
            #expect(await Tool.run(common + wrong + ["--write-expectations", list]) == .failed)
            #expect(await Tool.run(common + wrong + ["--expectations", list]) == .conformant)
            #expect(await Tool.run(common + ["--expectations", list]) == .outdated)
        }
    }
}
