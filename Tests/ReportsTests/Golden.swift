import Documents
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files that hold what a writer is to write, below `Tests/Golden`.
///
/// With `ASSAY_UPDATE_GOLDEN` in the environment they are written instead of compared: look at what changed.
enum Golden {
    static func expect(_ bytes: [UInt8], toBe name: String) throws {
        let path = root + "Tests/Golden/" + name
        if variable("ASSAY_UPDATE_GOLDEN") != nil {
            try Folder.create(root + "Tests/Golden")
            try File.write(bytes, to: path)
        }
        let golden = String(decoding: try File.read(path), as: UTF8.self)
        #expect(String(decoding: bytes, as: UTF8.self) == golden)
    }

    /// Of the environment.
    static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Where the repository is checked out, with a slash at the end.
    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .map { $0 + "/" }.joined()
}
