import Documents
import Evidence
import Testing

@testable import Reports

struct UnlockingTests {
    private func verdict(_ id: String, _ reason: String) -> Verdict {
        Verdict(
            caseID: id, contractID: id, title: "t", area: "a", outcome: .notTestable, statements: [],
            findings: [Finding(message: reason)])
    }

    @Test func whatIsMissingIsAnInstructionWithTheCasesItUnlocksTheMostFirst() {
        let steps = Unlocking([
            verdict("a", "the adapter lacks the feature tap.http"),
            verdict("b", "the adapter lacks the call getAuthorization:"),
            verdict("c", "the adapter lacks the call getAuthorization:"),
            verdict("c", "the adapter lacks the call getAuthorization:"),
            verdict("d", "the adapter lacks the call logout, the feature tap.http"),
            verdict("e", "nothing was exercised"),
        ]).steps
        #expect(
            steps.map(\.words) == [
                "implement `getAuthorization:`", "support `tap.http`", "implement `logout`, and support `tap.http`",
                "nothing was exercised",
            ])
        #expect(steps.map(\.cases.count) == [2, 1, 1, 1])
    }

    @Test func theTextNamesTheFirstFewAndThePageHasAll() {
        var report = sampleReport()
        report.verdicts = (1...7).flatMap { call in
            (call...7).map { verdict("\(call)-\($0)", "the adapter lacks the call do\(call)") }
        }
        let lines = TextReport(report).text.split(separator: "\n").filter { $0.hasPrefix("  not testable, ") }
        #expect(lines.count == 6 && lines.first == "  not testable, 7 cases: implement `do1`")
        #expect(lines.last == "  not testable, 3 more cases: report.html says what each needs")
        let page = RunPage([report]).html.source
        #expect((1...7).allSatisfy { page.contains("<summary>implement <code>do\($0)</code>: ") })
    }
}
