package import Timing

/// One thing that was seen, at one time, in one session.
package struct Observation: Sendable, Hashable {
    /// The place in the trace, from 0.
    ///
    /// Observations of one thread are in the order they were made.
    package var sequence: Int
    /// When it happened, not when it was recorded.
    package var time: MonotonicTime
    package var session: SessionID
    package var event: Event

    package init(sequence: Int, time: MonotonicTime, session: SessionID, event: Event) {
        self.sequence = sequence
        self.time = time
        self.session = session
        self.event = event
    }
}

extension Collection<Observation> {
    /// In the order in which they happened; of what happened at one time, in the order in which it was recorded.
    ///
    /// Several threads record, and whoever comes first to the recorder need not have been first to see something.
    package var inOrder: [Observation] {
        sorted { first, second in
            first.time == second.time ? first.sequence < second.sequence : first.time < second.time
        }
    }
}
