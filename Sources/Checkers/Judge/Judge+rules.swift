extension Judge {
    /// The ids of the rules that every trace is held against, by the statements they stand for.
    package static var rulesByStatement: [String: [String]] {
        Invariant.all.reduce(into: [:]) { rules, invariant in
            for statement in invariant.statements { rules[statement, default: []].append(invariant.id) }
        }
    }
}
