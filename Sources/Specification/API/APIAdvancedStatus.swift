package import AccessEnablerAPI

/// An error id that `status:` may report.
package struct APIAdvancedStatus: Sendable, Hashable {
    /// A level, with the other forms in print.
    package struct Level: Sendable, Hashable {
        package var name: String
        package var spellings: [String]
        package var cites: [String]

        package func matches(_ text: String) -> Bool {
            ([name] + spellings).contains { $0.lowercased() == text.lowercased() }
        }
    }

    /// A key of the dictionary.
    package struct Key: Sendable, Hashable {
        package var name: String
        package var isRequired: Bool
        package var type: APIType
        package var cites: [String]
    }

    /// A trailing `xx` stands for two digits.
    package var id: String
    package var spellings: [String]
    /// The name of its level; nil where the documents do not agree on it.
    package var level: String?
    package var versions: VersionRange
    package var platforms: Set<Platform>
    /// The operations that may report it; empty for all.
    package var operations: Set<String>
    package var cites: [String]

    /// Whether a reported id is this one, in any spelling.
    package func matches(_ reported: String) -> Bool {
        ([id] + spellings).contains { Self.matches(pattern: $0, reported) }
    }

    static func matches(pattern: String, _ reported: String) -> Bool {
        if pattern == reported { return true }
        guard pattern.lowercased().hasSuffix("xx") else { return false }
        let digits = reported.utf8.suffix(2)
        return reported.utf8.count == pattern.utf8.count && reported.hasPrefix(pattern.dropLast(2))
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}
