import Foundation
import Testing
import Tokens

/// The schemas, which are files for other tools too, beside the layouts.
@Suite struct TokenSchemaFileTests {
    @Test(arguments: TokenKind.allCases)
    func theSchemaInTheProgramIsTheFileForOtherTools(kind: TokenKind) throws {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Specs/tokens/\(kind.rawValue).xsd"), encoding: .utf8)
        #expect(TokenLayout.of(kind).schema == text, "copy it to Sources/Tokens/Schemas")
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
}
