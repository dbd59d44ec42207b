/// Something that was so in a case from a place on: a call had been made, a reply was held back.
///
/// Cases that go wrong in different ways may have it in common.
package struct Circumstance: Sendable, Hashable {
    /// The end of a sentence that begins with "where": `setOptions: is called`.
    package var words: String
    /// In the trace, by sequence number.
    package var place: Int

    package init(_ words: String, at place: Int) {
        self.words = words
        self.place = place
    }
}
