import Foundation
import Testing
import Tokens

/// The schemas are files for other tools and text in the binary; this holds the two together.
@Suite struct TokenSchemaFileTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func file(_ kind: TokenKind) -> URL {
        root.appending(path: "Specs/tokens/\(kind.rawValue).xsd")
    }

    /// Run with ASSAY_UPDATE_GOLDEN=1 after a schema was changed; then build and run again.
    @Test func theTextInTheBinaryIsTheFileByteForByte() throws {
        if ProcessInfo.processInfo.environment["ASSAY_UPDATE_GOLDEN"] != nil { try Self.writeCopies() }
        for kind in TokenKind.allCases {
            let text = try String(contentsOf: Self.file(kind), encoding: .utf8)
            #expect(TokenLayout.of(kind).schema == text, "Specs/tokens/\(kind.rawValue).xsd has changed")
        }
    }

    @Test(arguments: TokenKind.allCases)
    func everySchemaAcceptsTheSampleOfItsLayout(kind: TokenKind) {
        let layout = TokenLayout.of(kind)
        for root in kind.roots {
            let report = TokenValidator().validate("<signatureInfo>AAAA<signatureInfo>" + layout.sample(root: root))
            #expect(report.findings.isEmpty)
            #expect(report.kind == kind)
        }
    }

    @Test(arguments: TokenKind.allCases)
    func everyRequiredElementOfTheLayoutIsRequiredByTheSchema(kind: TokenKind) {
        let layout = TokenLayout.of(kind)
        for child in layout.children where layout.isRequired(child) {
            let payload = layout.sample(root: kind.roots[0], replacing: child, with: "")
            let report = TokenValidator().validate("<signatureInfo>AAAA<signatureInfo>" + payload)
            #expect(report.findings.map(\.message) == ["\(child) is missing"])
            #expect(report.findings.map(\.statement) == [layout.orderStatement])
        }
    }

    private static func writeCopies() throws {
        var text = """
            /// The schemas of Specs/tokens, word for word, so that a binary needs no file beside it.
            ///
            /// A test holds every copy against its file; with ASSAY_UPDATE_GOLDEN set it writes this file again.
            enum TokenSchemas {

            """
        for kind in TokenKind.allCases {
            if kind != .authentication { text += "\n" }
            text += "    static let \(kind.rawValue) = #\"\"\"\n"
            for line in try String(contentsOf: file(kind), encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            {
                text += line.isEmpty ? "\n" : "        \(line)\n"
            }
            text += "        \"\"\"#\n"
        }
        try Data((text + "}\n").utf8).write(to: root.appending(path: "Sources/Tokens/TokenSchemas.swift"))
    }
}
