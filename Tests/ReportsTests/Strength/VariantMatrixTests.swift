import Documents
import Evidence
import Reports
import Testing

@Suite struct VariantMatrixTests {
    private func row(_ id: String, _ outcomes: Outcome...) -> VariantMatrix.Row {
        var row = VariantMatrix.Row(id: id, title: "does <\(id)>", reason: "nobody forbids it", grounds: ["A-06"])
        for (number, outcome) in outcomes.enumerated() {
            row.take(
                Verdict(
                    caseID: "c\(number)", contractID: "c", title: "", area: "", outcome: outcome, statements: ["S-1"],
                    findings: outcome == .pass ? [] : [Finding(statements: ["S-2"], message: "wrong, it says")]),
                leg: "ios-3.9.2")
        }
        return row
    }

    private var report: StrengthReport {
        let matrix = VariantMatrix([
            row("good", .pass, .pass, .notApplicable, .notTestable), row("bad", .pass, .fail, .inconclusive, .crash),
        ])
        return StrengthReport(
            matrix: KillMatrix([]), variants: matrix, statements: [], contracts: [], known: [:],
            problems: matrix.problems)
    }

    @Test func whatDoesNotPassIsAProblem() {
        let matrix = report.variants
        #expect((matrix.passes, matrix.wrong, matrix.undecided) == (3, 2, 1))
        #expect(matrix.problems.count == 3)
        #expect(
            matrix.problems.first == "the right port bad does not pass c1 as ios-3.9.2 (FAIL): wrong, it says")
        #expect(VariantMatrix([row("good", .pass)]).problems == [])
    }

    @Test func thePageAndTheTextTellOfBoth() {
        let page = StrengthPage.page(report).source
        #expect(page.contains("<code>bad</code> does &lt;bad&gt;") && page.contains("Right ports"))
        #expect(page.contains("<b>c1</b> as ios-3.9.2, FAIL: wrong, it says"))
        #expect(
            StrengthText(report).summary.contains("2 right ports passed 3 cases; 2 wrongly failed, 1 inconclusive"))
        #expect(
            StrengthText.line(report.variants.rows[1], palette: .plain)
                == Prose.padded("bad", to: 31) + "1 passed, 2 FAIL, 1 INCONCLUSIVE, such as c1 as ios-3.9.2")
    }

    @Test func theTableHasALineForEachCase() {
        let lines = String(decoding: StrengthTable.bytes(report.variants), as: UTF8.self).split(separator: "\r\n")
        #expect(lines.count == 5 && lines[1] == "good,2,,,,,,A-06")
        #expect(lines[2] == "bad,1,c1,ios-3.9.2,FAIL,S-2,\"wrong, it says\",A-06")
    }
}
