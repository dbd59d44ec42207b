import Model

/// What scenarios have been through: statements, moves in states, and pairs of moves.
package struct Coverage: Sendable, Hashable {
    private var counts: [String: Int] = [:]
    package private(set) var statements: Set<String> = []

    package init() {}

    /// How many different things were seen.
    package var size: Int { counts.count }

    /// Takes a scenario in, and returns whether it was through anything new.
    @discardableResult
    package mutating func take(_ scenario: Scenario) -> Bool {
        let before = (counts.count, statements.count)
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

    /// The fewer times such a move was made in such a state and after such a move, the more.
    func novelty(of kind: MoveKind, in state: State, after last: MoveKind?) -> Int {
        let place = counts[Self.place(kind, in: state)] ?? 0
        let pair = last.map { counts[Self.pair($0, kind)] ?? 0 } ?? 0
        return 1 + 6 / (1 + place) + 3 / (1 + pair)
    }

    private static func place(_ kind: MoveKind, in state: State) -> String { "\(state.kind): \(kind)" }
    private static func pair(_ first: MoveKind, _ second: MoveKind) -> String { "\(first), \(second)" }
}
