import Evidence

extension Invariant {
    /// Tokens are handed on as they were issued, as long as they are good for something.
    static let soundTokens = Invariant(
        id: "sound-tokens", title: "Every token delivered or sent is a good one, as it was issued",
        statements: [
            "AE-TOK-001", "AE-TOK-002", "AE-XML-005", "AE-XML-006", "AE-XML-010", "AE-XML-013", "AE-XML-019",
            "AE-XML-021", "AE-DEV-003", "AE-DEV-008", "AE-STO-001", "AE-STO-008", "AE-STO-010", "AE-STO-026",
        ]
    ) { TokenReview($0).violations }
}
