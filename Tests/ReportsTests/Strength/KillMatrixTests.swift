import Documents
import Evidence
import Reports
import Testing

@Suite struct KillMatrixTests {
    private func verdict(
        _ id: String, _ outcome: Outcome, _ statements: [String] = [], standing: Finding.Standing = .violated,
        at observation: Int = 0
    ) -> Verdict {
        var finding = Finding(statements: statements, message: "wrong", observations: [observation])
        finding.standing = standing
        return Verdict(
            caseID: id + "[a=b]", contractID: id, title: "", area: "", outcome: outcome, statements: ["S-1"],
            findings: outcome == .pass ? [] : [finding])
    }

    private func row(
        _ id: String, cites: [String] = ["S-1"], _ verdicts: [Verdict], waits: [Int: KillMatrix.Kill.Manner] = [:]
    ) -> KillMatrix.Row {
        var row = KillMatrix.Row(id: id, title: "does \(id), wrongly", cites: cites)
        for verdict in verdicts { row.take(verdict, waits: waits) }
        return row
    }

    @Test func theReasonIsRightWhereTheFindingCitesWhatIsBroken() {
        #expect(row("m", [verdict("c", .fail, ["S-1"])]).status == .rightReason)
        #expect(row("m", [verdict("c", .fail, ["S-2"])]).status == .otherReason)
        #expect(row("m", [verdict("c", .fail, ["S-2"]), verdict("d", .fail, ["S-1"])]).status == .rightReason)
    }

    @Test func theReasonIsAlsoRightWhereTheRuleIsTheOneThatIsBroken() {
        var crossed = verdict("c", .fail, ["S-2"])
        crossed.findings[0].check = "no-crosstalk"
        var row = KillMatrix.Row(id: "m", title: "", cites: ["S-1"], checks: ["no-crosstalk"])
        row.take(crossed)
        #expect(row.status == .rightReason)
        #expect(self.row("m", [crossed]).status == .otherReason)
    }

    @Test func aStatementIsOnlyKilledForByWhatItIsDue() {
        func status(_ weight: Weight, due: Weight, _ outcome: Outcome) -> KillMatrix.Status {
            var found = verdict("c", outcome, ["S-1"])
            found.findings = [Finding(statements: ["S-1"], message: "wrong")]
            found.findings[0].weight = weight
            var row = KillMatrix.Row(id: "m", title: "", cites: ["S-1"], weights: ["S-1": due])
            row.take(found)
            return row.status
        }
        let must = Weight(.core, .must)
        #expect(status(must, due: must, .fail) == .rightReason)
        #expect(status(Weight(.core, .should), due: must, .warn) == .otherReason)
        #expect(status(Weight(.extensions, .must), due: must, .fail) == .otherReason)
        #expect(status(Weight(.core, .may), due: must, .pass) == .survived)
        for weight in [Weight(.core, .should), Weight(.extensions, .must), Weight(.core, .may)] {
            #expect(status(weight, due: weight, .warn) == .rightReason)
        }
    }

    @Test func whatIsUndecidedIsNoReason() {
        #expect(row("m", [verdict("c", .fail, ["S-1"], standing: .undecided)]).status != .rightReason)
        #expect(row("m", [verdict("c", .inconclusive, ["S-1"])]).status == .survived)
    }

    @Test func aStepThatWaitedInVainIsToldFromWhatWasSeen() {
        #expect(row("m", [verdict("c", .fail, ["S-2"], at: 7)], waits: [7: .timeOut]).status == .timeOutOnly)
        #expect(row("m", [verdict("c", .fail, ["S-2"], at: 6)], waits: [7: .timeOut]).status == .otherReason)
        #expect(row("m", [verdict("c", .crash, ["S-2"])]).status == .timeOutOnly)
        #expect(row("m", [verdict("c", .fail, ["S-1"], at: 7)], waits: [7: .timeOut]).hangsOnSilence)
    }

    @Test func whatAnIdlePortDidNotDoIsMoreThanATimeOut() {
        let idle = row("m", [verdict("c", .fail, ["S-1"], at: 7)], waits: [7: .idle])
        #expect(idle.hangsOnSilence && idle.manner == .idle)
        #expect(row("m", [verdict("c", .fail, ["S-2"], at: 7)], waits: [7: .idle]).status == .otherReason)
        let late = row(
            "late", [verdict("c", .fail, ["S-1"], at: 7), verdict("d", .fail, ["S-2"])], waits: [7: .timeOut])
        #expect(late.manner == .timeOut && late.hangsOnSilence, "the reason that is right rests on it")
        let matrix = KillMatrix([idle, late, row("seen", [verdict("c", .fail, ["S-1"])])])
        #expect(KillMatrix.Kill.Manner.allCases.map { matrix.count($0) } == [1, 1, 1, 0])
        let report = StrengthReport(
            matrix: matrix, statements: ["S-1"], contracts: ["c"], known: [:], problems: [])
        #expect(StrengthText(report).summary.contains("     1  expected and missing, from an idle port\n"))
        #expect(StrengthPage.page(report).source.contains("from an idle port</th><td class=\"number\">1<"))
    }

    /// Where nothing came from a port that was at rest, nothing was seen either; what was seen needs no silence.
    @Test func whatWasMissingWhenAllWasOverIsASilence() {
        var silent = verdict("c", .fail, ["S-1"])
        silent.findings[0].ground = .silence
        #expect(row("m", [silent]).manner == .idle && row("m", [silent]).hangsOnSilence)
        let both = row("m", [silent, verdict("d", .fail, ["S-1"])])
        #expect(both.manner == .seen && !both.hangsOnSilence && both.deciding.count == 2)
    }

