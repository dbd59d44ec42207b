/// What a finding looks like whatever the values of its session are: findings that look the same have one cause.
package struct Symptom: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It came, and nothing asked for it, or it must not come.
        case unexpected
        /// It did not come.
        case missing
        /// It came more often than it may.
        case repeated
        /// It came, and something in it is another than it must be.
        case different
        /// It came, but not when it must.
        case misplaced
        /// The port's process ended, or answered no more.
        case crash
        /// A rule that is no pattern is broken.
        case rule
    }

    package var kind: Kind
    /// What it is about: `the callback setToken:forResource:`, or the name of the rule.
    package var subject: String
    /// The application's latest call before it; empty where there was none.
    package var call = ""
    /// What must not come, as the contract has it; nil where it is no contract's word that forbids it.
    package var forbidden: String?
    /// Where what came differs from what was expected.
    package var differences: [Difference] = []
    /// The place in the trace where it went wrong, by sequence number: what comes later may be its consequence.
    package var place = Int.max

    package init(_ kind: Kind, _ subject: String, differences: [Difference] = []) {
        self.kind = kind
        self.subject = subject
        self.differences = differences
    }
}

/// One element of what came that is another than it must be.
package struct Difference: Sendable, Hashable {
    /// An argument or field, then members and positions inside it: `data.7`.
    package var path: String
    package var expected: String
    /// What came there; nil where any text would have done, and none is as expected.
    package var found: String?

    package var actual: String { found ?? "nowhere" }

    package init(_ path: String, expected: String, actual: String?) {
        self.path = path
        self.expected = expected
        found = actual
    }
}
