package import AccessEnablerAPI

/// The releases of the SDK that something holds for.
///
/// Written `3.0+` (from 3.0), `1.0..<3.0` (up to, excluding), `2.0...2.3.1` (both included) or `3.1` (that
/// release and its patches).
package struct VersionRange: Sendable, Hashable, CustomStringConvertible {
    package let description: String
    private let lower: SDKVersion
    private let upper: SDKVersion?
    private let includesUpper: Bool

    private init(_ text: String, from lower: SDKVersion, to upper: SDKVersion?, includesUpper: Bool) {
        description = text
        self.lower = lower
        self.upper = upper
        self.includesUpper = includesUpper
    }

    package static let all = VersionRange("1.0+", from: SDKVersion(1, 0), to: nil, includesUpper: false)

    /// nil for text that is not a range, or one that holds nothing.
    package init?(_ text: String) {
        if text.hasSuffix("+") {
            guard let lower = SDKVersion(String(text.dropLast())) else { return nil }
            self.init(text, from: lower, to: nil, includesUpper: false)
            return
        }
        for (separator, includesUpper) in [("..<", false), ("...", true)] {
            let ends = text.split(separator: separator, maxSplits: 1).map(String.init)
            guard ends.count == 2 else { continue }
            guard let lower = SDKVersion(ends[0]), let upper = SDKVersion(ends[1]) else { return nil }
            guard lower < upper || (includesUpper && lower == upper) else { return nil }
            self.init(text, from: lower, to: upper, includesUpper: includesUpper)
            return
        }
        guard let only = SDKVersion(text) else { return nil }
        self.init(text, from: only, to: SDKVersion(only.major, only.minor + 1), includesUpper: false)
    }

    package func contains(_ version: SDKVersion) -> Bool {
        guard version >= lower else { return false }
        guard let upper else { return true }
        return version < upper || (includesUpper && version == upper)
    }

    /// Whether some version is in both.
    package func overlaps(_ other: VersionRange) -> Bool {
        contains(other.lower) || other.contains(lower)
    }
}
