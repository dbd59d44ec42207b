import Load

/// Deals the cases of a run out to machines, so that all are busy for about as long.
enum CaseShares {
    /// The places in `cases` of those of one share, in order; every machine comes to the same.
    ///
    /// The longest case comes first, and goes to the share that has least to do. A case of which nobody knows how long it
    /// takes counts as the one in the middle.
    ///
    /// - Parameter durations: how long cases took, by id, in any unit.
    static func places(of share: MachineShare, in cases: [String], durations: [String: Double]) -> [Int] {
        let known = cases.compactMap { durations[$0] }.sorted()
        let usual = known.isEmpty ? 1 : known[known.count / 2]
        let costs = cases.map { durations[$0] ?? usual }
        let order = cases.indices.sorted { (costs[$1], $0) < (costs[$0], $1) }
        var loads = Array(repeating: (cost: 0.0, count: 0), count: share.count)
        var places: [Int] = []
        for place in order {
            let index =
                loads.indices.min { (loads[$0].cost, loads[$0].count, $0) < (loads[$1].cost, loads[$1].count, $1) } ?? 0
            loads[index].cost += costs[place]
            loads[index].count += 1
            if index == share.index { places.append(place) }
        }
        return places.sorted()
    }
}
