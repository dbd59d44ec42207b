/// Something a case's trace must show.
package struct Expectation: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The pattern occurs this often within the window.
        case occurs(Pattern, count: Count)
        /// Each pattern occurs after the one before it.
        case order([Pattern])
        /// A rule too deep for patterns, by name, with its arguments.
        case check(String, arguments: [String: [String]])
    }

    /// How often; `upper` nil is without limit.
    package struct Count: Sendable, Hashable, CustomStringConvertible {
        package var lower: Int
        package var upper: Int?

        package init(lower: Int, upper: Int?) {
            self.lower = lower
            self.upper = upper
        }

        package static let never = Count(lower: 0, upper: 0)
        package static let atLeastOnce = Count(lower: 1, upper: nil)

        /// Reads `2`, `1+` or `0..1`.
        package init?(_ text: String) {
            if text.hasSuffix("+"), let lower = Int(text.dropLast()), lower >= 0 {
                self.init(lower: lower, upper: nil)
            } else if let exact = Int(text), exact >= 0 {
                self.init(lower: exact, upper: exact)
            } else {
                let ends = text.split(separator: "..", maxSplits: 1).map(String.init)
                guard ends.count == 2, let lower = Int(ends[0]), let upper = Int(ends[1]), 0 <= lower, lower <= upper
                else { return nil }
                self.init(lower: lower, upper: upper)
            }
        }

        package var description: String {
            switch (lower, upper) {
            case (0, 0?): "never"
            case (1, 1?): "once"
            case (0, nil): "any number of times"
            case (1, nil): "at least once"
            case (_, nil): "at least \(lower) times"
            case (0, let upper?): upper == 1 ? "at most once" : "at most \(upper) times"
            case (_, let upper?): lower == upper ? "\(lower) times" : "\(lower) to \(upper) times"
            }
        }
    }

    package var kind: Kind
    /// The statements this decides; the contract's where none are named.
    package var cites: [String] = []
    /// The label of the step after whose end the window begins; the case's start where nil.
    package var after: String?
    /// The label of the step at whose beginning the window ends; the case's end where nil.
    package var before: String?
    /// What to say when it does not hold, where the pattern does not say it well.
    package var why: String?
}

/// One of several behaviours that the documents leave open.
package struct Reading: Sendable, Hashable {
    package var name: String
    package var expectations: [Expectation]
    package var allow: Set<String>
}
