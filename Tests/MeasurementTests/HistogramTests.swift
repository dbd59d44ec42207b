import Testing

@testable import Measurement

struct HistogramTests {
    /// Of the description of the format: five values and what they come to.
    static let vector = histogram(of: [100, 250, 1_000, 1_000, 50_000])

    @Test(arguments: [0, 1, 2_047, 2_048, 2_049, 4_095, 4_096, 123_456, 50_000_000, 3_600_000_000_000, .max])
    func everyValueIsKeptToThreeDigits(_ value: Int64) {
        let slot = Slot(of: value)
        #expect(slot.lowest <= value && value <= slot.highest)
        #expect(slot.width == 1 || Double(slot.width) / Double(slot.lowest) <= 0.001)
        #expect(Slot(of: slot.lowest) == slot && Slot(of: slot.highest) == slot)
        if value < .max { #expect(Slot(of: slot.highest + 1).index == slot.index + 1) }
    }

    @Test func statisticsAreThoseOfTheValues() {
        #expect(Self.vector.count == 5)
        #expect(Self.vector.min == 100)
        #expect(Self.vector.max == 50_015)
        // As the package hdrhistogram 0.10.8 computes them.
        #expect(Self.vector.mean == 10_470)
        #expect(abs(Self.vector.standardDeviation - 19_768.500_196_018_92) < 1e-9)
        #expect(
            Self.vector.values(at: [0, 20, 20.1, 50, 80, 80.1, 100]) == [100, 100, 250, 1_000, 1_000, 50_015, 50_015])
        #expect(Self.vector.count(upTo: 999) == 2)
        #expect(Self.vector.count(upTo: 1_000) == 4)
        #expect(Self.vector.count(upTo: .max) == 5)
    }

    @Test func nothingSeenIsZeroEverywhere() {
        let nothing = Histogram()
        #expect(nothing.value(at: 50) == 0 && nothing.min == 0 && nothing.max == 0 && nothing.mean == 0)
        #expect(nothing.standardDeviation == 0)
        #expect(nothing.significantValue(at: 50) == nil)
        #expect(nothing.interval(at: 50) == nil)
    }

    @Test func aDurationBelowZeroIsZero() {
        #expect(histogram(of: [-5]) == histogram(of: [0]))
        #expect(histogram(of: [-5]).max == 0)
    }

    @Test func eightShardsAddUpToTheWhole() {
        var numbers = SplitMix(seed: 1)
        let values = (0..<10_000).map { _ in numbers.duration() }
        var sum = Histogram()
        for shard in 0..<8 {
            sum.add(histogram(of: values.enumerated().filter { $0.offset % 8 == shard }.map(\.element)))
        }
        #expect(sum == histogram(of: values))
        #expect(sum.subtracting(histogram(of: Array(values[..<4_000]))) == histogram(of: Array(values[4_000...])))
    }

    @Test func percentilesAreThoseOfTheSortedValues() {
        var numbers = SplitMix(seed: 7)
        for count in [1, 2, 3, 10, 99, 1_000] {
            let values = (0..<count).map { _ in numbers.duration() }.sorted()
            let histogram = histogram(of: values)
            for percentile in [1, 25, 50, 90, 99, 99.9, 100] {
                let rank = max(1, Int((percentile * Double(count) / 100 - 1e-9).rounded(.up)))
                #expect(histogram.value(at: percentile) == Slot(of: values[rank - 1]).highest)
            }
        }
    }

    @Test func aPercentileOfTooFewValuesMeansNothing() {
        #expect(Histogram.valuesNeeded(for: 50) == 20)
        #expect(Histogram.valuesNeeded(for: 99) == 1_000)
        #expect(Histogram.valuesNeeded(for: 99.9) == 10_000)
        #expect(histogram(of: Array(1...999)).significantValue(at: 99) == nil)
        #expect(histogram(of: Array(1...1_000)).significantValue(at: 99) == 990)
    }

    @Test func theIntervalOfThePercentileHoldsIt() throws {
        // The median of 100 numbers: the 40th to the 60th, as tables of the binomial distribution say.
        let interval = try #require(histogram(of: Array(1...100)).interval(at: 50))
        #expect(interval == 41...60)
        #expect(histogram(of: Array(1...1_000)).interval(at: 99.5) == nil)
    }
}

/// Counts each value once.
func histogram(of values: [Int64]) -> Histogram {
    var histogram = Histogram()
    for value in values { histogram.record(value) }
    return histogram
}

/// The same numbers in every run.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// From nanoseconds to days, each magnitude as likely.
    mutating func duration() -> Int64 {
        Int64(next() >> 17) >> Int64.random(in: 0...46, using: &self)
    }
}
