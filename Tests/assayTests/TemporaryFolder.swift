import Documents
import Glibc

@testable import assay

/// Runs `body` with a folder of its own, which is gone afterwards.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try makeFolder()
    defer { remove(folder) }
    return try body(folder)
}

func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = try makeFolder()
    defer { remove(folder) }
    return try await body(folder)
}

private func makeFolder() throws -> String {
    var template = Array("/tmp/assay-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
        throw ToolError.broken("no folder for a test")
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

private func remove(_ folder: String) {
    for path in (try? Folder.files(below: folder)) ?? [] { unsafe unlink(path) }
    unsafe rmdir(folder)
}
