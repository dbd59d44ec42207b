/// Text that equals only text of the same bytes in UTF-8.
///
/// `String` takes "é" in one scalar for equal to "é" in two (UAX #15); in JSON, in XML, and to Objective-C, they are two
/// texts. Identifiers that must be told apart are therefore compared, and looked up, as such texts.
package struct ExactText: Sendable, Hashable, Comparable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Texts of the same bytes are equal as strings, too.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension StringProtocol {
    /// Whether the two have the same bytes; most that do not have another length, or are no equal strings.
    package func isExactly(_ other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
    }
}
