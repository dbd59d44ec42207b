internal import Evidence
internal import ServiceProtocol

/// What is arranged for some requests of a session: for one purpose or for all, and for one provider or for all.
struct Rules<Value: Sendable>: Sendable {
    private struct Key: Hashable {
        var provider: String?
        var purpose: Purpose?
    }

    private struct Rule {
        var value: Value
        /// How many more requests it applies to; nil: all.
        var left: Int?
        /// The share of those requests that it applies to, from 0 to 1.
        var chance: Double
        var used = 0
    }

    private var rules: [Rule] = []
    /// Where in `rules` the one for a key is.
    private var places: [Key: Int] = [:]

    /// Arranges `value` for the next `times` requests, or takes back what was arranged (nil).
    ///
    /// - Parameter purposes: those that count together; nil stands for every purpose that has no arrangement of its own,
    ///   but for none of the pages.
    mutating func set(
        _ value: Value?, provider: String?, purposes: [Purpose?], times: Int? = nil, chance: Double = 1
    ) {
        for purpose in purposes { places[Key(provider: provider, purpose: purpose)] = value.map { _ in rules.count } }
        if let value { rules.append(Rule(value: value, left: times, chance: chance)) }
    }

    mutating func removeAll() {
        rules = []
        places = [:]
    }

    /// The value for a request that has just come, and how many had it before.
    ///
    /// What is arranged for its provider goes before what is arranged for all, and among those what is arranged for
    /// its purpose.
    mutating func take(
        provider: String, purpose: Purpose, random: inout SeededRandom
    ) -> (value: Value, number: Int)? {
        guard !places.isEmpty else { return nil }
        let isService = purpose.isService
        for name in [provider, nil] {
            for purpose in isService ? [purpose, nil] : [purpose] {
                let key = Key(provider: name, purpose: purpose)
                guard let place = places[key], rules[place].left != 0 else { continue }
                let chance = rules[place].chance
                guard chance >= 1 || Double.random(in: 0..<1, using: &random) < chance else { return nil }
                rules[place].left = rules[place].left.map { $0 - 1 }
                defer { rules[place].used += 1 }
                return (rules[place].value, rules[place].used)
            }
        }
        return nil
    }
}
