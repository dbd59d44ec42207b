package import AccessEnablerAPI
package import Evidence

/// One sentence of what the documents ask, in our own words, and what it rests on.
package struct Statement: Sendable, Hashable {
    /// Whom the statement binds.
    package enum Subject: String, Sendable, Hashable, CaseIterable {
        /// The implementation under test.
        case sdk = "SDK"
        /// The application that hosts it.
        case application = "APP"
        /// The service provider's backend, and what it issues.
        case server = "SRV"
    }

    /// How the statement comes from the documents.
    package enum Basis: String, Sendable, Hashable, CaseIterable {
        /// A document at hand states it.
        case seed
        /// It follows from what the documents at hand state.
        case derived
        /// The recommended resolution of a gap or a contradiction.
        case reading
        /// Only sister documents support it.
        case extended = "extension"
    }

    package enum Strictness: String, Sendable, Hashable, CaseIterable {
        /// Asserted.
        case strict
        /// The listed alternatives are accepted.
        case variant
        /// Recorded, not asserted.
        case info
    }

    /// Such as `AE-SP-007`: stable for ever.
    package var id: String
    package var level: Level
    package var subject: Subject
    package var text: String
    package var cites: [StatementCitation]
    package var platforms: Set<Platform>
    package var versions: VersionRange
    package var basis: Basis
    package var strictness: Strictness
    /// The ambiguities that bear on it.
    package var see: [String]

    /// The part of the id between the hyphens: `SP`.
    package var area: String { Self.area(of: id) ?? "" }

    package func applies(to platform: Platform, _ version: SDKVersion) -> Bool {
        platforms.contains(platform) && versions.contains(version)
    }

    /// The area of a well-formed id: `AE-`, capital letters, `-`, three digits.
    static func area(of id: String) -> String? {
        let parts = id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("AE".utf8),
            !parts[1].isEmpty, parts[1].allSatisfy({ (0x41...0x5A).contains($0) }),
            parts[2].count == 3, parts[2].allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return String(parts[1])
    }
}

/// A place in a document that a statement rests on.
package struct StatementCitation: Sendable, Hashable, CustomStringConvertible {
    /// The short name of a document.
    package var document: String
    /// The section; nil for the whole document.
    package var anchor: String?
    /// What in the section is meant, such as `step 3`; `silent` where the section says nothing of it.
    package var part: String?

    package var description: String {
        document + (anchor.map { "#" + $0 } ?? "") + (part.map { " (\($0))" } ?? "")
    }
}
