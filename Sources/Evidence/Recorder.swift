import Synchronization
package import Timing

/// Where everything that sees something reports it.
///
/// Numbers the observations and hands each to the sinks while it holds a lock, so that all sinks see
/// them in the order of their numbers. A sink must be quick and must not report anything itself.
///
/// Where there are several lanes this holds for each session and not across them: then sinks are called from several threads
/// at once, and whoever reports does not wait for those who report of other sessions.
package final class Recorder: Sendable {
    package typealias Sink = @Sendable (Observation) -> Void

    /// What an event shows beside itself, to be recorded right after it; nil for most.
    package typealias Witness = @Sendable (Event) -> Event?

    /// All sinks, one after the other: going through an array would count references for each observation.
    private let sink: Sink
    private let witness: Witness?
    private let lanes: [Lane]
    private let next = Atomic(0)

    private final class Lane: Sendable {
        let turn = Mutex(())
    }

    /// `witness` is called on the thread that records, without a lock, so it may take its time.
    package init(sinks: [Sink], lanes: Int = 1, witness: Witness? = nil) {
        var all = sinks.first ?? { _ in }
        for sink in sinks.dropFirst() { all = Self.both(all, sink) }
        sink = all
        self.lanes = (0..<lanes).map { _ in Lane() }
        self.witness = witness
    }

    private static func both(_ first: @escaping Sink, _ second: @escaping Sink) -> Sink {
        { observation in
            first(observation)
            second(observation)
        }
    }

    /// Safe from any thread.
    package func record(_ event: Event, session: SessionID, at time: MonotonicTime = .now()) {
        let more = witness?(event)
        // The end of a session's name tells it from most others.
        let lane = lanes.count == 1 ? 0 : Int(session.name.utf8.last ?? 0) % lanes.count
        lanes[lane].turn.withLock { _ in
            give(event, session: session, at: time)
            if let more { give(more, session: session, at: time) }
        }
    }

    private func give(_ event: Event, session: SessionID, at time: MonotonicTime) {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        sink(Observation(sequence: number, time: time, session: session, event: event))
    }
}
