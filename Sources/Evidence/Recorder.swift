import Synchronization
package import Timing

/// Where everything that sees something reports it.
///
/// Numbers the observations and hands each to the sinks while it holds its lock, so that all sinks see
/// them in the order of their numbers. A sink must be quick and must not report anything itself.
package final class Recorder: Sendable {
    package typealias Sink = @Sendable (Observation) -> Void

    private let sinks: [Sink]
    private let next = Mutex(0)

    package init(sinks: [Sink]) {
        self.sinks = sinks
    }

    /// Safe from any thread.
    package func record(_ event: Event, session: SessionID, at time: MonotonicTime = .now()) {
        next.withLock { next in
            let observation = Observation(sequence: next, time: time, session: session, event: event)
            next += 1
            for sink in sinks { sink(observation) }
        }
    }
}
