import Evidence
import Testing

@testable import Runner

@Suite struct HurriedLookTests {
    private let passed = Verdict(
        caseID: "c", contractID: "c", title: "", area: "", outcome: .pass, statements: [], findings: [])

    @Test func oneLookThatShowsTheSameIsEnough() {
        #expect(HurriedLook.wantsMore([]) && !HurriedLook.wantsMore([false]))
        #expect(HurriedLook.verdict(passed, [false]) == passed)
    }

    @Test func whatDiffersOnceMayBeChance() {
        #expect(HurriedLook.wantsMore([true]) && HurriedLook.wantsMore([true, false]))
        #expect(!HurriedLook.wantsMore([true, false, false]))
        #expect(HurriedLook.verdict(passed, [true, false, false]) == passed)
    }

    @Test func whatDiffersTwiceIsNotKnown() {
        #expect(!HurriedLook.wantsMore([true, true]))
        let verdict = HurriedLook.verdict(passed, [true, false, true])
        #expect(verdict.outcome == .inconclusive && verdict.findings.map(\.statements) == [["AE-SP-007"]])
    }

    @Test func onlyMVPDsThatWereSeenBothTimesAreCompared() {
        #expect(HurriedLook.differs(["$A": "sp2", "$B": "sp1"], from: ["$A": "sp1"]))
        #expect(!HurriedLook.differs(["$A": "sp1", "$B": "sp1"], from: ["$A": "sp1", "$C": "sp2"]))
    }
}
