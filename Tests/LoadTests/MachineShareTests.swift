import Evidence
import Testing

@testable import Load

/// The shares of a run that several machines make together.
@Suite struct MachineShareTests {
    private static let arrivals = [
        "{ rate: 200/s }", "{ rate: 200/s, process: constant }", "{ rate: 50/s, process: burst }",
        "{ process: poisson, stages: [{ for: 2s, from: 0/s, to: 300/s }, { for: 3s, from: 300/s, to: 20/s }] }",
    ]

    private func profile(_ arrivals: String, seed: UInt64, length: String = "duration: 5s") throws -> LoadProfile {
        try LoadFixture.profile(
            """
            schema: assay/load/2
            id: x
            title: X
            seed: \(seed)
            \(length)
            warm-up: 1s
            arrivals: \(arrivals)
            providers: { count: [1, 2, 4, 8] }
            baseline: 20%
            traffic: [{ journey: fan-out, weight: 3 }, { journey: sign-in }]
            """)
    }

    /// An arrival, and what comes of it.
    private struct Choice: Hashable {
        var arrival: SharedSchedule.Arrival
        var template: Int
    }

    private func choices(_ profile: LoadProfile, _ share: MachineShare, most: Int = 800) throws -> [Choice] {
        var schedule = try #require(SharedSchedule(profile, share: share))
        let templates = LoadTemplates(profile, cases: [])
        var choices: [Choice] = []
        while let arrival = schedule.next(), arrival.number < most {
            var random = SeededRandom(seed: profile.seed &+ UInt64(arrival.number) &* 0x9e37_79b9)
            choices.append(
                Choice(arrival: arrival, template: templates.draw(arrival: arrival.number, random: &random)))
        }
        return choices
    }

    private func shares(_ count: Int) -> [MachineShare] {
        (0..<count).compactMap { MachineShare(index: $0, count: count) }
    }

    @Test(arguments: arrivals, [1, 2, 3, 7, 16])
    func allSharesTogetherAreTheUndividedRun(_ arrivals: String, _ count: Int) throws {
        for seed in [UInt64(1), 77] {
            let profile = try profile(arrivals, seed: seed)
            let whole = try choices(profile, .whole)
            #expect(whole.count > 100)
            let parts = try shares(count).flatMap { try choices(profile, $0) }
            #expect(parts.sorted { $0.arrival.number < $1.arrival.number } == whole)
        }
    }

    @Test(arguments: arrivals) func aNumberOfIterationsIsDealtOutToTheLastOne(_ arrivals: String) throws {
        let profile = try profile(arrivals, seed: 5, length: "iterations: 101")
        let whole = try choices(profile, .whole)
        #expect(whole.count { $0.arrival.offset >= profile.warmUp } == 101)
        let parts = try shares(4).flatMap { try choices(profile, $0) }
        #expect(parts.sorted { $0.arrival.number < $1.arrival.number } == whole)
    }

    /// One machine must not get all fan-outs to many service providers.
    @Test func everyShareHasEveryNumberOfServiceProviders() throws {
        let profile = try profile("{ rate: 200/s }", seed: 1)
        for share in shares(4) {
            var counts: [Int: Int] = [:]
            for choice in try choices(profile, share) { counts[choice.template, default: 0] += 1 }
            #expect(counts.count == LoadTemplates(profile, cases: []).all.count, "\(share): \(counts)")
        }
    }

    @Test func sharesAreAsLargeAsEachOther() throws {
        let profile = try profile("{ rate: 200/s }", seed: 1)
        for share in shares(5) { #expect(try choices(profile, share, most: 500).count == 100) }
    }

    @Test func noTwoSharesHaveASessionInCommon() throws {
        let profile = try profile("{ users: 10 }", seed: 1)
        let templates = LoadTemplates(profile, cases: [])
        var numbers: Set<Int> = []
        for share in shares(3) {
            let users = LoadUsers(profile, templates, share: share)
            for template in templates.all.indices {
                for count in 0..<20 {
                    let number = users.number(count, of: template)
                    #expect(numbers.insert(number).inserted)
                    #expect(users.template(of: number).providers == templates.all[template].providers)
                }
            }
        }
    }

    @Test func usersAndIterationsAreDividedWithoutRest() {
        let shares = shares(7)
        #expect(shares.reduce(0) { $0 + $1.portion(of: 100) } == 100)
        for user in 0..<50 { #expect(shares.count { $0.includes(user: user) } == 1) }
        #expect(MachineShare(index: 2, count: 2) == nil)
        #expect(MachineShare(index: 0, count: 0) == nil)
    }
}
