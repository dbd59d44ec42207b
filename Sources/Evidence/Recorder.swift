import Synchronization
package import Timing

/// Where everything that sees something reports it.
///
/// Numbers the observations and hands each to the sinks while it holds its lock, so that all sinks see
/// them in the order of their numbers. A sink must be quick and must not report anything itself.
package final class Recorder: Sendable {
    package typealias Sink = @Sendable (Observation) -> Void

    /// What an event shows beside itself, to be recorded right after it; nil for most.
    package typealias Witness = @Sendable (Event) -> Event?

    private let sinks: [Sink]
    private let witness: Witness?
    private let next = Mutex(0)

    /// `witness` is called on the thread that records, without a lock, so it may take its time.
    package init(sinks: [Sink], witness: Witness? = nil) {
        self.sinks = sinks
        self.witness = witness
    }

    /// Safe from any thread.
    package func record(_ event: Event, session: SessionID, at time: MonotonicTime = .now()) {
        let more = witness?(event)
        next.withLock { next in
            give(event, &next, session: session, at: time)
            if let more { give(more, &next, session: session, at: time) }
        }
    }

    private func give(_ event: Event, _ next: inout Int, session: SessionID, at time: MonotonicTime) {
        let observation = Observation(sequence: next, time: time, session: session, event: event)
        next += 1
        for sink in sinks { sink(observation) }
    }
}
