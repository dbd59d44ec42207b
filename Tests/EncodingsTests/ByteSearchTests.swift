import Testing

@testable import Encodings

@Suite struct ByteSearchTests {
    @Test(arguments: [
        ("https://a", 5), ("://", 0), ("a:/://b", 3), ("::///", 1), (":/", nil), ("", nil), ("über://", 5),
        ("abc:/", nil), ("abc:", nil), ("::", nil),
        // No character of its own: whoever looks at characters does not find it.
        ("a://\u{301}", 1),
    ])
    func bytesAreFoundWhereTheyBegin(text: String, offset: Int?) {
        let found = text.firstRange(ofBytes: "://")
        #expect(found.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
        #expect(found.map { Array(text.utf8[$0]) == Array("://".utf8) } ?? true)
        #expect(text.containsBytes("://") == (offset != nil))
        #expect(Array(text.utf8).firstRange(ofBytes: "://")?.lowerBound == offset)
        // What is not in one piece of memory.
        let scattered = text.utf8.lazy.map { $0 }
        #expect(scattered.containsBytes("://") == (offset != nil))
        #expect(text.firstRange(ofBytes: "") == nil)
    }

    @Test func aPartOfATextIsSearchedFromItsOwnStart() {
        let rest = "a://b://c".dropFirst(2)
        #expect(rest.firstRange(ofBytes: "://").map { String(rest[$0.upperBound...]) } == "c")
    }
}
