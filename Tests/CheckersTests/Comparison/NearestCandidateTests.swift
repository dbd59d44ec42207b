import AccessEnablerAPI
import Evidence
import Testing

@testable import Checkers

struct NearestCandidateTests {
    private func differences(_ expected: Value, _ actual: Value) -> [String] {
        ValueComparison { "\($0)" }.differences("data", expected, actual).map(\.path)
    }

    @Test func onlyTheElementsThatDifferAreNamed() {
        #expect(differences(["a", "b", "c"], ["a", "x", "c"]) == ["data.1"])
        #expect(differences(["a", ["k": 1, "l": 2]], ["a", ["k": 1, "l": 3]]) == ["data.1.l"])
        #expect(differences(["a"], ["a", "b"]) == ["data.1"])
        #expect(differences(["k": 1], [:]) == ["data.k"])
        #expect(differences("a", "a").isEmpty)
        #expect(differences("a", 1) == ["data"])
    }

    @Test(arguments: [
        ("sp1, sp2 was not asked", "a service provider was not asked"),
        ("$A was sent to $sp2", "… was sent to …"),
        ("the level 'loud' of 42 reports", "the level '…' of … reports"),
    ])
    func aSentenceWithoutItsValuesIsTheSameInEverySession(_ sentence: String, _ text: String) {
        #expect(ValueFreeText(sentence).text == text)
    }
}
