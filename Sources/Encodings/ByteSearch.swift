extension StringProtocol {
    /// Where the bytes of a text stand for the first time in this one.
    ///
    /// Characters are not looked at: that is faster than `firstRange(of:)`, and finds what a combining mark hides as well.
    ///
    /// - Parameter part: not empty.
    @inlinable package func firstRange(ofBytes part: String) -> Range<Index>? {
        guard let first = part.utf8.first else { return nil }
        var rest = utf8[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: part.utf8) { return start..<utf8.index(start, offsetBy: part.utf8.count) }
            rest = rest.dropFirst()
        }
        return nil
    }

    @inlinable package func containsBytes(_ part: String) -> Bool { firstRange(ofBytes: part) != nil }
}
