import Documents
import Glibc

/// A folder of one test, which is gone afterwards.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/assay-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { preconditionFailure("no folder for a test") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? Folder.remove(path) }
}

/// A suite each of whose tests has a folder.
protocol HasFolder {
    var temporary: TemporaryFolder { get }
}

extension HasFolder {
    var folder: String { temporary.path }
}

/// Runs `body` with a folder of its own, which is gone afterwards.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try body(folder.path)
}

func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.path)
}
