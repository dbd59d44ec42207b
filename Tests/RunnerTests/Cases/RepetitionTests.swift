import Evidence
import Specification
import Testing

@testable import Runner

@Suite struct RepetitionTests {
    private let manySound = EvidenceCheck(sessions: 500, refuted: 0)

    private func repetition(_ violations: Int, of trials: Int, check: EvidenceCheck, pieces: Int = 1) -> Repetition {
        var repetition = Repetition(planned: 50, pieces: pieces, check: check)
        for trial in 0..<trials { repetition.take(isViolated: trial < violations, isEvidenceSound: nil) }
        while repetition.wantsHaste { repetition.takeHasty(isViolated: false) }
        return repetition
    }

    @Test func binomialTailsAreThoseOfTheTables() {
        #expect(abs(Binomial.tail(10, of: 50, rate: 0.1) - 0.02454) < 0.00001)
        #expect(abs(Binomial.tail(25, of: 50, rate: 0.5) - 0.55614) < 0.00001)
        #expect(abs(Binomial.tail(50, of: 50, rate: 0.5) / 8.8818e-16 - 1) < 0.0001)
        #expect(Binomial.tail(0, of: 50, rate: 0.1) == 1)
        #expect(Binomial.tail(51, of: 50, rate: 0.1) == 0)
        #expect(Binomial.tail(1, of: 50, rate: 0) == 0)
    }

    @Test func aTailIsRightWhereItsLastTermIsTooSmallForADouble() {
        #expect(abs(Binomial.tail(1, of: 200, rate: 0.01) - 0.86602) < 0.00001)
        #expect(abs(Binomial.tail(1, of: 120, rate: 0.001) - 0.11313) < 0.00001)
        #expect(abs(Binomial.tail(1_000, of: 2_000, rate: 0.5) - 0.50892) < 0.00001)
        #expect(Binomial.tail(2, of: 400, rate: 0.1) > 0.99999)
    }

    @Test func aRateIsBoundedByWhatWasNotSeen() {
        #expect(abs(Binomial.highestRate(0, of: 50, doubt: 0.01) - 0.08799) < 0.00001)
        #expect(abs(Binomial.highestRate(0, of: 20_000, doubt: 0.01) - 0.00023023) < 0.0000001)
        #expect(Binomial.highestRate(50, of: 50, doubt: 0.01) == 1)
        #expect(Binomial.highestRate(0, of: 0, doubt: 0.01) == 1)
        #expect(EvidenceCheck(sessions: 100, refuted: 10).falseRate > 0.1)
    }

    @Test func aPortThatDoesItAgainAndAgainFails() {
        #expect(repetition(50, of: 50, check: manySound).decision == .failed)
        #expect(repetition(8, of: 8, check: manySound).decision == .failed)
    }

    @Test func aPortThatDidItOnceIsNot() {
        #expect(repetition(1, of: 50, check: manySound).decision == .open)
        #expect(repetition(0, of: 50, check: manySound).decision == .cleared)
        #expect(repetition(0, of: 49, check: manySound).decision == .open)
    }

    /// It holds replies for a while, and takes them in as it likes: long pauses alone must not clear it.
    @Test func whatHangsOnHowLongThePortIsLeftAloneIsNotKnown() {
        var patient = Repetition(planned: 2, pieces: 1, check: manySound)
        for _ in 0..<2 { patient.take(isViolated: false, isEvidenceSound: nil) }
        #expect(patient.decision == .open && patient.wantsHaste)
        while patient.wantsHaste { patient.takeHasty(isViolated: patient.hastyTrials == 0) }
        #expect(patient.decision == .open)
        let nominee = Verdict(
            caseID: "c", contractID: "c", title: "", area: "", outcome: .inconclusive, statements: [], findings: [])
        let verdict = patient.verdict(nominee)
        #expect(verdict.outcome == .inconclusive)
        #expect(verdict.findings.contains { $0.message.contains("seen in 1 of 5") })
    }

    @Test(arguments: [20, 30]) func trialsThatShowNothingClearNobody(_ count: Int) throws {
        func verdict(_ outcome: Outcome) -> Verdict {
            Verdict(caseID: "c", contractID: "c", title: "", area: "", outcome: outcome, statements: [])
        }
        let shown = (0..<55).map { Trial(verdict: verdict($0 < count ? .inconclusive : .pass), isEvidenceSound: nil) }
        let testCase = try #require(try Workbench().cases { $0.id == "sign-in" }.first)
        let result = Repetition.verdict(
            on: verdict(.inconclusive), testCase, trials: shown, planned: 50, check: manySound)
        #expect(result?.outcome == (count < 28 ? .pass : .inconclusive))
    }

    @Test func nobodyFailsWhereRoundTripsAreOftenFalse() {
        #expect(repetition(50, of: 50, check: EvidenceCheck(sessions: 100, refuted: 90)).decision == .open)
        #expect(repetition(20, of: 50, check: EvidenceCheck(sessions: 100, refuted: 30)).decision == .open)
    }

    @Test func nobodyFailsWhereNothingIsKnownOfTheEvidence() {
        #expect(repetition(50, of: 50, check: EvidenceCheck()).decision == .open)
    }

    @Test func whatRestsOnMorePiecesOfEvidenceTakesMoreToFail() {
        let check = EvidenceCheck(sessions: 100, refuted: 5)
        #expect(repetition(24, of: 50, check: check, pieces: 1).decision == .failed)
        #expect(repetition(24, of: 50, check: check, pieces: 4).decision == .open)
    }

    @Test func aVerdictTellsTheCountsAndItsEvidence() {
        var finding = Finding(statements: ["AE-SP-007"], message: "the last won")
        finding.standing = .nominated
        let nominee = Verdict(
            caseID: "c", contractID: "c", title: "", area: "", outcome: .inconclusive, statements: [],
            findings: [finding], evidence: .roundTrips)
        #expect(nominee.isNominated)
        let verdict = repetition(30, of: 40, check: manySound).verdict(nominee)
        #expect(verdict.outcome == .fail)
        #expect(verdict.evidence == .roundTrips)
        #expect(verdict.findings.first?.message.contains("30 of 40 repetitions") == true)
        let open = repetition(1, of: 50, check: manySound).verdict(nominee)
        #expect(open.outcome == .inconclusive)
        #expect(open.findings.contains { $0.message.contains("1 of 50 repetitions") })
    }
}
