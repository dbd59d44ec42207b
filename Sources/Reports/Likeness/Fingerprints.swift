/// How known ports fail, to say which of them another port behaves like.
package struct Fingerprints: Sendable, Hashable {
    /// The cases that every one of the ports met; of any other case only failures are known.
    package var cases: Set<String>
    package var ports: [Fingerprint]

    package init(cases: Set<String> = [], ports: [Fingerprint] = []) {
        self.cases = cases
        self.ports = ports
    }

    /// So much of what two ports fail must be the same, in the same way, that one is said to behave like the other.
    private static let minShare = (fitting: 19, of: 20)
    /// One or two cases of a port that fails more look like many ports.
    package static let fewest = 3
    /// So many ports are named.
    private static let maxShown = 3

    /// The ports that another behaves like, the likest first; none where nothing fits.
    ///
    /// - Parameter failures: how the other port fails, by case.
    /// - Parameter judged: the cases that say something of it.
    package func likenesses(
        to failures: [String: String], judged: Set<String>, fewest: Int = Fingerprints.fewest
    ) -> [Likeness] {
        let found = ports.compactMap { likeness(of: $0, to: failures, judged: judged, fewest: fewest) }.filter {
            likeness in
            likeness.fitting * Self.minShare.of >= likeness.cases * Self.minShare.fitting
        }
        return Array(
            found.sorted { ($1.share, $1.fitting, $0.id) < ($0.share, $0.fitting, $1.id) }.prefix(Self.maxShown))
    }

    /// nil where nothing is the same, or too little was run to tell.
    package func likeness(
        of port: Fingerprint, to failures: [String: String], judged: Set<String>, fewest: Int = Fingerprints.fewest
    ) -> Likeness? {
        var (fitting, all) = (0, 0)
        for (testCase, how) in port.failures where judged.contains(testCase) {
            all += 1
            if failures[testCase] == how { fitting += 1 }
        }
        guard fitting >= min(fewest, port.failures.count), fitting > 0 else { return nil }
        var unknown = 0
        for testCase in failures.keys where port.failures[testCase] == nil {
            if cases.contains(testCase) { all += 1 } else { unknown += 1 }
        }
        // Where most of what the port fails was never asked of the known one, what fits says little.
        guard unknown <= fitting else { return nil }
        return Likeness(id: port.id, title: port.title, fitting: fitting, cases: all)
    }
}

/// How well what a port fails fits a port that is known.
package struct Likeness: Sendable, Hashable, Identifiable {
    package var id: String
    /// What the known port does wrong, in a sentence without a full stop.
    package var title: String
    package var fitting: Int
    /// Those that either fails.
    package var cases: Int

    var share: Double { Double(fitting) / Double(max(1, cases)) }
}
