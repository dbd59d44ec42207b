import Evidence
import ServiceProtocol

/// One fan-out as a picture: when each service provider was asked, and when its reply was received and processed, since
/// the call.
package struct Waterfall: Sendable, Hashable {
    package struct Branch: Sendable, Hashable {
        package var provider: Int
        package var status: Int
        package var isBroken: Bool
        package var asked: Duration
        package var received: Duration
        package var answered: Duration
        package var left: Duration
        package var processed: Duration?

        package init(
            provider: Int, status: Int, isBroken: Bool, asked: Duration, received: Duration, answered: Duration,
            left: Duration, processed: Duration?
        ) {
            self.provider = provider
            self.status = status
            self.isBroken = isBroken
            self.asked = asked
            self.received = received
            self.answered = answered
            self.left = left
            self.processed = processed
        }

        /// `sp1` and so on.
        package var name: String { ProviderName.text(at: provider) }
    }

    package var session: String
    package var completed: Duration
    /// From when the iteration was due to the call.
    package var startDelay: Duration
    package var branches: [Branch]

    package init(session: String, completed: Duration, startDelay: Duration, branches: [Branch]) {
        self.session = session
        self.completed = completed
        self.startDelay = startDelay
        self.branches = branches
    }

    /// From when the iteration was due to the end: what the user has waited.
    package var response: Duration { startDelay + completed }

    /// The same, with times since the iteration was due.
    package var sinceDue: Waterfall {
        var shifted = self
        shifted.completed += startDelay
        for index in branches.indices {
            shifted.branches[index].asked += startDelay
            shifted.branches[index].received += startDelay
            shifted.branches[index].answered += startDelay
            shifted.branches[index].left += startDelay
            shifted.branches[index].processed = branches[index].processed.map { $0 + startDelay }
        }
        return shifted
    }
}

/// Some fan-outs of a run, each as likely to be kept as any other, and the slowest.
package struct Waterfalls: Sendable {
    private static let maxKept = 200

    package private(set) var kept: [Waterfall] = []
    package private(set) var slowest: Waterfall?
    /// How many were offered.
    package private(set) var seen = 0
    private var random = SeededRandom(seed: 1)

    package init() {}

    /// What was kept elsewhere.
    package init(kept: [Waterfall], slowest: Waterfall?, seen: Int) {
        self.kept = kept
        self.slowest = slowest
        self.seen = seen
    }

    /// - Parameters:
    ///   - response: from when the iteration was due to the end.
    ///   - make: called only for one that is kept.
    package mutating func offer(response: Duration, _ make: () -> Waterfall?) {
        seen += 1
        if slowest.map({ $0.response < response }) ?? true { slowest = make() ?? slowest }
        if kept.count < Self.maxKept {
            if let waterfall = make() { kept.append(waterfall) }
        } else if Int.random(in: 0..<seen, using: &random) < Self.maxKept, let waterfall = make() {
            kept[Int.random(in: 0..<Self.maxKept, using: &random)] = waterfall
        }
    }

    /// Adds what another machine has kept: of each as many as its share of the fan-outs seen, and the slowest of both.
    mutating func add(_ other: Waterfalls) {
        let all = seen + other.seen
        guard all > 0 else { return }
        if let candidate = other.slowest, slowest.map({ $0.response < candidate.response }) ?? true {
            slowest = candidate
        }
        if kept.count + other.kept.count > Self.maxKept {
            let others = min(other.kept.count, Int((Double(Self.maxKept) * Double(other.seen) / Double(all)).rounded()))
            // They are in the order in which they came, as long as all were kept.
            kept =
                Array(kept.shuffled(using: &random).prefix(Self.maxKept - others))
                + other.kept.shuffled(using: &random).prefix(others)
        } else {
            kept += other.kept
        }
        seen = all
    }

    /// The kept one whose response time is nearest to this.
    package func nearest(to response: Duration) -> Waterfall? {
        kept.min { abs($0.response, response) < abs($1.response, response) }
    }

    private func abs(_ left: Duration, _ right: Duration) -> Duration { left < right ? right - left : left - right }
}
