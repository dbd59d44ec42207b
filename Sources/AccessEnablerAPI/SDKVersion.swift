/// A release of the AccessEnabler SDK, such as `3.9.2`.
///
/// Parts that are not written count as zero: `3.0` and `3.0.0` are the same release.
public struct SDKVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The 3 of `3.9.2`.
    public let major: Int
    /// The 9 of `3.9.2`; 0 where it is not written.
    public let minor: Int
    /// The 2 of `3.9.2`; 0 where it is not written.
    public let patch: Int

    /// Makes a release from its numbers, which are not checked: not every such release has been published.
    public init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Reads one to three numbers of at most nine digits, separated by dots; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard (1...9).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
                let number = Int(part)
            else {
                return nil
            }
            numbers.append(number)
        }
        numbers += [0, 0]
        self.init(numbers[0], numbers[1], numbers[2])
    }

    /// The newest release the documents describe.
    public static let newest = SDKVersion(3, 9, 2)

    /// Compares number by number: `3.9` is older than `3.10`.
    public static func < (left: SDKVersion, right: SDKVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    /// Without the last part where that is zero: `3.0`, `3.9.2`.
    public var description: String {
        patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
    }
}
