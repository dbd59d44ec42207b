import Evidence
import Testing

@testable import Load

/// Where the highest rate is looked for, and when it is believed.
@Suite struct CapacitySearchTests {
    /// - Parameter answer: what comes of a run at this rate, the number of which is given.
    private func search(
        from start: Double, _ answer: (Double, Int) -> CapacitySearch.Result
    ) -> (search: CapacitySearch, steps: Int) {
        var search = CapacitySearch(start: start)
        var steps = 0
        while let rate = search.next {
            search.record(answer(rate, steps))
            steps += 1
        }
        return (search, steps)
    }

    @Test(arguments: [1.5, 9, 60, 99, 100, 101, 470, 3_333, 80_000], [1.0, 50, 100, 5_000])
    func theCapacityIsFoundFromAnywhere(_ capacity: Double, _ start: Double) throws {
        let (search, steps) = search(from: start) { rate, _ in rate <= capacity ? .met : .missed }
        let found = try #require(search.capacity)
        #expect(found <= capacity && found > capacity / 1.06)
        let interval = try #require(search.interval)
        #expect(interval.contains(capacity) && interval.upperBound / interval.lowerBound <= 1.051)
        #expect(steps < 50)
    }

    /// A rate near the limit is met now and then: two searches must still agree.
    @Test func twoSearchesAgreeWhereTheLimitIsNotSharp() throws {
        var found: [Double] = []
        for seed in 1...20 {
            var random = SeededRandom(seed: UInt64(seed))
            let (search, _) = search(from: 50) { rate, _ in
                let chance = min(1, max(0, (1.04 - rate / 400) / 0.08))
                return random.unit() < chance ? .met : .missed
            }
            found.append(try #require(search.capacity))
        }
        #expect(found.max().map { $0 / (found.min() ?? 1) <= 1.1 } == true, "\(found)")
    }

    /// On the way up short runs will do; a miss, and all that is tried between met and missed, decides.
    @Test func whatDecidesIsMeasuredForLonger() {
        var search = CapacitySearch(start: 50)
        var decisive: [Bool] = []
        for result in [CapacitySearch.Result.met, .missed, .met, .missed, .missed, .met] {
            decisive.append(search.isDecisive)
            search.record(result)
        }
        #expect(decisive == [false, false, true, false, true, true] && search.isDecisive)
    }

    /// One run that the machine disturbed is not believed.
    @Test func aSingleMissDecidesNothing() throws {
        let (search, _) = search(from: 50) { rate, step in
            step == 0 || rate > 200 ? .missed : .met
        }
        #expect(try #require(search.capacity) > 190)
    }

    @Test func whatCannotBeMeasuredEndsTheClimb() throws {
        let (search, steps) = search(from: 50) { rate, _ in rate > 500 ? .unknown : .met }
        #expect(search.endedUnmeasured && steps < 60)
        #expect(try #require(search.capacity) > 470)
    }

    /// A rate that was chosen is met twice more in a row, or missed twice in all.
    @Test func aMissAmongTheConfirmationsCounts() {
        var search = CapacitySearch(start: 100, lowest: 100, highest: 100)
        for result in [CapacitySearch.Result.met, .met, .missed, .met] { search.record(result) }
        #expect(search.capacity == nil && search.next == 100)
        search.record(.met)
        #expect(search.capacity == 100)
        search = CapacitySearch(start: 100, lowest: 100, highest: 100)
        for result in [CapacitySearch.Result.met, .missed, .met, .missed] { search.record(result) }
        #expect(search.capacity == nil && search.next == nil && search.missedLowest)
    }

    /// Where a rate could not be measured, and a lower one was missed, the port is not faster than that.
    @Test func aMissBelowWhatCouldNotBeMeasuredIsTheEnd() throws {
        let (search, _) = search(from: 50) { rate, _ in rate > 500 ? .unknown : rate > 300 ? .missed : .met }
        #expect(!search.endedUnmeasured)
        #expect(try #require(search.capacity) <= 300)
    }

    @Test func whatMeetsNothingHasNoCapacity() {
        let (search, steps) = search(from: 50) { _, _ in .missed }
        #expect(search.capacity == nil && search.interval == nil && search.missedLowest && steps < 30)
        #expect(!self.search(from: 50) { rate, _ in rate > 40 ? .missed : .met }.0.missedLowest)
    }
}
