@testable import assay

/// Folders of this repository.
enum ShippedFolder {
    static let specs = root + "Specs"

    /// With a slash at the end.
    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .map { $0 + "/" }.joined()

    /// What is in the specs, read once for all tests.
    static func read() throws -> SpecFolder { try reading.get() }

    private static let reading = Result { try SpecFolder.readSound(specs) }
}
