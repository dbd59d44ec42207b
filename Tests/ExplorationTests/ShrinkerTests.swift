import Testing

@testable import Exploration

@Suite struct ShrinkerTests {
    @Test func aFailureThatNeedsTwoMovesShrinksToThese() async {
        let choices = Choices(world: [9, 8, 7], moves: (0..<20).map { [$0, 900 + $0] })
        let small = await Shrinker(budget: 100_000).smallest(choices) { candidates in
            candidates.map { candidate in
                guard let first = candidate.moves.firstIndex(where: { $0[0] == 4 }) else { return false }
                return candidate.moves[first...].contains { $0[0] == 15 && $0[1] >= 700 }
            }
        }
        #expect(small == Choices(world: [0, 0, 0], moves: [[4, 0], [15, 700]]))
    }

    @Test func theBudgetIsKept() async {
        let choices = Choices(world: [5], moves: (0..<50).map { [$0, $0] })
        let counter = Counter()
        _ = await Shrinker(budget: 30, width: 7).smallest(choices) { candidates in
            counter.count += candidates.count
            return candidates.map { _ in false }
        }
        #expect(counter.count == 30)
    }

    @Test func whatNeverFailsAgainStaysAsItIs() async {
        let choices = Choices(world: [3], moves: [[1, 2], [3, 4]])
        #expect(await Shrinker().smallest(choices) { $0.map { _ in false } } == choices)
    }

    @Test func whatIsSmallestWhenItIsOverStays() async {
        let choices = Choices(world: [0], moves: (0..<40).map { [$0] })
        let counter = Counter()
        let small = await Shrinker(budget: 100_000, width: 4).smallest(choices, isOver: { counter.count >= 8 }) {
            counter.count += $0.count
            return $0.map { $0.moves.count == 7 }
        }
        #expect(counter.count == 8)
        #expect(small.moves.count == 7)
    }

    private final class Counter {
        var count = 0
    }
}
