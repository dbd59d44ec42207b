import Evidence

/// The share of a run that one machine makes, where several machines make it together.
///
/// All shares of a load run together are the run that one machine would make: the same arrivals at the same times, with
/// the same choices.
package struct MachineShare: Sendable, Hashable, CustomStringConvertible {
    /// From 0.
    package let index: Int
    package let count: Int

    package static let whole = MachineShare(uncheckedIndex: 0, count: 1)

    /// More machines than anybody has.
    package static let maxCount = 100_000

    /// nil where there is no such share.
    package init?(index: Int, count: Int) {
        guard (1...Self.maxCount).contains(count), (0..<count).contains(index) else { return nil }
        self.init(uncheckedIndex: index, count: count)
    }

    private init(uncheckedIndex index: Int, count: Int) {
        self.index = index
        self.count = count
    }

    package var isWhole: Bool { count == 1 }

    /// Of all shares of the same run, those that are not among these.
    package func missing(among present: Set<MachineShare>) -> [MachineShare] {
        (0..<count).compactMap { MachineShare(index: $0, count: count) }.filter { !present.contains($0) }
    }

    /// As it is typed, counted from 1: `2/5`.
    package var description: String { "\(index + 1)/\(count)" }

    /// Whether the arrival with this number, counted from 0, is one of the share's.
    ///
    /// As many arrivals in a row as there are shares are dealt out, one to each, in an order that the seed turns for
    /// every such row. So all shares are equally busy at every moment, and none always gets the same choices.
    func includes(arrival number: Int, seed: UInt64) -> Bool {
        guard count > 1 else { return true }
        let row = number / count
        var random = SeededRandom(seed: seed ^ 0x5ba3_e000_0000_0000 &+ UInt64(row) &* 0x9e37_79b9_7f4a_7c15)
        let turn = Int(random.next() % UInt64(count))
        return (number % count + turn) % count == index
    }

    /// Whether the user with this number, counted from 0, is one of the share's.
    func includes(user: Int) -> Bool { user % count == index }

    /// How many of `total` things are the share's, where nothing else says which.
    func portion(of total: Int) -> Int { total / count + (index < total % count ? 1 : 0) }
}
