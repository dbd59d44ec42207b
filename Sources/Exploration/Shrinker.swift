internal import Evidence

/// Makes choices smaller as long as what they make still fails.
///
/// By passes, from what takes away most to what takes away least, again and again until none helps or the budget is spent.
package struct Shrinker: Sendable {
    /// How many candidates are tried at most.
    package var budget = 400
    /// How many candidates are tried at once; the first that fails counts, as if they were tried one after the other.
    package var width = 32

    /// - Parameters:
    ///   - normal: leaves out what makes no difference.
    ///   - isOver: asked before candidates are tried; the smallest known is taken where it is over.
    ///   - fail: says of each candidate whether it fails in the same way.
    package func smallest(
        _ choices: Choices, normal: (Choices) -> Choices = { $0 }, isOver: () -> Bool = { false },
        fail: ([Choices]) async -> [Bool]
    ) async -> Choices {
        var best = normal(choices)
        var tried: Set<Choices> = [best]
        var left = budget
        var isShrinking = true
        while isShrinking, left > 0, !isOver() {
            isShrinking = false
            for pass in Self.passes {
                while left > 0 {
                    let candidates = pass(best).map(normal).filter { tried.insert($0).inserted }
                    guard let smaller = await first(candidates, &left, isOver, fail) else { break }
                    best = smaller
                    isShrinking = true
                }
            }
        }
        return best
    }

    private func first(
        _ candidates: [Choices], _ left: inout Int, _ isOver: () -> Bool, _ fail: ([Choices]) async -> [Bool]
    ) async -> Choices? {
        var rest = candidates[...]
        while !rest.isEmpty, left > 0, !isOver() {
            let some = Array(rest.prefix(min(width, left)))
            rest = rest.dropFirst(some.count)
            left -= some.count
            let failing = zip(some, await fail(some)).first { $0.1 }
            if let failing { return failing.0 }
        }
        return nil
    }

    // MARK: - Passes

    private static let passes: [@Sendable (Choices) -> [Choices]] = [
        withoutEnd, withoutMoves, plainWorld, simplerWorld, plainMoves, simplerMoves,
    ]

    /// The beginnings, the shortest first.
    private static func withoutEnd(_ choices: Choices) -> [Choices] {
        (1..<max(1, choices.moves.count)).map { count in
            Choices(world: choices.world, moves: Array(choices.moves.prefix(count)))
        }
    }

    /// Without some moves that follow each other, many first.
    private static func withoutMoves(_ choices: Choices) -> [Choices] {
        let count = choices.moves.count
        var candidates: [Choices] = []
        var size = count / 2
        while size > 0 {
            for start in stride(from: 0, through: count - size, by: max(1, size / 2)) {
                var smaller = choices
                smaller.moves.removeSubrange(start..<start + size)
                candidates.append(smaller)
            }
            size /= 2
        }
        return candidates
    }

    private static func plainWorld(_ choices: Choices) -> [Choices] {
        [Choices(world: choices.world.map { _ in 0 }, moves: choices.moves)]
    }

    private static func simplerWorld(_ choices: Choices) -> [Choices] {
        choices.world.indices.flatMap { index in
            lower(choices.world[index]).map { value in
                var smaller = choices
                smaller.world[index] = value
                return smaller
            }
        }
    }

    /// Moves of their kind without anything special.
    private static func plainMoves(_ choices: Choices) -> [Choices] {
        choices.moves.indices.map { index in
            var smaller = choices
            smaller.moves[index] = choices.moves[index].enumerated().map { $0 == 0 ? $1 : 0 }
            return smaller
        }
    }

    private static func simplerMoves(_ choices: Choices) -> [Choices] {
        choices.moves.indices.flatMap { move in
            choices.moves[move].indices.flatMap { index in
                lower(choices.moves[move][index]).map { value in
                    var smaller = choices
                    smaller.moves[move][index] = value
                    return smaller
                }
            }
        }
    }

    private static func lower(_ value: Int) -> [Int] {
        [0, 1, 2, 3, value / 2, value - 1].filter { $0 >= 0 && $0 < value }.uniqued()
    }
}
