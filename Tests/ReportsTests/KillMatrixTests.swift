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

    private func row(_ id: String, cites: [String] = ["S-1"], _ verdicts: [Verdict], timeOut: Int? = nil)
        -> KillMatrix.Row
    {
        var row = KillMatrix.Row(id: id, title: "does \(id), wrongly", cites: cites)
        for verdict in verdicts { row.take(verdict, timeOut: timeOut) }
        return row
    }

    @Test func theReasonIsRightWhereTheFindingCitesWhatIsBroken() {
        #expect(row("m", [verdict("c", .fail, ["S-1"])]).fate == .rightReason)
        #expect(row("m", [verdict("c", .fail, ["S-2"])]).fate == .otherwise)
        #expect(row("m", [verdict("c", .fail, ["S-2"]), verdict("d", .fail, ["S-1"])]).fate == .rightReason)
    }

    @Test func theReasonIsAlsoRightWhereTheRuleIsTheOneThatIsBroken() {
        var crossed = verdict("c", .fail, ["S-2"])
        crossed.findings[0].check = "no-crosstalk"
        var row = KillMatrix.Row(id: "m", title: "", cites: ["S-1"], checks: ["no-crosstalk"])
        row.take(crossed, timeOut: nil)
        #expect(row.fate == .rightReason)
        #expect(self.row("m", [crossed]).fate == .otherwise)
    }

    @Test func whatIsUndecidedIsNoReason() {
        #expect(row("m", [verdict("c", .fail, ["S-1"], standing: .undecided)]).fate != .rightReason)
        #expect(row("m", [verdict("c", .unknown, ["S-1"])]).fate == .survived)
    }

    @Test func aStepThatWaitedInVainIsToldFromWhatWasSeen() {
        #expect(row("m", [verdict("c", .fail, ["S-2"], at: 7)], timeOut: 7).fate == .timeOutOnly)
        #expect(row("m", [verdict("c", .fail, ["S-2"], at: 6)], timeOut: 7).fate == .otherwise)
        #expect(row("m", [verdict("c", .crash, ["S-2"])]).fate == .timeOutOnly)
        #expect(row("m", [verdict("c", .fail, ["S-1"], at: 7)], timeOut: 7).hangsOnTime)
    }

    @Test func aMutantOfWhichNoStatementIsDecidedIsNotReached() {
        #expect(row("m", [verdict("c", .pass)]).fate == .survived)
        #expect(row("m", cites: ["S-9"], [verdict("c", .pass)]).fate == .notReached)
        #expect(row("m", [verdict("c", .notTestable, ["S-1"])]).fate == .notReached)
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
        #expect(unkept.map(\.deviation) == ["m4"])
    }

    @Test func theTableQuotesWhatMustBeQuoted() {
        let table = String(
            decoding: StrengthTable.bytes(KillMatrix([row("m,\"1", [verdict("c", .fail, ["S-1"])])])), as: UTF8.self)
        #expect(
            table == "deviation,fate,case,contract,reason,manner,statements,breaks\r\n"
                + "\"m,\"\"1\",right reason,c[a=b],c,right,seen,S-1,S-1\r\n")
    }

    @Test func thePageEscapesAndTheTextFitsATerminal() {
        let wrong = KillMatrix([row("<m>", [verdict("c", .fail, ["S-1"])])])
        let report = StrengthReport(
            matrix: wrong, statements: ["S-1", "S-2"], contracts: ["c"], known: [:], problems: ["one & two"])
        #expect(StrengthPage.page(report).source.contains("<code>&lt;m&gt;</code>"))
        #expect(StrengthText(report).text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
