import Evidence
import Testing

@testable import Reports

@Suite struct DifferenceTests {
    private func shown(_ expected: String, _ actual: String) -> [String] {
        let shown = Difference("resource", expected: expected, actual: actual).shown
        return [shown.expected, shown.actual]
    }

    /// Blanks at the end, line ends and composed letters are where ports go wrong.
    @Test func whatWouldLookTheSameIsSpelledOut() {
        #expect(shown("'no sports '", "'no sports'") == ["'no␠sports␠'", "'no␠sports'"])
        #expect(shown("'one\ntwo'", "'one two'") == ["'one⏎two'", "'one␠two'"])
        #expect(shown("'Zo\u{EB}'", "'Zoe\u{308}'") == [#"'Zo\u{EB}'"#, #"'Zoe\u{308}'"#])
        #expect(shown("'Zo\u{EB} one'", "'Zo\u{EB} two'") == ["'Zo\u{EB} one'", "'Zo\u{EB} two'"])
    }
}
