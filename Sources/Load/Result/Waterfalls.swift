import Timing

/// One fan-out as a picture: when each service provider was asked, answered and taken in, since the call.
package struct Waterfall: Sendable, Hashable {
    package struct Branch: Sendable, Hashable {
        package var provider: Int
        package var status: Int
        package var isBroken: Bool
        package var asked: Duration
        package var received: Duration
        package var answered: Duration
        package var left: Duration
        package var taken: Duration?
    }

    package var session: String
    package var completed: Duration
    /// From when the visit was due to the call.
    package var lag: Duration
    package var branches: [Branch]

    init(session: String, completed: Duration, lag: Duration, branches: [Branch]) {
        self.session = session
        self.completed = completed
        self.lag = lag
        self.branches = branches
    }

    init?(_ fanOut: FanOut, session: String, lag: Duration) {
        guard let completed = fanOut.service else { return nil }
        self.session = session
        self.lag = lag
        self.completed = completed
        branches = fanOut.branches.enumerated().compactMap { index, branch in
            guard let branch else { return nil }
            return Branch(
                provider: index, status: branch.exchange.status, isBroken: branch.exchange.isBroken,
                asked: branch.exchange.asked - fanOut.called, received: branch.exchange.received - fanOut.called,
                answered: branch.exchange.answered - fanOut.called, left: branch.exchange.left - fanOut.called,
                taken: branch.taken.map { $0 - fanOut.called })
        }
    }
}

/// Some fan-outs of a run, each as likely to be kept as any other, and the slowest.
package struct Waterfalls: Sendable {
    private static let most = 200

    private(set) var kept: [Waterfall] = []
    package private(set) var slowest: Waterfall?
    /// How many were offered.
    private(set) var seen = 0
    private var random = SeededRandom(seed: 1)

    init() {}

    /// What was kept elsewhere.
    init(kept: [Waterfall], slowest: Waterfall?, seen: Int) {
        self.kept = kept
        self.slowest = slowest
        self.seen = seen
    }

    /// - Parameter make: called only for one that is kept.
    mutating func offer(completed: Duration, _ make: () -> Waterfall?) {
        seen += 1
        if slowest.map({ $0.completed < completed }) ?? true { slowest = make() ?? slowest }
        if kept.count < Self.most {
            if let waterfall = make() { kept.append(waterfall) }
        } else if Int.random(in: 0..<seen, using: &random) < Self.most, let waterfall = make() {
            kept[Int.random(in: 0..<Self.most, using: &random)] = waterfall
        }
    }

    /// Adds what another machine has kept: of each as many as its share of the fan-outs seen, and the slowest of both.
    mutating func add(_ other: Waterfalls) {
        let all = seen + other.seen
        guard all > 0 else { return }
        if let candidate = other.slowest, slowest.map({ $0.completed < candidate.completed }) ?? true {
            slowest = candidate
        }
        if kept.count + other.kept.count > Self.most {
            let others = min(other.kept.count, Int((Double(Self.most) * Double(other.seen) / Double(all)).rounded()))
            kept = Array(kept.prefix(Self.most - others)) + other.kept.prefix(others)
        } else {
            kept += other.kept
        }
        seen = all
    }

    /// The kept one whose completion is nearest to this.
    package func nearest(to completed: Duration) -> Waterfall? {
        kept.min { abs($0.completed, completed) < abs($1.completed, completed) }
    }

    private func abs(_ left: Duration, _ right: Duration) -> Duration { left < right ? right - left : left - right }
}
