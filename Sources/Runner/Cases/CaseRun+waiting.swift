import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Synchronization
import Timing

/// Waiting for what must come: until it has come, or the port has nothing left to do that could bring it.
extension CaseRun {
    /// How long something is waited for before it is looked whether the port is still at it.
    ///
    /// A barrier tells that nothing is left to do; of a port without one only time does.
    var deadline: Duration {
        isPatient ? runner.configuration.maxWait : runner.configuration.deadline * (look > 0 ? 2 : 1)
    }

    func limit(_ due: Step.Due) -> Duration {
        switch due {
        case .atOnce: deadline
        case .undocumented: runner.configuration.longWaits[testCase.id] ?? runner.configuration.maxWait
        }
    }

    func wait(
        for pattern: Pattern, due: Step.Due, until isMet: @escaping @Sendable (Observation) -> Bool
    ) async throws(StepFailure) {
        let endings = Ending.all(for: pattern, in: observations)
        try await wait(limit(due), from: 0, endings: endings, for: isMet) {
            StepFailure(.timedOut, "what the step waits for did not come")
        }
    }

    /// Waits for an observation from the position `start` on; the port's end ends the wait at once.
    ///
    /// Where the deadline has passed, the port gets all the time that it still has something to do. Where the answer has
    /// come and is another, or the flow has ended, it gets as long as it ever paused.
    func wait(
        _ limit: Duration, from start: Int, endings: [Ending] = [],
        for condition: @escaping @Sendable (Observation) -> Bool,
        otherwise failure: () -> StepFailure
    ) async throws(StepFailure) {
        let end = Mutex<String?>(nil)
        let other = Mutex(false)
        let isAnswered = Mutex(false)
        let began = runner.clock.time()
        let last = began + max(limit, runner.configuration.maxWait)
        var deadline = began + limit
        var lost = driven?.lostTime ?? .zero
        while true {
            let met = await log.wait(from: start, until: deadline) { observation in
                if condition(observation) { return true }
                if case .portEnded(let reason) = observation.event {
                    end.withLock { $0 = reason }
                    return true
                }
                let given = endings.filter { $0.isGiven(by: observation) }
                guard !given.isEmpty else { return false }
                if given.contains(where: \.isAnswer) { isAnswered.withLock { $0 = true } }
                return !other.withLock { exchange(&$0, with: true) }
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
            // A flow that is over proves no more than silence does, and is doubted like silence.
            let isRuledOut = isAnswered.withLock(\.self)
            if try await isIdle(for: isRuledOut && look == 0 ? quietTime : Idleness.minTime) {
                guard !log.observations[start...].contains(where: condition) else { continue }
                if isRuledOut { throw StepFailure(.ruledOut, "something else came instead") }
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
}