    @Test func oneIsNotMany() {
        let one = StrengthReport(
            matrix: KillMatrix([
                row("silent", cites: [], [verdict("b", .pass)]), row("m1", [verdict("a", .fail, ["S-1"])]),
            ]), statements: ["S-1"], contracts: ["a"], known: [:], problems: ["one"])
        let page = StrengthPage.page(one).source
        for text in ["1 mutant of", "1 degenerate port.", "degenerate, 1 pass <", "1 entry<"] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(StrengthText.line(one.matrix.rows[0], palette: .plain).contains("1 pass, "))
        #expect(Prose.count(2, "entry") == "2 entries" && Prose.count(0, "pass") == "0 passes")
        #expect(Prose.count(3, "day") == "3 days" && Prose.count(2, "match") == "2 matches")
    }

    @Test func aMutantOfWhichNoStatementIsDecidedIsNotReached() {
        #expect(row("m", [verdict("c", .pass)]).status == .survived)
        #expect(row("m", cites: ["S-9"], [verdict("c", .pass)]).status == .notReached)
        #expect(row("m", [verdict("c", .notTestable, ["S-1"])]).status == .notReached)
    }

    private var matrix: KillMatrix {
        KillMatrix([
            row("silent", cites: [], [verdict("a", .fail), verdict("b", .pass)]),
            row("m1", [verdict("a", .fail, ["S-1"]), verdict("b", .fail, ["S-1"])]),
            row("m2", [verdict("b", .fail, ["S-1"]), verdict("c", .fail, ["S-1"])]),
            row("m3", cites: ["S-3"], [verdict("c", .fail, ["S-3"]), verdict("a", .fail, ["S-4"])]),
            row("m4", [verdict("a", .pass)]),
        ])
    }

    @Test func aKillingSetCatchesAllForTheRightReasonAndHoldsNothingMore() {
        #expect(matrix.minimumKillingSet() == ["a[a=b]", "c[a=b]"])
    }

    @Test func aKillingSetHoldsOnlyWhatTakesPart() {
        #expect(matrix.minimumKillingSet { $0 != "c[a=b]" } == ["a[a=b]", "b[a=b]"])
        #expect(matrix.minimumKillingSet { $0 == "c[a=b]" } == ["c[a=b]"])
    }

    @Test func scoresLeaveDegeneratePortsOut() {
        #expect(matrix.mutants.count == 4)
        #expect(matrix.killed == 3)
        #expect(matrix.survivors.map(\.id) == ["m4"])
        #expect(matrix.passesOfDegeneratePorts.map(\.caseID) == ["b[a=b]"])
    }

    @Test func statementsAndContractsWithoutAKillOfTheirOwnAreNamed() {
        #expect(matrix.withoutKill(["S-1", "S-3", "S-4"]) == ["S-4"])
        #expect(matrix.withoutUniqueKill(["a", "b", "c"]) == ["a", "b", "c"])
        #expect(KillMatrix([row("m", [verdict("a", .fail)])]).withoutUniqueKill(["a", "b"]) == ["b"])
    }

    @Test func aClaimThatDoesNotHoldIsNamed() {
        let unkept = matrix.unkept([("a", ["m1", "m4"]), ("b", ["m2", "elsewhere"])])
        #expect(unkept.map(\.contract) == ["a"])
        #expect(unkept.map(\.mutant) == ["m4"])
    }

    @Test func theTableQuotesWhatMustBeQuoted() {
        let table = String(
            decoding: StrengthTable.bytes(KillMatrix([row("m,\"1", [verdict("c", .fail, ["S-1"])])])), as: UTF8.self)
        #expect(
            table == "mutant,status,case,contract,reason,manner,statements,breaks\r\n"
                + "\"m,\"\"1\",right reason,c[a=b],c,right,seen,S-1,S-1\r\n")
    }

    /// It is another character then, and the same byte.
    @Test func theTableQuotesASignThatHasAMark() {
        let table = String(decoding: StrengthTable.bytes(KillMatrix([row("m,\u{301}1\"\u{301}", [])])), as: UTF8.self)
        #expect(Array(table.utf8).firstRange(of: Array("\"m,\u{301}1\"\"\u{301}\",".utf8)) != nil, "\(table)")
    }

    @Test func thePageEscapesAndTheTextFitsATerminal() {
        let wrong = KillMatrix([row("<m>", [verdict("c", .fail, ["S-1"])])])
        let report = StrengthReport(
            matrix: wrong, statements: ["S-1", "S-2"], contracts: ["c"], known: [:], problems: ["one & two"])
        #expect(StrengthPage.page(report).source.contains("<code>&lt;m&gt;</code>"))
        let text = StrengthText.line(wrong.rows[0], palette: .plain) + "\n" + StrengthText(report).summary
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func mutantsWithManyCausesAreNamed() {
        let rows = [1, 1, 3, 7].map { count in
            var row = row("m\(count)", [verdict("c", .fail)])
            row.causes = count
            return row
        }
        let text = StrengthText.causes(of: KillMatrix(rows))
        #expect(text.contains("1 of the median mutant, at most 3 of 75.0 % of 4"))
        #expect(text.contains("mutants with more than 3 causes: 1\n  m7 7\n"))
    }
}
