#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Cuts bytes into lines, however they arrive, and never keeps more than one line of the allowed length.
package struct LineSplitter: Sendable {
    package enum Line: Sendable, Hashable {
        /// Without its newline.
        case whole([UInt8])
        /// Longer than allowed: as much as is allowed, and how many bytes it had.
        case tooLong(beginning: [UInt8], length: Int)
    }

    private let maximum: Int
    private var pending: [UInt8] = []
    /// How many bytes of the current line were dropped.
    private var dropped = 0

    private let skipsEmpty: Bool

    /// `maximum` is in bytes, without the newline; millions of empty lines cost next to nothing where they are skipped.
    package init(maximum: Int, skipsEmpty: Bool = false) {
        self.maximum = maximum
        self.skipsEmpty = skipsEmpty
    }

    package mutating func read(_ bytes: ArraySlice<UInt8>, _ body: (Line) -> Void) {
        var rest = withoutEmptyLines(bytes)
        while let newline = Self.newline(in: rest) {
            keep(rest[..<newline])
            body(take())
            rest = withoutEmptyLines(rest[(newline + 1)...])
        }
        keep(rest)
    }

    /// What is left behind the newlines that it begins with, where they end no line that has been begun.
    private func withoutEmptyLines(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard skipsEmpty, pending.isEmpty, bytes.first == 0x0A else { return bytes }
        return bytes.drop { $0 == 0x0A }
    }

    /// Where the first newline is; many bytes at once.
    private static func newline(in bytes: ArraySlice<UInt8>) -> Int? {
        unsafe bytes.withUnsafeBytes { raw in
            guard let start = raw.baseAddress, let found = unsafe memchr(start, 0x0A, raw.count) else { return nil }
            return unsafe bytes.startIndex + (UnsafeRawPointer(found) - start)
        }
    }

    /// What follows the last newline, if anything does.
    package mutating func end(_ body: (Line) -> Void) {
        if !pending.isEmpty { body(take()) }
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        let kept = bytes.prefix(maximum - pending.count)
        pending += kept
        dropped += bytes.count - kept.count
    }

    private mutating func take() -> Line {
        defer {
            pending = []
            dropped = 0
        }
        guard dropped > 0 else { return .whole(pending) }
        return .tooLong(beginning: pending, length: pending.count + dropped)
    }
}
