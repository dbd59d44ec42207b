import Foundation
import Testing
import XML

private let suite = ProcessInfo.processInfo.environment["ASSAY_SUITES"].map { $0 + "/xmlconf" }
    .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

/// The XML Conformance Test Suite of the W3C, where `ASSAY_SUITES` names a folder with its `xmlconf`: what is not well-formed
/// is not read, and nothing ends the process.
@Suite(.enabled(if: suite != nil)) struct ForeignSuiteTests {
    @Test func whatIsNotWellFormedIsNotRead() throws {
        let folder = try #require(suite)
        let files = try #require(FileManager.default.enumerator(atPath: folder))
        var count = 0
        for case let name as String in files where name.hasSuffix(".xml") {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))
            let isRead = (try? XMLReader.read(bytes)) != nil
            if name.contains("not-wf/") { #expect(!isRead, "\(name)") }
            count += 1
        }
        #expect(count > 500)
    }
}
