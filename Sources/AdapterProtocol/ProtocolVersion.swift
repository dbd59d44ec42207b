/// A version of the adapter protocol, such as `1.0`.
///
/// Two sides of the same major version understand each other: what the lesser version does not know is ignored.
package struct ProtocolVersion: Sendable, Hashable, CustomStringConvertible {
    package let major: Int
    package let minor: Int

    package init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Reads two numbers separated by a dot; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let major = Int(parts[0]), let minor = Int(parts[1])
        else { return nil }
        self.init(major, minor)
    }

    /// The version that this suite speaks.
    package static let current = ProtocolVersion(1, 0)

    package var description: String { "\(major).\(minor)" }
}
