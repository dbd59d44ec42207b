package import Measurement

/// What was measured in each block of time, for each number of service providers: what runs are compared by.
package struct TimeBlocks: Sendable, Hashable {
    /// Who made the iterations.
    package enum Side: String, Sendable, Hashable, CaseIterable {
        case implementation
        case baseline
        /// The second implementation of a run of two.
        case other
    }

    package struct Key: Sendable, Hashable {
        package var providers: Int
        package var phase: Phase
        package var side: Side

        package init(providers: Int, phase: Phase, side: Side) {
            self.providers = providers
            self.phase = phase
            self.side = side
        }
    }

    /// Enough for a bootstrap, and few enough for a file.
    static let maxCount = 64

    /// How many seconds a block has.
    package private(set) var length = 1
    /// In the order of time, from the end of the warm-up.
    package private(set) var blocks: [[Key: Tally]] = []

    package init() {}

    /// Blocks of a file.
    package init(length: Int, blocks: [[Key: Tally]]) {
        self.length = max(1, length)
        self.blocks = blocks
    }

    /// - Parameter second: since the end of the warm-up.
    package mutating func record(_ nanoseconds: Int64, _ key: Key, second: Int) {
        guard second >= 0 else { return }
        while second / length >= Self.maxCount { coarsen() }
        while blocks.count <= second / length { blocks.append([:]) }
        blocks[second / length][key, default: Tally()].record(nanoseconds)
    }

    private mutating func coarsen() {
        blocks = stride(from: 0, to: blocks.count, by: 2).map { index in
            guard index + 1 < blocks.count else { return blocks[index] }
            return blocks[index].merging(blocks[index + 1]) { one, other in
                var sum = one
                sum.add(other)
                return sum
            }
        }
        length *= 2
    }

    /// Adds what another machine measured in the same time.
    mutating func add(_ other: TimeBlocks) {
        var other = other
        while length < other.length { coarsen() }
        while other.length < length { other.coarsen() }
        for (index, block) in other.blocks.enumerated() {
            if index >= blocks.count { blocks.append([:]) }
            for (key, tally) in block { blocks[index][key, default: Tally()].add(tally) }
        }
    }

    /// Adds what was measured at another time.
    package mutating func append(_ other: TimeBlocks) {
        var other = other
        while length < other.length { coarsen() }
        while other.length < length { other.coarsen() }
        blocks += other.blocks
    }

    /// Everything there is.
    package var keys: Set<Key> { Set(blocks.flatMap(\.keys)) }

    /// What was measured of this in each block.
    package func tallies(of key: Key) -> [Tally] { blocks.map { $0[key] ?? Tally() } }
}
