import Evidence

/// Which replies had to be recorded before which.
struct RaceGraph {
    /// By the first reply's position; at most one edge for each pair.
    private let edges: [[RaceEdge]]

    init(_ race: ResponderRace, restingOn weakest: EvidenceClass) {
        let endpoints = race.endpoints
        var edges = Array(repeating: [RaceEdge](), count: endpoints.count)
        var isKnown = Array(repeating: Array(repeating: false, count: endpoints.count), count: endpoints.count)
        for (first, endpoint) in endpoints.enumerated() {
            guard let bound = endpoint.bound(restingOn: weakest) else { continue }
            for second in endpoints.indices where second != first && bound.time < endpoints[second].notBefore {
                isKnown[first][second] = true
                edges[first].append(RaceEdge(first: first, second: second, reason: .time(bound)))
            }
        }
        for binding in race.bindings {
            let first = binding.endpoint
            for second in endpoints.indices where second != first && !isKnown[first][second] {
                guard endpoints[second].lists(binding.mvpd) else { continue }
                isKnown[first][second] = true
                edges[first].append(RaceEdge(first: first, second: second, reason: .binding(binding)))
            }
        }
        self.edges = edges
    }

    var isAcyclic: Bool {
        var arrivals = Array(repeating: 0, count: edges.count)
        for edge in edges.joined() { arrivals[edge.second] += 1 }
        var free = arrivals.indices.filter { arrivals[$0] == 0 }
        var removed = 0
        while let node = free.popLast() {
            removed += 1
            for edge in edges[node] {
                arrivals[edge.second] -= 1
                if arrivals[edge.second] == 0 { free.append(edge.second) }
            }
        }
        return removed == edges.count
    }

    /// One of the cycles with the fewest edges; empty where there is none.
    func shortestCycle() -> [RaceEdge] {
        var shortest: [RaceEdge] = []
        for start in edges.indices {
            guard let cycle = shortestCycle(through: start), shortest.isEmpty || cycle.count < shortest.count else {
                continue
            }
            shortest = cycle
        }
        return shortest
    }

    private func shortestCycle(through start: Int) -> [RaceEdge]? {
        var cameBy = [RaceEdge?](repeating: nil, count: edges.count)
        var queue = [start]
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            for edge in edges[node] {
                if edge.second == start {
                    var cycle = [edge]
                    while let first = cycle.first, first.first != start, let edge = cameBy[first.first] {
                        cycle.insert(edge, at: 0)
                    }
                    return cycle
                }
                guard cameBy[edge.second] == nil else { continue }
                cameBy[edge.second] = edge
                queue.append(edge.second)
            }
        }
        return nil
    }
}
