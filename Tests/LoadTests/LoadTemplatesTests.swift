import Evidence
import AccessEnablerAPI
import Specification
import Testing

@testable import Load

/// Who does what, where not everything can be done.
@Suite struct LoadTemplatesTests {
    private static let profile = """
        schema: assay/load/2
        id: x
        title: X
        duration: 10s
        arrivals: { rate: 100/s }
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
