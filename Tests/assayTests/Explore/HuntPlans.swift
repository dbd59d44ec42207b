import AccessEnablerAPI
import Evidence
import Exploration
import Mutants
import Testing

@testable import assay

@Suite struct HuntPlans {
    @Test func aHuntSearchesEachAreaOnEachPlatform() {
        let legs = Platform.allCases.map { Leg(platform: $0, version: .newest) }
        let plan = MutantHunt.plan(legs)
        for focus in Set(plan.map(\.focus)) {
            #expect(Set(plan.filter { $0.focus == focus }.map(\.leg.platform)) == Set(Platform.allCases))
        }
        #expect(plan.prefix(2).allSatisfy { $0.focus == nil })
    }

    private func look(_ outcome: Outcome, isOver: Bool = false) async -> Exploration {
        var exploration = Exploration(
            Generator(seed: 1), digest: { _ in "1" }
        ) { trials, _ in
            trials.map { trial in
                Verdict(
                    caseID: trial.id, contractID: trial.id, title: "", area: "", outcome: outcome, statements: [],
                    findings: [Finding(statements: ["AE-OPT-001"], message: "wrong")])
            }
        }
        exploration.shrinks = false
        exploration.isOver = { isOver }
        await exploration.explore(atMost: 1)
        return exploration
    }

    /// After Ctrl-C nothing is seen a second time.
    @Test func whatThereWasNoTimeToSeeAgainIsToldAsSeenOnce() async throws {
        var row = MutantHunt.Row(mutant: try #require(Mutant.all.first))
        row.finding = await look(.fail).findings.first
        row.take(secondLook: await look(.fail, isOver: true))
        #expect(row.finding != nil && HuntTable.line(row).hasPrefix("seen once"))
        #expect(HuntTable(rows: [row]).summary.contains("found 0 of 1 mutants (0 %), 1 more were seen to fail once"))
        row.take(secondLook: await look(.fail))
        #expect(row.finding != nil && HuntTable.line(row).hasPrefix("found "))
        row.take(secondLook: await look(.pass))
        #expect(row.finding == nil)
    }
}
