import Documents
import Testing

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("250ms", Duration.milliseconds(250)), ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)),
        ("1h", .seconds(3600)), ("0.5d", .seconds(43_200)), ("0s", .zero), ("0.000001ms", .nanoseconds(1)),
        ("2m30s", .seconds(150)), ("1h0.5s", .milliseconds(3_600_500)),
    ])
    func aNumberAndAUnitIsADuration(text: String, duration: Duration) throws {
        #expect(try DurationText.parse(text) == duration)
    }

    @Test func aNegativeDurationIsReadWhereItIsAskedFor() throws {
        #expect(try DurationText.parse("-3s", allowNegative: true) == .seconds(-3))
        #expect(throws: DurationText.Problem.self) { try DurationText.parse("-3s") }
    }

    @Test(arguments: [
        "", "s", "1", "1.s", ".5s", "1.2.3s", "1 s", "1w", "1S", "+1s", "99999999999d", "0.0000001ms", "2m30", "30s2m",
        "1s1s",
    ])
    func everythingElseIsAMistake(text: String) {
        #expect(throws: DurationText.Problem.self) { try DurationText.parse(text, allowNegative: true) }
    }

    @Test func aMissingUnitComesWithAHint() {
        let error = #expect(throws: DurationText.Problem.self) { try DurationText.parse("250") }
        #expect(error?.description == "a duration needs a unit (ms, s, m, h or d); did you mean '250ms'?")
    }
}
