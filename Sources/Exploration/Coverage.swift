import Model

/// What scenarios have been through: statements, moves in states, and pairs of moves.
package struct Coverage: Sendable, Hashable {
    private var counts: [Place: Int] = [:]
    /// How often each of the ways was gone that steer the search beside these.
    private var ways: [Way: Int] = [:]
    package private(set) var statements: Set<String> = []

    /// How many different things were seen.
    package var size: Int { counts.count }

    /// What can be new about a move.
    private enum Place: Hashable {
        case made(MoveKind, in: String)
        case pair(MoveKind, MoveKind)
        case compared(MoveKind, Relation)
    }

    /// What is promised of a move, alone and after an earlier one.
    private struct Way: Hashable {
        /// The hash of their ids: ways are looked up by the thousand for each scenario.
        var statements: Int
        var kind: MoveKind
        var earlier: MoveKind?
        /// Whether the same was done before the earlier one as well: what a port has kept of it may be wrong by now.
        var isRepeated = false
    }

    /// Takes a scenario in, and returns whether it was through anything new.
    @discardableResult
    package mutating func take(_ scenario: Scenario) -> Bool {
        let before = (counts.count, statements.count)
        for way in Self.ways(through: scenario) { ways[way, default: 0] += 1 }
        var last: MoveKind?
        for move in scenario.moves {
            counts[.made(move.kind, in: move.before.kind), default: 0] += 1
            if let last { counts[.pair(last, move.kind), default: 0] += 1 }
            last = move.kind
            if let relation = scenario.relation { counts[.compared(move.kind, relation), default: 0] += 1 }
            let answer = move.answer
            for promise in answer.promises { statements.formUnion(promise.cites) }
        }
        return before != (counts.count, statements.count)
    }

    /// How much there is in a scenario that was seldom seen, for what it costs: in millionths, added without rounding, so
    /// that a seed decides what is taken.
    ///
    /// - Parameter processCost: what a process costs, counted in moves: an application that is started again has its own,
    ///   and so has one that is to be killed.
    func gain(of scenario: Scenario, processCost: Int = 0) -> Int {
        // A wait for the grace of a port takes long, but no processor.
        let waitCost = 4
        let news = Self.ways(through: scenario).reduce(0) { $0 + 1_000_000 / (1 + ways[$1, default: 0]) }
        let isKilled = scenario.moves.contains { $0.act == .restart(isKill: true) }
        let processes = scenario.moves.count { $0.kind == .restart } + (isKilled ? 1 : 0)
        let waits = scenario.moves.count { $0.kind == .configureLate }
        return news / (scenario.moves.count + 2 + processes * processCost + waits * waitCost)
    }

    /// Every promise after every kind of move that came before it, at whatever distance, each once.
    private static func ways(through scenario: Scenario) -> Set<Way> {
        var ways: Set<Way> = []
        var earlier: Set<MoveKind> = []
        /// What was done since each act was done first.
        var since: [Act: Set<MoveKind>] = [:]
        for move in scenario.moves {
            let answer = move.answer
            let between = since[move.act] ?? []
            for promise in answer.promises {
                let way = Way(statements: promise.cites.hashValue, kind: move.kind)
                ways.insert(way)
                for kind in earlier { ways.insert(Way(statements: way.statements, kind: move.kind, earlier: kind)) }
                for kind in between {
                    ways.insert(Way(statements: way.statements, kind: move.kind, earlier: kind, isRepeated: true))
                }
            }
            earlier.insert(move.kind)
            for act in since.keys { since[act]?.insert(move.kind) }
            since[move.act] = since[move.act] ?? []
        }
        return ways
    }

    /// The fewer times such a move was made in such a state and after such a move, the more.
    func novelty(in state: State, after last: MoveKind?) -> (MoveKind) -> Int {
        let name = state.kind
        return { kind in
            let place = counts[.made(kind, in: name)] ?? 0
            let pair = last.map { counts[.pair($0, kind)] ?? 0 } ?? 0
            return 1 + 6 / (1 + place) + 3 / (1 + pair)
        }
    }
}
