import Evidence
import Reports
import Testing

struct OutcomeCountsTests {
    @Test func anAreaOfWhichAPartCannotBeTestedPasses() {
        #expect(OutcomeCounts([.pass, .notTestable]).verdict == .pass)
        #expect(OutcomeCounts([.warn, .notTestable, .notApplicable]).verdict == .warn)
        #expect(OutcomeCounts([.pass, .notTestable, .expectedFail]).verdict == .expectedFail)
        #expect(OutcomeCounts([.notTestable]).verdict == .notTestable)
        #expect(OutcomeCounts([.pass, .notTestable, .fail]).verdict == .fail)
        #expect(OutcomeCounts([.pass, .notTestable, .inconclusive]).verdict == .inconclusive)
    }
}
