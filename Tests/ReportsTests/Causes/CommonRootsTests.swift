import Evidence
import Testing

@testable import Reports

struct CommonRootsTests {
    /// A case that fails in its own way at place 5, where `circumstances` came about before.
    private func failing(_ id: String, _ subject: String, where circumstances: [String], at place: Int = 5) -> Verdict {
        var finding = Finding(statements: ["AE-A-001"], message: "\(subject) is wrong")
        var symptom = Symptom(.unexpected, subject)
        symptom.call = subject
        symptom.place = place
        finding.symptom = symptom
        finding.weight = Weight(.core, .must)
        return verdict(id, .fail, [finding], circumstances)
    }

    private func passing(_ count: Int, where circumstances: [String] = [], prefix: String = "p") -> [Verdict] {
        (0..<count).map { verdict("\(prefix)\($0)", .pass, [], circumstances) }
    }

    private func verdict(_ id: String, _ outcome: Outcome, _ findings: [Finding], _ circumstances: [String]) -> Verdict
    {
        var verdict = Verdict(
            caseID: id, contractID: id, title: "title", area: "area", outcome: outcome, statements: [],
            findings: findings)
        verdict.circumstances = circumstances.enumerated().map { Circumstance($1, at: $0) }
        return verdict
    }

    private func four(_ letter: String, where circumstances: String...) -> [Verdict] {
        (0..<4).map { failing("\(letter)\($0)", "the callback \(letter)\($0 / 2):", where: circumstances) }
    }

    @Test func whatGoesWrongOnlyWhereOneThingIsSoIsOneCause() throws {
        let causes = CauseFinder.causes(in: [
            four("a", where: "x: is called", "y: is called") + passing(30, where: ["y: is called"])
        ])
        let cause = try #require(causes.first)
        #expect(causes.count == 1)
        #expect(cause.circumstance == "x: is called")
        #expect(cause.ways.map(\.cases.count) == [2, 2])
        #expect(
            cause.title
                == "where x: is called, 2 things go wrong; most often, "
                + "the callback a0: comes although nothing asked for it after the callback a0:")
        #expect(cause.cases.count == 4)
    }

    @Test func twoThingsThatAreWrongAtOnceStayTwo() {
        let verdicts = four("a", where: "x: is called") + four("b", where: "y: is called") + passing(40)
        let causes = CauseFinder.causes(in: [verdicts])
        #expect(causes.map(\.circumstance) == ["x: is called", "y: is called"])
        #expect(causes.map(\.cases.count) == [4, 4])
    }

    @Test func whatIsSoWhereAllGoesWellExplainsNothing() {
        let verdicts =
            four("a", where: "x: is called") + passing(13, where: ["x: is called"], prefix: "q") + passing(90)
        #expect(CauseFinder.causes(in: [verdicts]).map(\.circumstance) == [nil, nil])
    }

    @Test func whatCameAfterItWentWrongIsNoReason() {
        let late = (0..<4).map { index in
            failing("a\(index)", "the callback a\(index / 2):", where: ["x: is called"], at: 0)
        }
        #expect(CauseFinder.causes(in: [late + passing(40)]).count == 2)
    }

    @Test func aRunWithHardlyAnythingThatPassesSaysNothingOfCircumstances() {
        #expect(CauseFinder.causes(in: [four("a", where: "x: is called") + passing(3)]).count == 2)
    }

    @Test func aCauseWithOtherCircumstancesIsNotTakenIn() {
        let partly = (0..<9).map { failing("b\($0)", "the callback b:", where: $0 < 4 ? ["x: is called"] : []) }
        let causes = CauseFinder.causes(in: [four("a", where: "x: is called") + partly + passing(90)])
        #expect(causes.contains { $0.circumstance == nil && $0.cases.count == 9 })
    }

    @Test func whatIsWrongBesideACauseIsNotJoinedWithItByItsCircumstances() {
        let event = (0..<20).map { failing("a\($0)", "an event", where: ["x: is called"]) }
        let both = event.prefix(2).map { verdict in
            var verdict = verdict
            verdict.caseID += "b"
            var finding = verdict.findings[0]
            finding.symptom = Symptom(.different, "y:", differences: [Difference("code", expected: "1", actual: "2")])
            verdict.findings.append(finding)
            return verdict
        }
        let causes = CauseFinder.causes(in: [event + both + passing(40)])
        #expect(causes.map(\.cases.count) == [22, 2])
        #expect(causes.allSatisfy { $0.circumstance == nil })
    }

    /// All logins go wrong after a choice, and what is chosen twice goes wrong besides.
    @Test func aLargeCauseIsJoinedOnlyByWhatExplainsItBest() {
        let large = (0..<9).map { failing("b\($0)", "the callback b:", where: ["x: is called", "y: is called"]) }
        let good = passing(9, where: ["x: is called"], prefix: "q")
        let causes = CauseFinder.causes(in: [four("a", where: "x: is called") + large + good + passing(120)])
        #expect(causes.contains { $0.circumstance == nil && $0.cases.count == 9 })
    }
}
