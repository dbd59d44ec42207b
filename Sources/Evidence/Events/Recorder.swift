import Synchronization
package import Timing

/// Where everything that sees something reports it.
///
/// Numbers the observations and hands each to the sinks while it holds a lock, so that all sinks see
/// them in the order of their numbers. A sink must be quick and must not report anything itself.
///
/// Where there are several lanes this holds for each session and not across them: then sinks are called from several threads
/// at once, and whoever reports does not wait for those who report of other sessions.
///
/// With a redactor no sink gets a secret: what leaves for a file, a page or a screen comes from here.
package final class Recorder: Sendable {
    package typealias Sink = @Sendable (Observation) -> Void

    /// What an event shows beside itself, to be recorded right after it; nil for most.
    package typealias Observer = @Sendable (Event) -> Event?

    /// Gets an observation as it was made, for those who wait for it in the run, and as it is kept.
    package typealias Matcher = @Sendable (_ raw: Observation, _ kept: Observation) -> Void

    /// What knows the secrets of the run; nil where nothing of it is kept.
    package let redactor: Redactor?
    private let matcher: Matcher?
    /// All sinks, one after the other: going through an array would count references for each observation.
    private let sink: Sink
    private let observer: Observer?
    private let lanes: [Lane]
    private let next = Atomic(0)

    private final class Lane: Sendable {
        let turn = Mutex(())
    }

    /// `observer` is called on the thread that records, without a lock, so it may take its time.
    package init(
        sinks: [Sink], redactor: Redactor? = nil, lanes: Int = 1, observer: Observer? = nil, matcher: Matcher? = nil
    ) {
        self.redactor = redactor
        self.matcher = matcher
        var all = sinks.first ?? { _ in }
        for sink in sinks.dropFirst() { all = Self.both(all, sink) }
        sink = all
        self.lanes = (0..<lanes).map { _ in Lane() }
        self.observer = observer
    }

    private static func both(_ first: @escaping Sink, _ second: @escaping Sink) -> Sink {
        { observation in
            first(observation)
            second(observation)
        }
    }

    /// Safe from any thread.
    package func record(_ event: Event, session: SessionID, at time: MonotonicTime = .now()) {
        let more = observer?(event)
        let kept = redactor.map { $0.redacted(event) }
        let keptMore = redactor.flatMap { redactor in more.map { redactor.redacted($0) } }
        // The end of a session's name tells it from most others.
        let lane = lanes.count == 1 ? 0 : Int(session.name.utf8.last ?? 0) % lanes.count
        lanes[lane].turn.withLock { _ in
            give(event, kept, session: session, at: time)
            if let more { give(more, keptMore, session: session, at: time) }
        }
    }

    private func give(_ event: Event, _ kept: Event?, session: SessionID, at time: MonotonicTime) {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        let raw = Observation(sequence: number, time: time, session: session, event: event)
        let observation = kept.map { Observation(sequence: number, time: time, session: session, event: $0) } ?? raw
        matcher?(raw, observation)
        sink(observation)
    }
}
