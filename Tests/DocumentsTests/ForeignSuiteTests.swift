import Documents
import Foundation
import Testing

private let suite = ProcessInfo.processInfo.environment["ASSAY_SUITES"].map { $0 + "/JSONTestSuite/test_parsing" }
    .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

/// JSONTestSuite, where `ASSAY_SUITES` names a folder with it: what everybody must read is read, and what nobody may read is
/// not.
@Suite(.enabled(if: suite != nil)) struct ForeignSuiteTests {
    @Test func jsonIsReadAsTheSuiteOfOthersHasIt() throws {
        let files = try Folder.files(below: try #require(suite)).filter { $0.hasSuffix(".json") }
        #expect(files.count > 300)
        for file in files {
            let name = file.split(separator: "/").last ?? ""
            let isRead = (try? JSON.parse(try File.read(file), limits: JSON.Limits(allowsDuplicateKeys: true))) != nil
            // The others are each reader's own affair.
            if name.hasPrefix("y_") { #expect(isRead, "\(name)") }
            if name.hasPrefix("n_") { #expect(!isRead, "\(name)") }
        }
    }
}
