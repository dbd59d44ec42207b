import Evidence
import LoadResults
import Measurement
import Specification
import Testing
import Timing

@testable import Load

/// Two implementations that take turns in one run.
@Suite struct PairTests {
    private func templates(_ counts: String, isPair: Bool = true) throws -> (LoadTemplates, LoadProfile) {
        var profile = try LoadFixture.profile(
            """
            providers: { count: \(counts) }
            baseline: 20%
            traffic: [{ journey: fan-out }]
            """)
        profile.isPair = isPair
        return (LoadTemplates(profile, cases: []), profile)
    }

    @Test(arguments: ["[1, 2, 4]", "[1, 2, 4, 8]", "[3]"])
    func bothMeetEachNumberOfProvidersEquallyOften(_ counts: String) throws {
        let (templates, _) = try templates(counts)
        var seen: [[Int]: Int] = [:]
        var random = SeededRandom(seed: 1)
        for arrival in 0..<12_000 {
            let template = templates.all[templates.draw(arrival: arrival, random: &random)]
            guard !template.isBaseline else { continue }
            seen[[template.providers, template.isOther ? 1 : 0], default: 0] += 1
        }
        let numbers = Set(templates.all.map(\.providers)).count
        #expect(seen.count == 2 * numbers)
        for count in seen.values { #expect(abs(Double(count) * Double(2 * numbers) / 9_600 - 1) < 0.1) }
    }

    /// What another process builds without being told of a pair must not be another template.
    @Test func thePlacesOfTheOthersAreKept() throws {
        let (single, _) = try templates("[1, 2]", isPair: false)
        let (pair, _) = try templates("[1, 2]")
        #expect(pair.all.count == single.all.count + 2)
        for (one, other) in zip(single.all, pair.all) {
            #expect(one.testCase.id == other.testCase.id && one.isBaseline == other.isBaseline && !other.isOther)
        }
        #expect(pair.all.suffix(2).allSatisfy { $0.isOther && !$0.isBaseline })
    }

    /// Its violation is of the side that made it, and has what its race under gates needs.
    @Test func whoseClearRacesAreLostIsNamed() throws {
        let (templates, profile) = try templates("[2]")
        let (users, instances, start) = (LoadUsers(profile, templates), Instances(), MonotonicTime.now())
        var figures = LoadFigures()
        for (index, template) in templates.all.enumerated() where !template.isBaseline {
            let instance = instances.make(
                index, of: nil, users, baseURLs: ["http://127.0.0.1:1", "http://127.0.0.1:2"])
            instance.begin()
            var examination = Examination(
                iteration: WalkedIteration(
                    instance: instance, due: start, ended: start, isWarmUp: false, failure: nil),
                template: template, start: start, warmUp: .zero)
            examination.isVerified = true
            examination.finding = FanOutFinding(isClean: true, isClearRace: true, isLostRace: template.isOther)
            for _ in 0..<30 { examination.add(to: &figures) }
        }
        let violations = figures.verification.violations
        #expect(violations.map(\.isOther) == [true])
        #expect(violations.map(\.seen) == ["the first lost 20 of 20 clear races"])
        #expect(violations.first?.providers.count == 2)
    }

    @Test func onlyTheComparisonShowsTheSecond() {
        var figures = LoadFigures()
        figures.record([(.service, .milliseconds(1))], providers: 2, isBaseline: false, second: 0)
        figures.record([(.service, .milliseconds(9))], providers: 2, isBaseline: false, isOther: true, second: 0)
        #expect(figures.phases[.service]?.count == 1)
        #expect(figures.blocks.keys.map(\.side).contains(.other) && figures.blocks.keys.count == 2)
    }
}
