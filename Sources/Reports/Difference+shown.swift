import Evidence

extension Difference {
    /// What was expected and what came; where they would look the same, blanks and all letters but the plainest are spelled out.
    var shown: (expected: String, actual: String) {
        Self.folded(expected) == Self.folded(actual)
            ? (Self.spelled(expected), Self.spelled(actual)) : (expected, actual)
    }

    /// Blanks are where lines are broken, and letters are compared as they look.
    private static func folded(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    private static func spelled(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case " ": "␠"
            case "\n": "⏎"
            case "\t": "⇥"
            default: scalar.isASCII ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }.joined()
    }
}
