import AccessEnablerAPI
import Exploration
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
}
