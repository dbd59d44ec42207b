import Testing
import Timing

/// What a stranger's integer may become, at the ends of what it can be.
struct ForeignIntegerTests {
    private static let ends: [Int64] = [.min, .min + 1, -(1 << 53) - 1, -1, 0, 1, 1 << 53, .max - 1, .max]

    @Test(arguments: [
        ("0", 0), ("-1", -1), ("+7", 7), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
    ])
    func digitsAreRead(_ text: String, _ number: Int64) {
        #expect(ForeignInteger(text) == ForeignInteger(number))
    }

    @Test(arguments: ["", " 1", "1 ", "1.0", "1e3", "0x1", "٣", "9223372036854775808", "-9223372036854775809"])
    func whatIsNoIntegerOf64BitsIsNone(_ text: String) {
        #expect(ForeignInteger(text) == nil)
    }

    @Test(arguments: ends) func itLeavesAsANumberOfARangeOnly(_ number: Int64) {
        let foreign = ForeignInteger(number)
        #expect(foreign.within(0...1 << 53) == ((0...1 << 53).contains(number) ? Int(number) : nil))
        #expect(foreign.within(UInt8.min...UInt8.max) == UInt8(exactly: number))
        #expect(foreign.within(Int64.min...Int64.max) == number)
        #expect(foreign.clamped(to: 0...100) == (number < 0 ? 0 : number > 100 ? 100 : Int(number)))
        #expect(foreign.clamped(to: UInt64.min...UInt64.max) == (number < 0 ? 0 : UInt64(number)))
    }

    /// Whatever two strangers wrote, what is made of both is a time.
    @Test(arguments: ends, ends) func timesMadeOfItAreCountedWith(_ one: Int64, _ other: Int64) {
        let (first, second) = (ForeignInteger(one), ForeignInteger(other))
        #expect(first.date - second.date == .milliseconds(one) - .milliseconds(other))
        #expect(first.reading - second.reading == .nanoseconds(one) - .nanoseconds(other))
        let longest = Duration.nanoseconds(Int64.max)
        for duration in [second.nanoseconds, second.seconds] {
            #expect(duration <= longest && duration >= .nanoseconds(Int64.min))
            #expect((first.date + duration < first.date) == (other < 0 && one > .min && duration.wholeMilliseconds < 0))
            let sum = (0..<1_000).reduce(Duration.zero) { sum, _ in sum + duration }
            #expect(sum == duration * 1_000)
        }
    }

    @Test func itIsComparedAndWrittenAsTheNumberThatItIs() {
        #expect(Self.ends.map { ForeignInteger($0) }.sorted() == Self.ends.map { ForeignInteger($0) })
        #expect("\(ForeignInteger(.min))" == "-9223372036854775808" && ForeignInteger(5) == 5)
    }
}
