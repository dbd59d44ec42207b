import Documents
import Testing

/// Each rule of the protocol's page is tried, and what is tried is a rule of the page.
@Suite struct RuleTests {
    private static let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .map { $0 + "/" }.joined()

    /// In the order of the page.
    private static func rules() throws -> [String] {
        let text = String(decoding: try File.read(repository + "Documentation/adapter-protocol.md"), as: UTF8.self)
        let page = text.split(separator: "## 1. Lines", maxSplits: 1).last ?? ""
        return page.matches(of: #/\[(P-\d+)\]/#).map { String($0.1) }
    }

    /// What the comment right above a test names, and what probes name.
    private static func named() throws -> Set<String> {
        var named: Set<String> = []
        for folder in ["Tests", "Sources/Driver/Lint"] {
            for file in try Folder.files(below: repository + folder) where file.hasSuffix(".swift") {
                let lines = String(decoding: try File.read(file), as: UTF8.self)
                    .split(separator: "\n", omittingEmptySubsequences: false)
                for (line, next) in zip(lines, lines.dropFirst()) {
                    let isComment = line.contains("/// P-") && next.contains("@Test")
                    let isProbe = folder != "Tests" && line.contains(#/^ +(id: )?"[a-z-]+", (rules: )?"P-/#)
                    guard isComment || isProbe else { continue }
                    named.formUnion(line.matches(of: #/P-\d+/#).map { String($0.0) })
                }
            }
        }
        return named
    }

    @Test func everyRuleIsTriedByATestOrAProbe() throws {
        let rules = try Self.rules()
        #expect(rules.count >= 58)
        #expect(Set(rules).count == rules.count)
        let named = try Self.named()
        #expect(rules.filter { !named.contains($0) } == [])
        #expect(named.subtracting(rules).sorted() == [])
    }
}
