import AccessEnablerAPI
import Testing

/// Names and texts are told apart by their bytes; "\u{E9}" and "e\u{301}" are equal as strings of Swift.
@Suite struct MembersTests {
    @Test func namesThatOnlyUnicodeTakesForOneAreTwo() {
        var members: Value.Members = ["\u{E9}": 1, "e\u{301}": 2, "a": 3]
        #expect(members.keys == ["a", "e\u{301}", "\u{E9}"])
        #expect(members["\u{E9}"] == 1)
        members["e\u{301}"] = nil
        #expect(members["\u{E9}"] == 1)
        #expect(members["e\u{301}"] == nil)
        #expect(members.count == 2)
    }

    @Test func textsThatOnlyUnicodeTakesForOneAreNotEqual() {
        #expect(Value.string("\u{E9}") != .string("e\u{301}"))
        #expect(Value.object(["\u{E9}": 1]) != .object(["e\u{301}": 1]))
        #expect(Set<Value>(["\u{E9}", "e\u{301}", "\u{E9}"]).count == 2)
        // The Kelvin sign, and a letter.
        #expect(Value.string("\u{212A}") != .string("K"))
    }

    @Test func theLastOfSeveralMembersOfANameCounts() {
        let members: Value.Members = ["b": 1, "a": 2, "b": 3]
        #expect(members.map(\.key) == ["a", "b"])
        #expect(members["b"] == 3)
        #expect(members == ["a": 2, "b": 3])
        #expect(members.mapValues { .array([$0]) } == ["a": [2], "b": [3]])
    }

    /// Against a dictionary of Swift, with names that no normalisation changes.
    @Test func itIsADictionary() {
        var members: Value.Members = [:]
        var expected: [String: Value] = [:]
        for number in 0..<500 {
            let name = String(number * 7919 % 97)
            let value: Value? = number.isMultiple(of: 3) ? nil : .int(Int64(number))
            members[name] = value
            expected[name] = value
        }
        #expect(members.keys == expected.keys.sorted())
        #expect(members.allSatisfy { expected[$0.key] == $0.value })
    }
}
