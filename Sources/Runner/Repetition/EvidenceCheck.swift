/// How often round trips were seen to tell the truth, in sessions of one run.
package struct EvidenceCheck: Sendable, Hashable {
    /// The sessions that showed it.
    package var sessions = 0
    /// Those in which the round trips came back before the port had dealt with the reply.
    package var refuted = 0

    package mutating func take(_ isSound: Bool?) {
        guard let isSound else { return }
        sessions += 1
        if !isSound { refuted += 1 }
    }

    /// How often a single piece of such evidence is false, at the most; 1 where nothing was seen.
    ///
    /// At a higher rate, what was seen would come once in a hundred times only.
    package var falseRate: Double {
        Binomial.highestRate(refuted, of: sessions, doubt: 0.01)
    }
}
