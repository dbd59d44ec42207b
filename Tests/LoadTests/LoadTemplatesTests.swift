import Evidence
import AccessEnablerAPI
import Specification
import Testing

@testable import Load

/// Who does what, where not everything can be done.
@Suite struct LoadTemplatesTests {
    private static let profile = """
        providers: { count: [1, 2] }
        traffic: [{ journey: watch, weight: 9 }, { journey: configure }, { journey: fan-out }]
        """

    private func names(_ templates: LoadTemplates) -> [String: Int] {
        var random = SeededRandom(seed: 1)
        return (0..<1_000).reduce(into: [:]) { names, arrival in
            names[templates.all[templates.draw(arrival: arrival, random: &random)].name, default: 0] += 1
        }
    }

    @Test func whatCannotBeDoneIsNeverDrawnAndKeepsItsPlace() throws {
        let whole = LoadTemplates(try LoadFixture.profile(Self.profile), cases: [])
        #expect((names(whole)["watch"] ?? 0) > 700)
        var rest = whole
        let omitted = rest.adapt(to: .iOS, .newest) { testCase in
            testCase.calls.contains(.getAuthorization) ? "no authorization" : nil
        }
        #expect(omitted.map(\.name) == ["watch"])
        #expect(omitted.map(\.reason) == ["no authorization"])
        #expect(rest.all.map(\.testCase.id) == whole.all.map(\.testCase.id))
        #expect(Set(names(rest).keys) == ["configure", "fan-out"])
        // The others have the weights they had.
        #expect((400...600).contains(names(rest)["configure"] ?? 0))
        #expect(!rest.areEmpty)
        _ = rest.adapt(to: .iOS, .newest) { _ in "nothing at all" }
        #expect(rest.areEmpty)
    }

    /// What an iteration leaves to do is not always added to the same number of providers.
    @Test func eachNumberOfProvidersComesAfterEachOther() throws {
        let profile = try LoadFixture.profile(
            """
            providers: { count: [1, 2, 4, 8] }
            baseline: 20%
            traffic: [{ journey: fan-out }]
            """)
        let templates = LoadTemplates(profile, cases: [])
        var random = SeededRandom(seed: 1)
        let drawn = (0..<4_000).map { templates.all[templates.draw(arrival: $0, random: &random)].providers }
        for round in stride(from: 0, to: drawn.count, by: 4) {
            #expect(drawn[round..<(round + 4)].sorted() == [1, 2, 4, 8])
        }
        var pairs: [[Int]: Int] = [:]
        for (before, after) in zip(drawn, drawn.dropFirst()) { pairs[[before, after], default: 0] += 1 }
        // Twelve pairs within a round share three quarters, all sixteen share the places between two rounds.
        for (pair, count) in pairs where pair[0] != pair[1] { #expect(abs(Double(count) / 312.5 - 1) < 0.2) }
        #expect(pairs.count == 16)
        let again = LoadTemplates(profile, cases: [])
        random = SeededRandom(seed: 1)
        #expect(drawn == (0..<4_000).map { again.all[again.draw(arrival: $0, random: &random)].providers })
    }

    /// Those that were made together do not all end together, and serve as many as was asked for on average.
    @Test(arguments: [2, 10, 100, 101]) func instancesDoNotEndTogether(reuse: Int) throws {
        var template = try #require(LoadTemplates(try LoadFixture.profile(Self.profile), cases: []).all.first)
        template.reuse = reuse
        let lifetimes = (0..<2_000).map { template.lifetime(of: $0) }
        #expect(lifetimes.allSatisfy { $0 >= reuse - reuse / 2 && $0 <= reuse + reuse / 2 })
        #expect(Set(lifetimes).count > reuse / 2)
        #expect(abs(Double(lifetimes.reduce(0, +)) / 2_000 / Double(reuse) - 1) < 0.05)
        template.reuse = 1
        #expect(template.lifetime(of: 7) == 1)
        template.reuse = .max
        #expect(template.lifetime(of: 7) == .max)
    }
}
