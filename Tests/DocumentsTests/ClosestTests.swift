import Documents
import Testing

@Suite struct ClosestTests {
    @Test(arguments: [
        ("retires", "retries"), ("Timeout", "timeout"), ("platfrom", "platform"), ("mvpds", "mvpd"), ("lvel", "level"),
    ])
    func aSlipOfTheFingerIsRecognised(word: String, meant: String) {
        #expect(closest(word, among: ["level", "mvpd", "platform", "retries", "timeout"]) == meant)
    }

    @Test func aForeignWordSuggestsNothing() {
        #expect(closest("banana", among: ["level", "mvpd", "platform"]) == nil)
        #expect(closest("x", among: ["abc"]) == nil)
    }

    /// The time grows with the square of the length.
    @Test func aVeryLongWordSuggestsNothing() {
        let word = String(repeating: "a", count: 1_000_000)
        #expect(closest(word, among: [word + "b"]) == nil)
    }

    @Test func theNearestWinsAndAmongEqualsTheFirst() {
        #expect(closest("lines", among: ["line", "liners", "lines2"]) == "line")
        #expect(closest("steps", among: ["stepsize", "step"]) == "step")
    }
}
