import LoadResults
import Testing

@testable import Reports

struct QuantityTests {
    @Test(arguments: [
        (0.0, "0 ns"), (850, "850 ns"), (999.6, "1 µs"), (12_345, "12.3 µs"), (999_499, "999 µs"), (999_600, "1 ms"),
        (4_560_000, "4.56 ms"), (1.2e9, "1.2 s"), (119.4e9, "119 s"), (200e9, "3 min 20 s"), (600e9, "10 min"),
        (-30_000, "-30 µs"),
    ])
    func durationsHaveThreeDigits(_ nanoseconds: Double, _ text: String) {
        #expect(Quantity.duration(nanoseconds) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-1_000, "-1,000")])
    func thousandsAreSetApart(_ number: Int, _ text: String) {
        #expect(Quantity.count(number) == text)
    }

    @Test(arguments: [
        (0.0, "0 %"), (1, "100 %"), (0.99996, "> 99.99 %"), (0.00001, "< 0.01 %"), (0.9527, "95.3 %"),
        (0.9989, "99.89 %"), (0.5, "50 %"),
    ])
    func aShareIsNeverRoundedToAllOrNothing(_ share: Double, _ text: String) {
        #expect(Quantity.share(share) == text)
    }

    private static let shares: [(Double, String)] = [
        (0, "0%"), (1, "100%"), (0.932, "93.2%"), (1.8, "180%"), (0.0003333, "0.03%"), (0.9996667, "99.97%"),
        (0.000001, "<0.01%"), (0.999999, ">99.99%"),
    ]

    @Test(arguments: shares) func norIsOneInALine(_ share: Double, _ text: String) {
        #expect(LoadText.percent(share) == text)
    }

    @Test func whatIsBeyondEveryIntegerIsToldAllTheSame() {
        #expect(Quantity.duration(1e300).hasSuffix(" min 7 s"))
        #expect(Quantity.number(1e300) == "1e+300" && Quantity.number(1_234.5) == "1,235")
    }

    @Test func percentilesKeepTheirNines() {
        #expect([50, 99.9, 99.99, 99.999].map { Quantity.short($0, digits: 5) } == ["50", "99.9", "99.99", "99.999"])
    }
}
