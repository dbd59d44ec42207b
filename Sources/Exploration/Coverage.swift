import Model

/// What scenarios have been through: statements, moves in states, and pairs of moves.
package struct Coverage: Sendable, Hashable {
    private var counts: [String: Int] = [:]
    /// How often each of the ways was gone that steer the search beside these.
    private var ways: [String: Int] = [:]
    package private(set) var statements: Set<String> = []

    package init() {}

    /// How many different things were seen.
    package var size: Int { counts.count }

    /// Takes a scenario in, and returns whether it was through anything new.
    @discardableResult
    package mutating func take(_ scenario: Scenario) -> Bool {
        let before = (counts.count, statements.count)
        for way in Self.ways(through: scenario) { ways[way, default: 0] += 1 }
        var last: MoveKind?
        for move in scenario.moves {
            counts[Self.place(move.kind, in: move.before), default: 0] += 1
            if let last { counts[Self.pair(last, move.kind), default: 0] += 1 }
            last = move.kind
            if let relation = scenario.relation { counts["\(relation): \(move.kind)", default: 0] += 1 }
            let answer = move.answer
            for promise in answer.owed + answer.asked + answer.forbidden { statements.formUnion(promise.cites) }
        }
        return before != (counts.count, statements.count)
    }

    /// How much there is in a scenario that was seldom seen, for what it costs.
    func gain(of scenario: Scenario) -> Double {
        let news = Self.ways(through: scenario).reduce(0.0) { $0 + 1 / Double((1 + ways[$1, default: 0])) }
        return news / Double(scenario.moves.count + 2)
    }

    /// Every promise after every kind of move that came before it, at whatever distance, each once.
    private static func ways(through scenario: Scenario) -> Set<String> {
        var ways: Set<String> = []
        var earlier: Set<MoveKind> = []
        for move in scenario.moves {
            let answer = move.answer
            for promise in answer.owed + answer.asked + answer.forbidden {
                let statements = promise.cites.joined(separator: " ")
                ways.insert("\(statements), \(move.kind)")
                for kind in earlier { ways.insert("\(statements), \(move.kind) after \(kind)") }
            }
            earlier.insert(move.kind)
        }
        return ways
    }

    /// The fewer times such a move was made in such a state and after such a move, the more.
    func novelty(of kind: MoveKind, in state: State, after last: MoveKind?) -> Int {
        let place = counts[Self.place(kind, in: state)] ?? 0
        let pair = last.map { counts[Self.pair($0, kind)] ?? 0 } ?? 0
        return 1 + 6 / (1 + place) + 3 / (1 + pair)
    }

    private static func place(_ kind: MoveKind, in state: State) -> String { "\(state.kind): \(kind)" }
    private static func pair(_ first: MoveKind, _ second: MoveKind) -> String { "\(first), \(second)" }
}
