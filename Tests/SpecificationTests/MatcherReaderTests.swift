import Documents
import Testing

@testable import Specification

@Suite struct MatcherReaderTests {
    private func read(_ text: String) throws -> (matcher: Matcher?, mistakes: [String]) {
        let diagnostics = Diagnostics()
        let vocabulary = Vocabulary(calls: [], callbacks: [], parameters: [:], statements: [], checks: [])
        let document = try YAML.read(Array(text.utf8), file: "m.yaml")
        let matcher = PatternReader(vocabulary: vocabulary)
            .matcher(NodeReader(document, file: "m.yaml", diagnostics: diagnostics))
        return (matcher, diagnostics.sorted.map(\.description))
    }

    @Test(arguments: [
        (
            "{ later: { than: first.metadata.data, by: 2s } }",
            Matcher.later(than: "first", path: ["metadata", "data"], by: .seconds(2))
        ),
        ("{ same-as: first.token }", .same(as: "first", path: ["token"])),
        ("{ instant: true }", .instant), ("{ instant: false }", .not(.instant)),
        (
            "{ some: { id: x } }",
            .some([.init(path: ["id"], matcher: .equals(.init("x")))])
        ),
    ])
    func aFormIsReadAsWhatItSays(text: String, expected: Matcher) throws {
        let (matcher, mistakes) = try read(text)
        #expect(mistakes == [])
        #expect(matcher == expected)
    }

    @Test(arguments: [
        (
            "{ later: { than: first, by: 2s } }",
            "m.yaml:1:18: expected a step's label and a path, such as 'dialog.mvpds'"
        ),
        ("{ later: { than: first.at } }", "m.yaml:1:10: the key 'by' is missing"),
    ])
    func aComparisonNeedsAPlaceAndATime(text: String, mistake: String) throws {
        #expect(try read(text).mistakes == [mistake])
    }
}
