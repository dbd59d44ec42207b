/// Text that equals only text of the same bytes in UTF-8.
///
/// `String` takes "é" in one scalar for equal to "é" in two (UAX #15); in JSON, in XML, and to Objective-C, they are two
/// texts. Identifiers that must be told apart are therefore compared, and looked up, as such texts.
package struct ExactText: Sendable, Hashable, Comparable {
    package let text: String

    @inlinable package init(_ text: String) { self.text = text }

    @inlinable package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

    @inlinable package static func < (left: ExactText, right: ExactText) -> Bool {
        unsafe left.text.comparesBytes(to: right.text) { unsafe $0.lexicographicallyPrecedes($1) }
    }

    /// By its bytes: the string's own hash is that of its normal form, which takes several times as long to make.
    @inlinable package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
        // Where one text ends and the next begins; no text has this byte.
        hasher.combine(0xFF as UInt8)
    }
}

extension StringProtocol {
    /// Whether the two have the same bytes.
    @inlinable package func isExactly(_ other: some StringProtocol) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return unsafe comparesBytes(to: other) { unsafe $0.elementsEqual($1) }
    }

    /// In one piece of memory, which is faster than byte by byte.
    @inlinable package func comparesBytes(
        to other: some StringProtocol, _ compare: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        let compared = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { other in unsafe compare(own, other) }
        }
        if case .some(.some(let result)) = compared { return result }
        return unsafe Array(utf8).withUnsafeBufferPointer { own in
            unsafe Array(other.utf8).withUnsafeBufferPointer { other in unsafe compare(own, other) }
        }
    }
}
