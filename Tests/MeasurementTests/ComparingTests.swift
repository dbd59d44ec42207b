import Testing

@testable import Measurement

/// What two samples are compared with, against figures of scipy 1.17.1.
@Suite struct ComparingTests {
    /// `scipy.stats.mannwhitneyu(a, b, alternative="two-sided", method="asymptotic")`.
    @Test(
        arguments: [
            ([1.0, 2, 3, 4, 5], [6.0, 7, 8, 9, 10], 0.0, 0.012185780355344813),
            ([1.0, 1, 2, 3, 5, 8], [1.0, 4, 4, 9], 9.0, 0.5883243363682427),
            (
                [0.31, 1.7, 2.2, 2.9, 3.3, 4.1, 7.7], [0.5, 2.2, 3.1, 3.3, 5.9, 8.1, 9.4, 12], 17.0, 0.22348454094104397
            ),
        ])
    func ranksAreThoseOfScipy(_ first: [Double], _ second: [Double], _ statistic: Double, _ probability: Double) throws
    {
        let test = try #require(MannWhitney(first, second))
        #expect(test.statistic == statistic)
        #expect(abs(test.probability - probability) < 1e-12)
        #expect(abs(test.superiority - (1 - statistic / Double(first.count * second.count))) < 1e-12)
    }

    @Test func equalValuesAreNoDifference() throws {
        #expect(try #require(MannWhitney([1, 1, 1], [1, 1])).probability == 1)
        #expect(MannWhitney([1], [1, 2]) == nil)
    }

    /// `2 * scipy.stats.norm.sf(x)`, and `scipy.stats.norm.isf(p / 2)`.
    @Test func tailsAreThoseOfScipy() {
        #expect(abs(Normal.bothTails(1.959963984540054) - 0.05) < 1e-12)
        #expect(abs(Normal.bothTails(-4) - 6.334248366623973e-05) < 1e-15)
        #expect(abs(Normal.distance(of: 0.05) - 1.959963984540054) < 1e-9)
        #expect(abs(Normal.distance(of: 0.001) - 3.2905267314918945) < 1e-9)
    }

    /// Holm's own rule, step by step: 0.01 * 4, then at least as much for all that are larger.
    @Test func manyQuestionsAreCorrected() {
        let adjusted = Holm.adjusted([0.03, 0.01, 0.04, 0.02])
        for (one, expected) in zip(adjusted, [0.06, 0.04, 0.06, 0.06]) { #expect(abs(one - expected) < 1e-12) }
        #expect(Holm.adjusted([0.9, 0.8]) == [1, 1])
        #expect(Holm.adjusted([]) == [])
    }

    /// The chief question has half of 5 %: 0.02 / 0.5, then (1 - 0.5) * 0.03 / 0.25, then 0.5 by itself.
    @Test func theChiefQuestionHasHalfOfTheError() {
        let adjusted = Holm.adjusted([0.5, 0.02, 0.03], chief: 1)
        for (one, expected) in zip(adjusted, [0.5, 0.04, 0.06]) { #expect(abs(one - expected) < 1e-12) }
        #expect(Holm.adjusted([0.03], chief: 0) == [0.03])
    }

    @Test func aTallyIsAHistogramAndKeepsWhatItHas() throws {
        var tally = Tally()
        var histogram = Histogram()
        let spread: [Int64] = (0..<2_000).map { Int64($0) * 7_919 % 1_000_003 }
        for value in spread + [0, Int64.max / 2] {
            tally.record(value)
            histogram.record(value)
        }
        #expect(tally.count == histogram.count)
        #expect(tally.values.map(\.value) == histogram.bars.map(\.highest))
        #expect(tally.values.map(\.count) == histogram.bars.map(\.count))
        #expect(Tally(numbers: tally.numbers) == tally)
        for wrong in [
            [1], [-1, 1], [1, 0], [1, 1, 0, 1], [1 << 40, 1], [56_000, 1, 56_000, 1],
            [0, 1 << 48, 1, 1 << 48],
        ] {
            #expect(Tally(numbers: wrong) == nil, "\(wrong)")
        }
    }

    @Test func aTallyKnowsWhichShareIsLonger() throws {
        var tally = Tally()
        #expect(tally.share(above: 0) == nil)
        for value in [10, 20, 30, 40] as [Int64] { tally.record(value) }
        #expect(tally.share(above: 25) == 0.5 && tally.share(above: 40) == 0 && tally.share(above: -1) == 1)
        // Equal to three digits is not longer.
        tally.record(5_000_001)
        #expect(tally.share(above: 5_000_000) == 0)
    }

    /// As if the values of a block were there as often as it was drawn.
    @Test func percentilesOfDrawnBlocksAreThoseOfAllTheirValues() {
        let blocks = (0..<6).map { block -> Tally in
            var tally = Tally()
            for value in 0..<(block * 40) { tally.record(Int64((value * 37 + block * 11) % 900)) }
            return tally
        }
        let values = BlockedValues(blocks)
        let drawn: [Int32] = [3, 0, 1, 2, 0, 1]
        var sum = Histogram()
        for (block, times) in zip(blocks, drawn) {
            for (value, count) in block.values { sum.record(value, count: count * Int(times)) }
        }
        for percentile in [1.0, 25, 50, 90, 99, 99.9, 100] {
            #expect(values.value(at: percentile, drawn: drawn) == Double(sum.value(at: percentile)))
        }
        #expect(values.value(at: 50, drawn: [5, 0, 0, 0, 0, 0]) == nil)
        #expect(BlockedValues([]).value(at: 50) == 0)
    }

    /// A file says what it likes.
    @Test func asManyValuesAsAFileCanNameAreNumbers() throws {
        let tally = try #require(Tally(numbers: [0, 1 << 47, 1, 1 << 47]))
        let values = BlockedValues(Array(repeating: tally, count: 1_000))
        #expect(values.value(at: 100) >= values.value(at: 1))
    }
}
