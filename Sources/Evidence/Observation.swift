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
