import AccessEnablerAPI
import Testing

@testable import Specification

@Suite struct TemplateTests {
    private func resolve(_ text: String) -> Value? {
        Template(text).resolved { ["A": "A-1", "navigation.url": "http://x/"][$0] }
    }

    @Test func namesAreReplacedInsideText() {
        #expect(resolve("$A by sp1") == "A-1 by sp1")
        #expect(resolve("$navigation.url") == "http://x/")
        #expect(resolve("ends with $A.") == "ends with A-1.")
    }

    @Test func twoDollarsAreOne() {
        #expect(resolve("costs $$5") == "costs $5")
        #expect(resolve("$ alone") == "$ alone")
    }

    @Test func aNameThatIsNotBoundGivesNothing() {
        #expect(resolve("$B") == nil)
        #expect(Template.array([Template("$A"), Template("$B")]).resolved { $0 == "A" ? "a" : nil } == nil)
    }

    @Test func textWithoutNamesIsALiteral() {
        #expect(Template("plain") == .literal("plain"))
        #expect(Template("$A and $A").names == ["A"])
    }
}

@Suite struct CountTests {
    @Test(arguments: [("1", 1, 1), ("0", 0, 0), ("0..2", 0, 2)])
    func countsAreRead(text: String, lower: Int, upper: Int) {
        #expect(Expectation.Count(text) == Expectation.Count(lower: lower, upper: upper))
    }

    @Test func anOpenCountHasNoUpperEnd() {
        #expect(Expectation.Count("2+") == Expectation.Count(lower: 2, upper: nil))
    }

    @Test(arguments: ["", "+", "-1", "3..1", "a..b", "1..", "1...2"])
    func nonsenseIsNoCount(text: String) {
        #expect(Expectation.Count(text) == nil)
    }
}

@Suite struct VersionRangeTests {
    @Test(arguments: [
        ("3.0+", "3.0", true), ("3.0+", "2.9.9", false), ("1.0..<3.0", "2.3.1", true), ("1.0..<3.0", "3.0", false),
        ("2.0...2.3.1", "2.3.1", true), ("2.0...2.3.1", "2.3.2", false), ("3.1", "3.1.4", true), ("3.1", "3.2", false),
    ])
    func aRangeHoldsItsReleases(range: String, version: String, holds: Bool) throws {
        let range = try #require(VersionRange(range))
        let version = try #require(SDKVersion(version))
        #expect(range.contains(version) == holds)
    }

    @Test(arguments: ["", "+", "3.0..<3.0", "3.0..<2.0", "x+", "1.0-2.0"])
    func nonsenseIsNoRange(text: String) {
        #expect(VersionRange(text) == nil)
    }
}
