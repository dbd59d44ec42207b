import AccessEnablerAPI
import Documents
import Evidence
import Testing

@testable import Specification

@Suite struct CoverageTests {
    private func statement(
        _ id: String, _ subject: Statement.Subject = .sdk, platforms: Set<Platform> = [.iOS, .tvOS],
        versions: String = "1.0+"
    ) throws -> Statement {
        Statement(
            id: id, level: .must, subject: subject, text: "text", cites: [], platforms: platforms,
            versions: try #require(VersionRange(versions)), basis: .seed, strictness: .strict, see: [])
    }

    private func contract(
        _ id: String, cites: [String], platform: String = "ios", versions: String = "3.0+", passing: [String] = [],
        awaits: String = "x:"
    ) throws -> Case {
        let diagnostics = Diagnostics()
        let text = """
            schema: assay/contract/2
            id: \(id)
            title: A title
            level: MUST
            cites: [\(cites.joined(separator: ", "))]
            applies: { platforms: [\(platform)], versions: \(versions) }
            steps:
              - call: checkAuthentication
                cites: [\((passing.isEmpty ? cites : passing).joined(separator: ", "))]
              - await: "\(awaits)"
            """
        let vocabulary = Vocabulary(
            calls: ["checkAuthentication"], callbacks: [awaits], parameters: [:], statements: Set(cites + passing),
            checks: [])
        let cases = ContractReader(vocabulary: vocabulary).cases(
            in: try YAML.read(Array(text.utf8), file: "c.yaml"), area: "a", file: "c.yaml", diagnostics: diagnostics)
        #expect(diagnostics.sorted.isEmpty)
        return try #require(cases.first)
    }

    private func coverage(
        of statements: [Statement], by contracts: [Case] = [], rules: [String: [String]] = [:],
        untestable: [Untestable] = [], platforms: Set<Platform> = [.iOS]
    ) -> [Coverage.Class] {
        let register = Register(
            statements: statements, areas: [], ambiguities: [], documents: [], sections: [], untestable: untestable)
        return Coverage(
            of: register, by: Catalog(cases: contracts), api: APITable(), rules: rules, platforms: platforms,
            version: SDKVersion(3, 9, 2)
        ).entries.map(\.coverage)
    }

    @Test func aContractCoversWhatItCites() throws {
        let found = coverage(
            of: [try statement("AE-Q-001"), try statement("AE-Q-002")],
            by: [try contract("one", cites: ["AE-Q-001"]), try contract("two", cites: ["AE-Q-001"])])
        #expect(found == [.covered(["one", "two"]), .unclassified])
    }

    @Test func contractsAboutAStatementComeBeforeThoseThatPassItBy() throws {
        let found = coverage(
            of: [try statement("AE-Q-001")],
            by: [
                try contract("one", cites: ["AE-Q-002"], passing: ["AE-Q-001"]),
                try contract("two", cites: ["AE-Q-001"]),
            ])
        #expect(found == [.covered(["two", "one"])])
    }

    @Test func whatAContractOfAnotherPlatformOrVersionDecidesIsNotTestedHere() throws {
        let found = coverage(
            of: [try statement("AE-Q-001")],
            by: [
                try contract("one", cites: ["AE-Q-001"], platform: "tvos"),
                try contract("two", cites: ["AE-Q-001"], versions: "\"1.0..<3.0\""),
            ])
        #expect(
            found == [
                .untestable(
                    reason: "What decides it, one, two, is of another platform or other versions.",
                    remedy: "Contracts of this platform and version.")
            ])
    }

    @Test func aContractThatARunLeavesOutDecidesNothing() throws {
        let api = try ShippedSpecs.read().table
        let found = try contract("one", cites: ["AE-Q-001"], platform: "ios, tvos", awaits: "navigateToUrl:")
        let register = Register(
            statements: [try statement("AE-Q-001")], areas: [], ambiguities: [], documents: [], sections: [],
            untestable: [])
        let classes = [Platform.iOS, .tvOS].map { platform in
            Coverage(
                of: register, by: Catalog(cases: [found]), api: api, rules: [:], platforms: [platform],
                version: .newest
            ).entries[0].coverage.name
        }
        #expect(classes == ["covered", "not testable"])
    }

    @Test func theFirstClassThatFitsIsTheOnlyOne() throws {
        let place = Untestable.Place(file: "u.yaml", mark: Mark(line: 1, column: 1))
        let untestable = Untestable(
            statements: ["AE-Q-001", "AE-Q-003", "AE-Q-004", "AE-Q-005"], reason: "r", remedy: "w",
            place: place)
        let found = coverage(
            of: [
                try statement("AE-Q-001", platforms: [.tvOS]), try statement("AE-Q-002", .application),
                try statement("AE-Q-003"), try statement("AE-Q-004"), try statement("AE-Q-005"),
            ], by: [try contract("one", cites: ["AE-Q-002", "AE-Q-003"])],
            rules: ["AE-Q-003": ["rule"], "AE-Q-004": ["rule"]], untestable: [untestable])
        #expect(
            found == [
                .elsewhere, .duty, .covered(["one"]), .invariant(["rule"]), .untestable(reason: "r", remedy: "w"),
            ])
    }

    @Test func whatAnyOfThePlatformsHasIsAskedAbout() throws {
        let found = coverage(
            of: [try statement("AE-Q-001", platforms: [.tvOS]), try statement("AE-Q-002", versions: "\("1.0..<3.0")")],
            platforms: [.iOS, .tvOS])
        #expect(found == [.unclassified, .elsewhere])
    }

    @Test(arguments: [
        (
            "statements: [{ids: [AE-Q-009], reason: r, remedy: w}]",
            "u.yaml:1:21: unknown statement 'AE-Q-009'; did you mean 'AE-Q-001'?"
        ),
        (
            "statements: [{ids: [AE-Q-001, AE-Q-001], reason: r, remedy: w}]",
            "u.yaml:1:31: the statement 'AE-Q-001' is here twice"
        ),
        ("statements: [{ids: [AE-Q-001], reason: r}]", "u.yaml:1:14: the key 'remedy' is missing"),
    ])
    func aMistakeInTheListOfTheUntestableIsTold(text: String, mistake: String) throws {
        let diagnostics = Diagnostics()
        let document = try YAML.read(Array(text.utf8), file: "u.yaml")
        _ = UntestableReader(known: ["AE-Q-001"])
            .entries(NodeReader(document, file: "u.yaml", diagnostics: diagnostics))
        #expect(diagnostics.sorted.map(\.description) == [mistake])
    }
}
