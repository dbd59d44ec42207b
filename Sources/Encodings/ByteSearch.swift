extension StringProtocol {
    /// Where the bytes of a text stand for the first time in this one.
    ///
    /// Characters are not looked at: that is faster than `firstRange(of:)`, and finds what a combining mark hides as well.
    ///
    /// - Parameter part: not empty.
    @inlinable package func firstRange(ofBytes part: String) -> Range<Index>? { utf8.firstRange(ofBytes: part) }

    @inlinable package func containsBytes(_ part: String) -> Bool { firstRange(ofBytes: part) != nil }
}

extension Collection<UInt8> {
    /// Where the bytes of a text stand for the first time; much faster than `firstRange(of:)` of the standard library.
    ///
    /// - Parameter part: not empty.
    @inlinable package func firstRange(ofBytes part: String) -> Range<Index>? {
        guard let first = part.utf8.first else { return nil }
        var rest = self[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: part.utf8) { return start..<index(start, offsetBy: part.utf8.count) }
            rest = rest.dropFirst()
        }
        return nil
    }

    @inlinable package func containsBytes(_ part: String) -> Bool { firstRange(ofBytes: part) != nil }
}
