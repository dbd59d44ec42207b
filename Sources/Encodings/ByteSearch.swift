#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension StringProtocol {
    /// Where the bytes of a text stand for the first time in this one.
    ///
    /// Characters are not looked at: that is faster than `firstRange(of:)`, and finds what a combining mark hides as well.
    ///
    /// - Parameter part: not empty.
    @inlinable package func firstRange(ofBytes part: String) -> Range<Index>? { utf8.firstRange(ofBytes: part) }

    @inlinable package func containsBytes(_ part: String) -> Bool { utf8.containsBytes(part) }
}

extension Collection<UInt8> {
    /// Where the bytes of a text stand for the first time; much faster than `firstRange(of:)` of the standard library.
    ///
    /// - Parameter part: not empty.
    @inlinable package func firstRange(ofBytes part: String) -> Range<Index>? {
        guard let offset = offset(ofBytes: part) else { return nil }
        let start = index(startIndex, offsetBy: offset)
        return start..<index(start, offsetBy: part.utf8.count)
    }

    @inlinable package func containsBytes(_ part: String) -> Bool { offset(ofBytes: part) != nil }

    @inlinable func offset(ofBytes part: String) -> Int? {
        var part = part
        return part.withUTF8 { part in
            let found = withContiguousStorageIfAvailable { bytes in unsafe firstOffset(of: part, in: bytes) }
            if let found { return found }
            return unsafe Array(self).withUnsafeBufferPointer { bytes in unsafe firstOffset(of: part, in: bytes) }
        }
    }
}

/// - Parameter part: not empty.
@usableFromInline func firstOffset(of part: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = unsafe part.first, let sought = part.baseAddress, let start = bytes.baseAddress else {
        return nil
    }
    var offset = 0
    while offset + part.count <= bytes.count {
        let last = bytes.count - part.count
        guard let found = unsafe memchr(start + offset, Int32(first), last - offset + 1) else { return nil }
        offset = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
        if unsafe memcmp(found, sought, part.count) == 0 { return offset }
        offset += 1
    }
    return nil
}
