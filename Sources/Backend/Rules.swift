internal import Evidence

/// What is arranged for some requests of a session: by purpose, and for one provider or for all.
struct Rules<Value: Sendable>: Sendable {
    private struct Key: Hashable {
        var provider: String?
        var purpose: RequestEvent.Purpose
    }

    private struct Rule {
        var value: Value
        /// How many more requests it applies to; nil: all.
        var left: Int?
        var used = 0
    }

    private var rules: [Key: Rule] = [:]

    /// Arranges `value` for the next `times` requests, or takes back what was arranged (nil).
    mutating func set(_ value: Value?, provider: String?, purpose: RequestEvent.Purpose, times: Int? = nil) {
        rules[Key(provider: provider, purpose: purpose)] = value.map { Rule(value: $0, left: times) }
    }

    /// The value for a request that has just come, and how many had it before.
    ///
    /// What is arranged for its provider goes before what is arranged for all.
    mutating func take(provider: String, purpose: RequestEvent.Purpose) -> (value: Value, number: Int)? {
        guard !rules.isEmpty else { return nil }
        for name in [provider, nil] {
            let key = Key(provider: name, purpose: purpose)
            guard var rule = rules[key], rule.left != 0 else { continue }
            defer { rules[key] = rule }
            rule.left = rule.left.map { $0 - 1 }
            rule.used += 1
            return (rule.value, rule.used - 1)
        }
        return nil
    }
}
