internal import Synchronization
internal import Timing

/// What a run asks of service providers that are somebody else's, at the most.
package struct CareLimits: Sendable, Hashable {
    /// Requests a second, to all providers together; nil: as many as come.
    package var rate: Double?
    /// Requests of the whole run; nil: as many as it makes.
    package var budget: Int?
    /// How often a request is sent again that was answered with 429, or with 503 and when to come back.
    package var retries = 3
    /// The longest that is waited because a provider asks for it.
    package var maxPause = Duration.seconds(60)

    package init(rate: Double? = nil, budget: Int? = nil) {
        self.rate = rate
        self.budget = budget
    }
}

/// When requests may leave: not too many, not too soon, and not while a provider wants to be left alone.
final class Care: Sendable {
    private struct State {
        /// When the next request may leave.
        var next = MonotonicTime(nanoseconds: 0)
        var sent = 0
        /// By provider: until when it wants to be left alone.
        var pauses: [Int: MonotonicTime] = [:]
    }

    let limits: CareLimits
    private let state = Mutex(State())

    init(_ limits: CareLimits) {
        self.limits = limits
    }

    /// When a request may leave that is to leave now; nil when it may not leave any more.
    func admit(to provider: Int, at now: MonotonicTime) -> MonotonicTime? {
        state.withLock { state in
            guard limits.budget.map({ state.sent < $0 }) ?? true else { return nil }
            state.sent += 1
            var time = now
            if let rate = limits.rate {
                time = max(now, state.next)
                state.next = time + .nanoseconds(Int64(1e9 / rate))
            }
            // A provider that wants to be left alone keeps none of the others waiting.
            return max(time, state.pauses[provider] ?? now)
        }
    }

    /// A provider wants to be left alone for so long.
    func pause(_ provider: Int, for time: Duration, from now: MonotonicTime) {
        state.withLock { $0.pauses[provider] = max(now + time, $0.pauses[provider] ?? now) }
    }

    /// How long a provider wants to be left alone before the same request comes again; nil where its answer is one.
    ///
    /// - Parameter retryAfter: the field of that name; a date stands for the next time that it is tried.
    func pause(status: Int, retryAfter: String?, tries: Int) -> Duration? {
        guard tries < limits.retries, status == 429 || status == 503 && retryAfter != nil else { return nil }
        let asked = retryAfter.flatMap { ForeignInteger($0.filter { $0 != " " }) }.map { max(.zero, $0.seconds) }
        let pause = asked ?? .seconds(1) * (1 << tries)
        return pause <= limits.maxPause ? pause : nil
    }
}
