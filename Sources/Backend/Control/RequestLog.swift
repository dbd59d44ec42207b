internal import Documents
package import Evidence
internal import ServiceProtocol
internal import Synchronization
internal import Timing

/// The latest requests and what became of them, for whoever looks while the backend runs.
///
/// Safe from any thread; ``take(_:)`` is a sink of the recorder.
package final class RequestLog: Sendable {
    /// One request.
    struct Entry: Sendable {
        enum Outcome: String, Sendable, CaseIterable {
            case open, held, answered, broken
        }

        var request: RequestEvent
        var receivedAt: MonotonicTime
        var outcome = Outcome.open
        var status: Int?
        var endedAt: MonotonicTime?
        var reason: String?
    }

    /// Which requests somebody wants to see.
    struct Filter: Sendable {
        /// Only those with greater numbers.
        var after: UInt64 = 0
        var provider: String?
        var purpose: Purpose?
        var outcome: Entry.Outcome?

        func takes(_ entry: Entry) -> Bool {
            entry.request.exchange > after && provider.map { $0 == entry.request.provider } ?? true
                && purpose.map { $0 == entry.request.purpose } ?? true && outcome.map { $0 == entry.outcome } ?? true
        }
    }

    /// Somebody who waits until there are so many.
    private struct Waiter: Sendable {
        var filter: Filter
        var count: Int
        var until: MonotonicTime
        /// The request to the control API, and whether its client has ended its half, and may be gone.
        var asker: UInt64
        var mayBeGone = false
        var reply: @Sendable ([Entry]) -> Void
    }

    private struct State: Sendable {
        /// What was observed lately.
        private(set) var observations: [Observation] = []
        var waiters: [Waiter] = []
        /// Requests among the observations.
        private var requests = 0
        /// What the contents of the requests hold, shared or not.
        private var bytes = 0
        /// What the observations before ``noted`` tell; in the order in which requests came, so that their numbers rise.
        private var entries: [Entry] = []
        private var noted = 0

        mutating func take(_ observation: Observation, maxRequests: Int, maxBytes: Int) {
            observations.append(observation)
            if case .request(let request) = observation.event { count(request) }
            if requests >= 2 * maxRequests || observations.count >= 8 * maxRequests {
                forget { requests, observations, _ in requests >= maxRequests || observations >= 4 * maxRequests }
            } else if bytes > maxBytes {
                forget { _, _, bytes in bytes >= maxBytes / 2 }
            }
        }

        private mutating func count(_ request: RequestEvent) {
            requests += 1
            bytes += request.content.size
        }

        /// Keeps only the latest, until `suffices` says so of the requests, observations and bytes kept.
        private mutating func forget(until suffices: (_ requests: Int, _ observations: Int, _ bytes: Int) -> Bool) {
            var first = observations.count
            (requests, bytes) = (0, 0)
            while first > 0, !suffices(requests, observations.count - first, bytes) {
                first -= 1
                if case .request(let request) = observations[first].event { count(request) }
            }
            observations.removeFirst(first)
            (entries, noted) = ([], 0)
        }

        /// The requests there are, and what became of them.
        ///
        /// They are put together when somebody looks: under load as a rule nobody does.
        mutating func found(_ filter: Filter) -> [Entry] {
            note()
            return entries[(entries.partitioningIndex { $0.request.exchange > filter.after })...].filter(filter.takes)
        }

        private mutating func note() {
            for index in noted..<observations.count { note(observations[index]) }
            noted = observations.count
        }

        private mutating func change(_ exchange: UInt64, _ body: (inout Entry) -> Void) {
            guard let last = entries.last?.request.exchange, last >= exchange else { return }
            // As a rule no number is left out, and so the place is known.
            var index = entries.count - 1 - Int(min(last - exchange, UInt64(entries.count - 1)))
            if entries[index].request.exchange != exchange {
                index = entries.partitioningIndex { $0.request.exchange >= exchange }
            }
            guard index < entries.count, entries[index].request.exchange == exchange else { return }
            body(&entries[index])
        }

        private mutating func note(_ observation: Observation) {
            switch observation.event {
            case .request(let request): entries.append(Entry(request: request, receivedAt: observation.time))
            case .replyHeld(let exchange): change(exchange) { $0.outcome = .held }
            case .replyReleased(let exchange, _): change(exchange) { $0.outcome = .open }
            case .replyLeft(let reply):
                change(reply.exchange) { entry in
                    (entry.outcome, entry.status, entry.endedAt) = (.answered, reply.status, observation.time)
                }
            case .replyBroken(let exchange, let reason):
                change(exchange) { entry in
                    (entry.outcome, entry.reason, entry.endedAt) = (.broken, reason, observation.time)
                }
            default: break
            }
        }
    }

    private let maxRequests: Int
    private let maxBytes: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maxRequests: so many requests at least are kept, with all that was observed since, unless that is more than four
    ///     times as much.
    ///   - maxBytes: where requests hold more, the older half of it is forgotten.
    package init(maxRequests: Int = 20_000, maxBytes: Int = 64 << 20) {
        self.maxRequests = maxRequests
        self.maxBytes = maxBytes
    }

    package func take(_ observation: Observation) {
        let due = state.withLock { state -> [(Waiter, [Entry])] in
            state.take(observation, maxRequests: maxRequests, maxBytes: maxBytes)
            guard !state.waiters.isEmpty else { return [] }
            return Self.due(&state)
        }
        for (waiter, entries) in due { waiter.reply(entries) }
    }

    private static func due(_ state: inout State) -> [(Waiter, [Entry])] {
        var due: [(Waiter, [Entry])] = []
        let now = MonotonicTime.now()
        let waiters = state.waiters.filter { $0.until > now }
        state.waiters = []
        for waiter in waiters {
            let found = state.found(waiter.filter)
            if found.count >= waiter.count {
                due.append((waiter, found))
            } else {
                state.waiters.append(waiter)
            }
        }
        return due
    }

    /// Each one is looked at whenever something is observed.
    static let maxWaiters = 64

    /// What there is now; when that is too little, `later` is called once there is enough, unless that takes too long, or
    /// too many wait already.
    ///
    /// - Parameter asker: the request to the control API.
    func find(
        _ filter: Filter, count: Int, until: MonotonicTime, for asker: UInt64 = 0,
        later: @escaping @Sendable ([Entry]) -> Void
    ) -> (found: [Entry], isEnough: Bool, mayWait: Bool) {
        state.withLock { state in
            let found = state.found(filter)
            guard found.count < count else { return (found, true, true) }
            let now = MonotonicTime.now()
            state.waiters.removeAll { $0.until <= now }
            if state.waiters.count == Self.maxWaiters, let place = state.waiters.firstIndex(where: \.mayBeGone) {
                state.waiters.remove(at: place)
            }
            guard state.waiters.count < Self.maxWaiters else { return (found, false, false) }
            if until > now {
                state.waiters.append(
                    Waiter(filter: filter, count: count, until: until, asker: asker, reply: later))
            }
            return (found, false, true)
        }
    }

    /// Lets others wait in the place of whoever asked that, and may be gone.
    func note(maybeGone asker: UInt64) {
        state.withLock { state in
            guard let place = state.waiters.firstIndex(where: { $0.asker == asker }) else { return }
            state.waiters[place].mayBeGone = true
        }
    }

    /// Everything observed from that number on.
    func observations(from sequence: Int) -> [Observation] {
        state.withLock { state in
            Array(state.observations[(state.observations.partitioningIndex { $0.sequence >= sequence })...])
        }
    }
}

extension RequestLog.Entry {
    var json: JSON {
        var members: JSONObject = [
            "exchange": .int(Int64(request.exchange)), "provider": .string(request.provider),
            "purpose": .string(request.purpose.rawValue), "method": .string(request.method),
            "path": .string(request.path), "outcome": .string(outcome.rawValue),
            "receivedAt": .int(Int64(receivedAt.nanoseconds)),
        ]
        if let status { members["status"] = .int(Int64(status)) }
        if let endedAt { members["endedAt"] = .int(Int64(endedAt.nanoseconds)) }
        if let reason { members["reason"] = .string(reason) }
        members["fields"] = .texts(request.fields)
        return .object(members)
    }
}

extension Array {
    /// The first position from which on the condition holds, in an array where it holds from some position on.
    fileprivate func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
