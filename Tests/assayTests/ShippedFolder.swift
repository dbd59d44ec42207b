/// Folders of this repository.
enum ShippedFolder {
    static let specs = root + "Specs"

    /// With a slash at the end.
    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .map { $0 + "/" }.joined()
}
