import Evidence
import Testing

@Suite struct GroupingTests {
    @Test func keysComeInTheOrderOfTheirFirstElements() {
        let groups = ["b1", "a1", "b2", "c1", "a2"].grouped { $0.first }
        #expect(groups.map(\.key) == ["b", "a", "c"])
        #expect(groups.map(\.values) == [["b1", "b2"], ["a1", "a2"], ["c1"]])
    }

    @Test func theFirstElementOfEachKeyStays() {
        #expect([3, 1, 3, 2, 1].uniqued() == [3, 1, 2])
        #expect(["b1", "a1", "b2"].uniqued { $0.first } == ["b1", "a1"])
    }
}
