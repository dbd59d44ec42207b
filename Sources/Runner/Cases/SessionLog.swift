package import Evidence
import Synchronization
import Timing

/// What one case has seen so far, and whoever waits for more of it.
///
/// Safe from any thread. A case waits for one thing at a time.
package final class SessionLog: Sendable {
    private struct State: Sendable {
        /// As they were made: what waits and what goes on in the session need the values.
        var observations: [Observation] = []
        /// As they are kept, and judged.
        var kept: [Observation] = []
        var wait = ObservationWait()
    }

    private let state = Mutex(State())

    var observations: [Observation] {
        state.withLock { $0.observations }
    }

    var kept: [Observation] {
        state.withLock { $0.kept }
    }

    var count: Int {
        state.withLock { $0.observations.count }
    }

    func append(_ observation: Observation, kept: Observation) {
        let met = state.withLock { state in
            state.observations.append(observation)
            state.kept.append(kept)
            return state.wait.end(with: observation)
        }
        met?.resume(returning: true)
    }

    /// Returns once an observation meets the condition (true) or the deadline has passed (false).
    ///
    /// Every observation from the position `start` on is looked at once, in order.
    func wait(
        from start: Int, until deadline: MonotonicTime, for isMet: @escaping @Sendable (Observation) -> Bool
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let isMetAlready = state.withLock { state in
                if state.observations[start...].contains(where: isMet) { return true }
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

/// The logs of all open sessions, fed by the run's recorder.
package final class SessionLogs: Sendable {
    private let logs = Mutex<[SessionID: SessionLog]>([:])

    package init() {}

    /// Hands an observation to the log of its session; others are not ours to keep.
    package func take(_ observation: Observation, kept: Observation) {
        logs.withLock { $0[observation.session] }?.append(observation, kept: kept)
    }

    func register(_ log: SessionLog, for session: SessionID) {
        logs.withLock { $0[session] = log }
    }

    func forget(_ sessions: [SessionID]) {
        logs.withLock { logs in
            for session in sessions { logs[session] = nil }
        }
    }

    func expire(at now: MonotonicTime) {
        let all = logs.withLock { Array($0.values) }
        for log in all { log.expire(at: now) }
    }
}
