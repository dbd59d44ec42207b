/// One reply had to be recorded before another.
package struct RaceEdge: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// The first had been processed before the second left.
        case time(ResponderRace.Bound)
        /// The first was given an MVPD that the second lists, too.
        case binding(ResponderRace.Binding)
    }

    /// Positions among the race's endpoints.
    package var first: Int
    package var second: Int
    package var reason: Reason

    package var observation: Int {
        switch reason {
        case .time(let bound): bound.observation
        case .binding(let binding): binding.observation
        }
    }
}

extension ResponderRace {
    /// A contradiction in words: each step of the cycle, and that they cannot all be.
    ///
    /// `word` gives MVPDs the name the case has for them.
    package func sentence(for cycle: [RaceEdge], word: (String) -> String = { $0 }) -> String {
        let clauses = cycle.map { edge in
            let first = endpoints[edge.first].name
            let second = endpoints[edge.second].name
            switch edge.reason {
            case .time(let bound):
                let how = bound.reason.isEmpty ? "" : " (\(bound.reason))"
                return "the port had processed the reply of \(first) before the reply of \(second) was sent\(how)"
            case .binding(let binding):
                return "\(word(binding.mvpd)) belongs to \(first) although \(second) lists it too, "
                    + "so the reply of \(first) must have been the earlier one"
            }
        }
        return clauses.joined(separator: "; yet ") + "; these contradict each other"
    }
}
