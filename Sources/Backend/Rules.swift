internal import Evidence

/// What is arranged for some requests of a session: for one purpose or for all, and for one provider or for all.
struct Rules<Value: Sendable>: Sendable {
    private struct Key: Hashable {
        var provider: String?
        var purpose: RequestEvent.Purpose?
    }

    private struct Rule {
        var value: Value
        /// How many more requests it applies to; nil: all.
        var left: Int?
        /// The share of those requests that it applies to, from 0 to 1.
        var chance: Double
        var used = 0
    }

    private var rules: [Key: Rule] = [:]

    /// Arranges `value` for the next `times` requests, or takes back what was arranged (nil).
    ///
    /// - Parameter purpose: nil stands for every purpose that has no arrangement of its own, but for none of the pages.
    mutating func set(
        _ value: Value?, provider: String?, purpose: RequestEvent.Purpose?, times: Int? = nil, chance: Double = 1
    ) {
        rules[Key(provider: provider, purpose: purpose)] = value.map { Rule(value: $0, left: times, chance: chance) }
    }

    mutating func removeAll() {
        rules = [:]
    }

    /// The value for a request that has just come, and how many had it before.
    ///
    /// What is arranged for its provider goes before what is arranged for all, and among those what is arranged for
    /// its purpose.
    mutating func take(
        provider: String, purpose: RequestEvent.Purpose, random: inout SplitMix64
    ) -> (value: Value, number: Int)? {
        guard !rules.isEmpty else { return nil }
        let isService = purpose.isService
        for name in [provider, nil] {
            for purpose in isService ? [purpose, nil] : [purpose] {
                let key = Key(provider: name, purpose: purpose)
                guard var rule = rules[key], rule.left != 0 else { continue }
                guard rule.chance >= 1 || Double.random(in: 0..<1, using: &random) < rule.chance else { return nil }
                defer { rules[key] = rule }
                rule.left = rule.left.map { $0 - 1 }
                rule.used += 1
                return (rule.value, rule.used - 1)
            }
        }
        return nil
    }
}
