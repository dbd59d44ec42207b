import Testing

@testable import Load

/// When iterations are due.
@Suite struct ArrivalScheduleTests {
    private func times(
        _ process: Arrivals.Process, _ stages: [Arrivals.Stage], seed: UInt64 = 1, most: Int = 100_000
    ) -> [Double] {
        var schedule = ArrivalSchedule(process, stages, seed: seed)
        var times: [Double] = []
        while times.count < most, let time = schedule.next() {
            times.append(Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
        }
        return times
    }

    @Test func aConstantRateIsEquallySpaced() {
        let times = times(.constant, [.init(duration: nil, from: 100, to: 100)], most: 5)
        #expect(times.map { ($0 * 1_000).rounded() } == [10, 20, 30, 40, 50])
    }

    @Test(arguments: [1e-10, 1e-300, .leastNonzeroMagnitude]) func nobodyComesAtARateNearZero(rate: Double) {
        let times = times(.poisson, [.init(duration: nil, from: rate, to: rate)], most: 3)
        #expect(times.allSatisfy { $0 > 1e8 })
    }

    @Test func aRampHasAsManyArrivalsAsItsIntegral() {
        let times = times(.constant, [.init(duration: .seconds(10), from: 0, to: 100)])
        #expect((499...500).contains(times.count))
        // A quarter of them in the first half.
        #expect(abs(times.count { $0 < 5 } - 125) <= 1)
    }

    @Test func aRateThatIsTriedIsRisenToAndThenKept() {
        let stages = [
            Arrivals.Stage(duration: .seconds(2), from: 0, to: 100), .init(duration: nil, from: 100, to: 100),
        ]
        #expect(Arrivals.users(3).at(rate: 100, risingFor: .seconds(2)) == .open(.poisson, stages))
        #expect(Arrivals.users(3).at(rate: 100) == .open(.poisson, [stages[1]]))
        let times = times(.constant, stages, most: 300)
        #expect((99...100).contains(times.count { $0 < 2 }) && abs(times.count { $0 < 1 } - 25) <= 1)
        #expect(abs(times[299] - 4) < 0.02)
    }

    @Test func stagesFollowEachOther() {
        let times = times(
            .constant,
            [.init(duration: .seconds(2), from: 10, to: 10), .init(duration: .seconds(1), from: 100, to: 100)])
        #expect(times.count { $0 <= 2.0001 } == 20)
        #expect((119...120).contains(times.count))
    }

    /// Of a Poisson process the variance of the counts is their mean.
    @Test func poissonArrivalsAreDispersedLikePoisson() {
        let times = times(.poisson, [.init(duration: .seconds(1_000), from: 50, to: 50)])
        #expect(abs(Double(times.count) - 50_000) < 1_000)
        var counts = [Double](repeating: 0, count: 1_000)
        for time in times where time < 1_000 { counts[Int(time)] += 1 }
        let mean = counts.reduce(0, +) / 1_000
        let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 999
        #expect(abs(variance / mean - 1) < 0.2)
    }

    @Test func aBurstComesAtTheBeginningOfTheSecond() {
        let times = times(.burst, [.init(duration: nil, from: 3, to: 3)], most: 6)
        #expect(times == [0, 0, 1, 1, 1, 2])
    }

    @Test func theSameSeedGivesTheSameTimesAndAnotherGivesOthers() {
        let stages = [Arrivals.Stage(duration: nil, from: 5, to: 5)]
        #expect(times(.poisson, stages, most: 50) == times(.poisson, stages, most: 50))
        #expect(times(.poisson, stages, most: 50) != times(.poisson, stages, seed: 2, most: 50))
    }
}
