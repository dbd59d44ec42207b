import AccessEnablerAPI
import Driver
import Evidence
import Runner
import Synchronization
import Timing

/// One instance of the implementation with values of its own, and what is seen of it in the iteration under way.
///
/// Safe from any thread. One iteration at a time uses it, and an iteration waits for one thing at a time.
final class Instance: Sendable {
    private struct State: Sendable {
        var observations: [Observation] = []
        var exchanges: [FeedExchange] = []
        /// How many of both the last iteration had: mostly the next one has as many.
        var usual = (observations: 0, exchanges: 0)
        var end: String?
        var wait = ObservationWait()
        var iterations = 0
        /// When the iteration under way began.
        var began = MonotonicTime(nanoseconds: 0)
        /// When the last thing happened that is known of it.
        var latest = MonotonicTime(nanoseconds: 0)
        /// How many calls were made of it, and how many of them in earlier iterations.
        var calls = 0
        var callsBefore = 0
        var driven: (any DrivenSession)?
        /// By step: the calls that are the same in every iteration.
        var messages: [Int: Message] = [:]
    }

    let number: Int
    let template: Int
    /// Whose it is, where there are users: each has an application of its own.
    let user: Int?
    let session: SessionID
    /// Its gates, where it has some of its own.
    let place: ProviderPlace?
    let canaries: Canaries
    private let state = Mutex(State())

    init(number: Int, template: Int, user: Int? = nil, place: ProviderPlace? = nil, canaries: Canaries) {
        self.number = number
        self.template = template
        self.user = user
        self.place = place
        self.canaries = canaries
        session = LoadUsers.session(number)
    }

    var driven: (any DrivenSession)? {
        get { state.withLock { $0.driven } }
        set { state.withLock { $0.driven = newValue } }
    }

    /// The call of a step, where it is the same in every iteration and has been made before.
    func message(of step: Int) -> Message? { state.withLock { $0.messages[step] } }

    func keep(_ message: Message, of step: Int) { state.withLock { $0.messages[step] = message } }

    /// How many iterations it has served, the one under way among them.
    var iterations: Int { state.withLock { $0.iterations } }

    /// Begins an iteration: what was seen before belongs to another.
    func begin() {
        state.withLock { state in
            state.observations.removeAll(keepingCapacity: true)
            state.exchanges.removeAll(keepingCapacity: true)
            state.observations.reserveCapacity(state.usual.observations)
            state.exchanges.reserveCapacity(state.usual.exchanges)
            state.iterations += 1
            state.began = .now()
            state.latest = state.began
            state.callsBefore = state.calls
        }
    }

    /// Lets go of what was seen of an iteration that is settled: thousands of users wait for their next one.
    func forget() {
        state.withLock { state in
            state.usual = (state.observations.count, state.exchanges.count)
            state.observations = []
            state.exchanges = []
        }
    }

    /// The number of the next call: the calls of a session are counted through all its iterations.
    func numberOfNextCall() -> Int {
        state.withLock { state in
            defer { state.calls += 1 }
            return state.calls
        }
    }

    /// How many calls were made of it before the iteration under way.
    var callsBefore: Int { state.withLock { $0.callsBefore } }

    // MARK: - What is seen

    func take(_ observation: Observation) {
        let met = state.withLock { state in
            // Two processes count; here each has its place in what was seen of the iteration.
            let place = state.observations.count
            state.observations.append(observation)
            state.observations[place].sequence = place
            state.latest = max(state.latest, observation.time)
            if case .portEnded(let reason) = observation.event { state.end = reason }
            return state.wait.end(with: state.observations[place], isLast: state.end != nil)
        }
        met?.resume(returning: true)
    }

    func take(_ exchange: FeedExchange) {
        state.withLock { state in
            state.exchanges.append(exchange)
            state.latest = max(state.latest, exchange.left)
        }
    }

    var endOfPort: String? { state.withLock { $0.end } }

    /// Whether every request the backend has told of has also been told the end of.
    ///
    /// A provider may be asked again where its first reply broke, so requests alone are no measure.
    ///
    /// - Parameter expected: how many providers must have been asked for a configuration, where that is known.
    func isSettled(expecting expected: Int?) -> Bool {
        state.withLock { state in
            var asked: UInt64 = 0
            var answered = 0
            for exchange in state.exchanges {
                asked |= 1 << UInt64(exchange.provider)
                answered += exchange.isBroken ? 0 : 1
            }
            if let expected, asked.nonzeroBitCount < expected { return false }
            var open: Set<UInt64> = []
            var processed = 0
            for observation in state.observations {
                switch observation.event {
                case .configurationProcessed: processed += 1
                case .request(let request): open.insert(request.exchange)
                case .replyLeft(let reply): open.remove(reply.exchange)
                case .replyBroken(let exchange, _): open.remove(exchange)
                default: break
                }
            }
            return open.isEmpty && answered >= processed
        }
    }

    /// When the last thing happened that is known of the iteration.
    var latestTime: MonotonicTime { state.withLock { $0.latest } }

    /// What was seen in the iteration so far.
    var seen: (observations: [Observation], exchanges: [FeedExchange]) {
        state.withLock { ($0.observations, $0.exchanges) }
    }

    /// What happened in the iteration up to that time.
    ///
    /// What a service provider was asked is told later than what the port says, and in another order: of what comes
    /// after the time up to which it has told everything, causes may be missing. What happened before the iteration
    /// began is of another, which was not waited for.
    func seen(upTo time: MonotonicTime) -> (observations: [Observation], exchanges: [FeedExchange]) {
        state.withLock { state in
            let iteration = state.began...max(state.began, time)
            return (
                state.observations.filter { iteration.contains($0.time) },
                state.exchanges.filter { $0.received >= state.began && iteration.contains($0.left) }
            )
        }
    }

    // MARK: - Waiting

    /// Returns once an observation meets the condition or the port has ended (true), or the deadline has passed
    /// (false).
    func wait(until deadline: MonotonicTime, for isMet: @escaping @Sendable (Observation) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let isMetAlready = state.withLock { state in
                if state.end != nil || state.observations.contains(where: isMet) { return true }
                state.wait.begin(until: deadline, for: isMet, continuation)
                return false
            }
            if isMetAlready { continuation.resume(returning: true) }
        }
    }

    /// Ends a wait whose deadline has passed.
    func expire(at now: MonotonicTime) {
        state.withLock { $0.wait.end(at: now) }?.resume(returning: false)
    }
}
