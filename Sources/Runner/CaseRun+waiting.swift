import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Synchronization
import Timing

/// Waiting for what must come: until it has come, or the port has nothing left to do that could bring it.
extension CaseRun {
    /// How long something is waited for before it is looked whether the port is still at it.
    var deadline: Duration { runner.configuration.deadline * (look > 0 ? 2 : 1) }

    func limit(_ due: Step.Due) -> Duration {
        switch due {
        case .atOnce: deadline
        case .undocumented: runner.configuration.longWaits[testCase.id] ?? runner.configuration.longestWait
        }
    }

    /// Waits for an event that no earlier step has waited for.
    func await(_ pattern: Pattern, due: Step.Due) async throws(StepFailure) {
        let bindings = canaries.bindings
        let matches = runner.judging.matches
        let consumed = self.consumed.union(RepeatedPickers(in: log.observations).passed)
        let answers = pattern.answer.map { Answer(to: latestCall, selector: $0) }
        let found = Mutex<Int?>(nil)
        try await wait(limit(due), from: 0, answers: answers) { observation in
            guard pattern.subject.couldBe(observation.event), !consumed.contains(observation.sequence),
                matches(pattern, observation, bindings)
            else { return false }
            found.withLock { $0 = observation.sequence }
            return true
        } otherwise: {
            StepFailure(.timedOut, "what the step waits for did not come")
        }
        if let sequence = found.withLock({ $0 }) { self.consumed.insert(sequence) }
    }

    /// The sequence number of the latest call.
    private var latestCall: Int {
        log.observations.last { if case .call = $0.event { true } else { false } }?.sequence ?? .max
    }

    /// The callback that answers a call: another of the kind instead of the one awaited makes it hopeless.
    struct Answer: Sendable {
        let to: Int
        let selector: Selector

        init(to call: Int, selector: Selector) {
            to = call
            self.selector = selector
        }

        func isGiven(by observation: Observation) -> Bool {
            guard observation.sequence > to, case .callback(let callback) = observation.event else { return false }
            return callback.message.selector == selector
        }
    }

    /// Waits for an observation from the position `start` on; the port's end ends the wait at once.
    ///
    /// Where the deadline has passed, the port gets all the time that it still has something to do. Where the answer has
    /// come and is another, it gets as long as it ever paused.
    func wait(
        _ limit: Duration, from start: Int, answers: Answer? = nil,
        for condition: @escaping @Sendable (Observation) -> Bool,
        otherwise failure: () -> StepFailure
    ) async throws(StepFailure) {
        let end = Mutex<String?>(nil)
        let other = Mutex(false)
        let began = runner.clock.time()
        let last = began + max(limit, runner.configuration.longestWait)
        var deadline = began + limit
        var lost = driven?.lostTime ?? .zero
        while true {
            let met = await log.wait(from: start, until: deadline) { observation in
                if condition(observation) { return true }
                if case .portEnded(let reason) = observation.event {
                    end.withLock { $0 = reason }
                    return true
                }
                guard let answers, answers.isGiven(by: observation) else { return false }
                return other.withLock { other in
                    defer { other = true }
                    return !other
                }
            }
            if let reason = end.withLock({ $0 }) { throw StepFailure(.portGone, reason) }
            let isHopeless = other.withLock { $0 }
            if met, !isHopeless || log.observations[start...].contains(where: condition) { return }
            if Task.isCancelled { throw StepFailure(.stopped, "the run was stopped") }
            // While the port's process was unresponsive no time has passed for the case.
            let lostNow = driven?.lostTime ?? .zero
            if !isHopeless, lostNow > lost {
                deadline = runner.clock.time() + (lostNow - lost)
                lost = lostNow
                continue
            }
            if try await isIdle(for: isHopeless && look == 0 ? quietTime : Idleness.leastTime) {
                guard !log.observations[start...].contains(where: condition) else { continue }
                if isHopeless { throw StepFailure(.ruledOut, "something else came instead") }
                throw failure()
            }
            let now = runner.clock.time()
            guard now < last else { throw failure() }
            deadline = now + .milliseconds(isHopeless ? 20 : 200)
        }
    }

    /// Whether the port has nothing left to do, and nothing was seen of it for so long.
    ///
    /// Whoever reads the trace can tell from it that the port had nothing left to do, and did not only take long.
    private func isIdle(for time: Duration) async throws(StepFailure) -> Bool {
        let idleness = Idleness(log.observations)
        guard idleness.pending == nil, let sign = idleness.lastSign, MonotonicTime.now() - sign >= time else {
            return false
        }
        if case .portGone(let reason) = await barrier() { throw StepFailure(.portGone, reason) }
        try await assertAlive()
        let probes: Set<Probe> = runner.header.features.contains(.executorBarrier) ? [.barrier, .ping] : [.ping]
        return Idleness(log.observations).isProved(for: time, by: probes)
    }

    /// A port that says nothing is either keeping silent or not there any more; only the first is judged.
    func assertAlive() async throws(StepFailure) {
        switch await ping() {
        case .answered, .unsupported: return
        case .silent: throw StepFailure(.portSilent, "the port does not answer pings")
        case .portGone(let reason): throw StepFailure(.portGone, reason)
        }
    }
}

extension Pattern {
    /// The callback that is awaited, where it is one that ends what a call began.
    fileprivate var answer: Selector? {
        guard case .callback(let selector) = subject else { return nil }
        let answers: Set<Selector> = [
            .setRequestorComplete, .setAuthenticationStatus, .preauthorizedResources, .selectedProvider,
            .setMetadataStatus,
        ]
        return answers.contains(selector) ? selector : nil
    }
}

extension Pattern.Subject {
    /// Whether an event is of the kind at all; looked at before anything that costs more.
    func couldBe(_ event: Event) -> Bool {
        switch (self, event) {
        case (.call, .call), (.request, .request), (.safari, .safariPresented), (.customURL, .browser),
            (.platform, .platform):
            true
        case (.callback(let selector), .callback(let callback)): callback.message.selector == selector
        case (.anyCallback, .callback), (.anyUICallback, .callback): true
        case (.loginOffered, .callback), (.loginOffered, .safariPresented): true
        default: false
        }
    }
}
