/// The choices that a scenario is made of: first those of its world, then those of each move.
///
/// Any numbers make a scenario, and lower ones a simpler one. A move that makes no sense where it stands is left out, so
/// that choices can be taken away and lowered without a thought to what they mean: that is all that a shrinker does.
package struct Choices: Sendable, Hashable {
    package var world: [Int]
    package var moves: [[Int]]

    /// How many choices a world and a move have.
    package static let ofWorld = 17
    package static let ofMove = 14

    package init(world: [Int], moves: [[Int]]) {
        self.world = world
        self.moves = moves
    }
}

/// Reads choices one after the other; where there are none left, the simplest is chosen.
struct ChoiceReader {
    private var rest: ArraySlice<Int>

    init(_ choices: [Int]) {
        rest = choices[...]
    }

    /// A number below `count`.
    mutating func next(_ count: Int) -> Int {
        guard let choice = rest.popFirst(), count > 0 else { return 0 }
        return Int(choice.magnitude) % count
    }

    mutating func next<Item>(of items: [Item]) -> Item? {
        items.isEmpty ? nil : items[next(items.count)]
    }

    /// Some of the items, all for 0.
    mutating func some<Item>(of items: [Item]) -> [Item] {
        let bits = next(1 << items.count)
        return bits == 0 ? items : items.indices.filter { bits >> $0 & 1 == 1 }.map { items[$0] }
    }

    /// The items in one of their orders, as they are for 0.
    mutating func order<Item>(of items: [Item]) -> [Item] {
        var number = next(5_040)
        var left = items
        var ordered: [Item] = []
        while !left.isEmpty {
            ordered.append(left.remove(at: number % left.count))
            number /= left.count + 1
        }
        return ordered
    }
}
