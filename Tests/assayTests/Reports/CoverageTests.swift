import AccessEnablerAPI
import Checkers
import Specification
import Testing

@testable import assay

struct CoverageTests {
    private let specifications: Specifications

    init() throws { specifications = try ShippedFolder.read().specifications }

    private func coverage(
        _ platforms: Set<Platform> = [.iOS, .tvOS], _ version: SDKVersion = .newest
    ) -> Coverage {
        Coverage(
            of: specifications.register, by: specifications.catalog, api: specifications.api,
            rules: Judge.rulesByStatement,
            platforms: platforms, version: version)
    }

    @Test func everyStatementIsInAClass() {
        let coverage = coverage()
        #expect(coverage.entries.count == 461)
        #expect(coverage.unclassified.map(\.id) == [])
        #expect(coverage.counts.map(\.count).reduce(0, +) == 461)
    }

    @Test func whatStrictlyBindsAPortIsDecidedOrHasAReasonAndARemedy() {
        for entry in coverage().entries
        where entry.statement.subject == .sdk && entry.statement.strictness == .strict {
            switch entry.coverage {
            case .covered(let contracts): #expect(!contracts.isEmpty)
            case .invariant(let rules): #expect(!rules.isEmpty)
            case .untestable(let reason, let remedy):
                #expect(reason.count > 30 && remedy.count > 20, "\(entry.statement.id)")
            case .elsewhere: #expect(!entry.statement.versions.contains(.newest), "\(entry.statement.id)")
            case .duty, .unclassified: Issue.record("\(entry.statement.id) is \(entry.coverage.name)")
            }
        }
    }

    /// The statements that strictly bind a port and that no contract decides on some platform or in some release, each
    /// with its reason in untestable.yaml.
    private static let nowhere: Set<String> = [
        "AE-LOG-020", "AE-META-024", "AE-TRK-004", "AE-TRK-020", "AE-TRK-021", "AE-URL-001",
    ]

    @Test(arguments: Leg.all(on: Platform.allCases) + [Leg(platform: .iOS, version: SDKVersion(1, 4))])
    func everyPlatformAndReleaseHasItsOwnContracts(_ leg: Leg) {
        let coverage = coverage([leg.platform], leg.version)
        #expect(coverage.unclassified.map(\.id) == [])
        for entry in coverage.entries
        where entry.statement.subject == .sdk && entry.statement.strictness == .strict {
            guard case .untestable = entry.coverage else { continue }
            #expect(Self.nowhere.contains(entry.statement.id), "\(entry.statement.id) as \(leg.name)")
        }
    }

    @Test func nothingIsAskedOfAReleaseThatAPlatformDoesNotHave() {
        let coverage = coverage([.tvOS], SDKVersion(1, 6))
        #expect(coverage.entries.allSatisfy { $0.coverage == .elsewhere })
    }

    @Test func theListFitsATerminal() {
        let text = CoverageText.list(coverage(), areas: specifications.register.areas)
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test func everyRuleStandsForStatementsOfTheRegister() {
        for id in Judge.rulesByStatement.keys { #expect(specifications.register[id] != nil, "\(id)") }
    }

    @Test func theListHasEveryStatementAndItsNumbers() {
        let coverage = coverage()
        let text = CoverageText.list(coverage, areas: specifications.register.areas)
        for statement in specifications.register.statements { #expect(text.contains("  \(statement.id) ")) }
        for (name, count) in coverage.counts { #expect(text.contains(" \(count)  \(name)\n")) }
    }
}
