import Evidence
import Testing

@testable import Runner

/// What is told of a case that was seen again alone.
@Suite struct SecondLookTests {
    private func verdict(_ outcome: Outcome, _ ground: Finding.Ground? = nil) -> Verdict {
        var verdict = Verdict(caseID: "c", contractID: "c", title: "", area: "", outcome: outcome, statements: [])
        if let ground {
            var finding = Finding(message: "wrong")
            finding.ground = ground
            if outcome == .inconclusive { finding.standing = .undecided }
            verdict.findings = [finding]
        }
        return verdict
    }

    @Test func contentIsToldAtOnce() {
        let fail = verdict(.fail, .content)
        #expect(fail.doubt == nil)
        #expect(SecondLook.wantsMore(fail, [], maxLooks: 3) == nil)
        #expect(SecondLook.verdict(fail, []) == fail)
        var both = verdict(.fail, .order)
        both.findings += fail.findings
        #expect(both.doubt == nil, "what is certain is told with whatever is not")
    }

    /// A remark fails nobody, and what fails one profile says nothing of the other.
    @Test(arguments: [Weight(.core, .should), Weight(.core, .may), Weight(.extensions, .must)])
    func whatFailsNobodyHereMakesNothingCertain(weight: Weight) {
        var verdict = verdict(.fail, .silence)
        verdict.findings[0].weight = Weight(.core, .must)
        var other = Finding(message: "beside it")
        other.weight = weight
        verdict.findings.append(other)
        #expect(verdict.doubt == .silence)
        verdict.findings[1].weight = Weight(.core, .must)
        #expect(verdict.doubt == nil)
    }

    @Test func orderIsToldWhenItWasSeenAgain() {
        let first = verdict(.fail, .order)
        #expect(SecondLook.wantsMore(first, [], maxLooks: 3) == true)
        #expect(SecondLook.wantsMore(first, [verdict(.pass)], maxLooks: 3) == true)
        #expect(SecondLook.wantsMore(first, [verdict(.pass), verdict(.fail, .order)], maxLooks: 3) == false)
        #expect(SecondLook.verdict(first, [verdict(.pass), verdict(.fail, .order)]).outcome == .fail)
        #expect(SecondLook.wantsMore(first, Array(repeating: verdict(.pass), count: 3), maxLooks: 3) == false)
        let cleared = SecondLook.verdict(first, Array(repeating: verdict(.pass), count: 3))
        #expect(cleared.outcome == .inconclusive)
        #expect(cleared.findings.allSatisfy { $0.standing == .undecided })
        #expect(SecondLook.verdict(first, []).outcome == .inconclusive, "a run that was stopped has not seen it again")
    }

    @Test func aWarningBySilenceIsLookedAtAgainToo() {
        var verdict = verdict(.warn, .silence)
        verdict.findings[0].weight = Weight(.core, .should)
        #expect(verdict.doubt == .silence)
        #expect(SecondLook.verdict(verdict, [self.verdict(.pass)]).outcome == .pass)
        verdict.findings[0].ground = .content
        #expect(verdict.doubt == nil)
    }

    @Test func silenceIsToldAsTheLongerWaitHasIt() {
        let first = verdict(.fail, .silence)
        #expect(SecondLook.wantsMore(first, [verdict(.pass)], maxLooks: 3) == false)
        #expect(SecondLook.verdict(first, [verdict(.pass)]).outcome == .pass)
        #expect(SecondLook.verdict(first, [verdict(.fail, .silence)]).outcome == .fail)
        #expect(SecondLook.verdict(verdict(.inconclusive, .silence), [verdict(.pass)]).outcome == .pass)
    }

    @Test(arguments: [Finding.expiredEarly([]), .clockWasSet([])])
    func whatLostItsTimeIsRunAgainAndAgain(finding: Finding) {
        var early = verdict(.inconclusive)
        early.findings = [finding]
        #expect(early.doubt == .silence)
        #expect(SecondLook.wantsMore(early, [early], maxLooks: 3) == true)
        #expect(SecondLook.wantsMore(early, [early, early, early], maxLooks: 3) == false)
        #expect(SecondLook.verdict(early, [early, verdict(.pass)]).outcome == .pass)
        #expect(SecondLook.verdict(early, [early, early, early]).outcome == .inconclusive)
    }
}
