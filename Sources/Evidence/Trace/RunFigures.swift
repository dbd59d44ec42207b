internal import Timing

/// What a run cost.
package struct RunFigures: Sendable, Hashable {
    package var duration: Duration
    /// Until the first verdict; nil where there was none, or nobody knows.
    package var firstVerdict: Duration?
    package var sessions: Int
    package var calls: Int
    package var callbacks: Int
    package var requests: Int
    /// How long cases were kept waiting to prove that nothing happens, added up.
    package var quiet: Duration

    package init(
        duration: Duration = .zero, firstVerdict: Duration? = nil, sessions: Int = 0, calls: Int = 0,
        callbacks: Int = 0, requests: Int = 0, quiet: Duration = .zero
    ) {
        self.duration = duration
        self.firstVerdict = firstVerdict
        self.sessions = sessions
        self.calls = calls
        self.callbacks = callbacks
        self.requests = requests
        self.quiet = quiet
    }

    /// Those of another run, made after this one.
    package mutating func add(_ other: RunFigures) {
        duration += other.duration
        firstVerdict = firstVerdict ?? other.firstVerdict
        sessions += other.sessions
        calls += other.calls
        callbacks += other.callbacks
        requests += other.requests
        quiet += other.quiet
    }

    /// What a trace tells of the costs of its run.
    package init(of trace: Trace) {
        self.init()
        guard let first = trace.observations.first, let last = trace.observations.last else { return }
        duration = last.time - first.time
        for observation in trace.observations {
            switch observation.event {
            case .sessionOpened: sessions += 1
            case .call: calls += 1
            case .callback: callbacks += 1
            case .request where observation.session != .none: requests += 1
            case .quiet(let duration): quiet += duration
            default: break
            }
        }
    }
}
