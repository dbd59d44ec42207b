import Evidence
import Synchronization

/// Keeps what a recorder records, and lets a test wait for an event.
final class Tape: Sendable {
    private struct State {
        var observations: [Observation] = []
        var waiters: [(condition: @Sendable (Event) -> Bool, continuation: CheckedContinuation<Observation, Never>)] =
            []
    }

    private let state = Mutex(State())

    var recorder: Recorder {
        Recorder(sinks: [{ self.keep($0) }])
    }

    var events: [Event] { state.withLock { $0.observations.map(\.event) } }
    var observations: [Observation] { state.withLock { $0.observations } }

    var callbacks: [CallbackEvent] {
        events.compactMap { if case .callback(let event) = $0 { event } else { nil } }
    }

    /// The first event, past or to come, that fulfils the condition.
    func first(where condition: @escaping @Sendable (Event) -> Bool) async -> Observation {
        // Tests that wait for ever would say nothing at all.
        let limit = Task {
            guard (try? await Task.sleep(for: .seconds(600))) != nil else { return }
            fatalError("waited ten minutes for an event, and it did not come")
        }
        defer { limit.cancel() }
        return await withCheckedContinuation { continuation in
            let seen = state.withLock { state -> Observation? in
                if let seen = state.observations.first(where: { condition($0.event) }) { return seen }
                state.waiters.append((condition, continuation))
                return nil
            }
            if let seen { continuation.resume(returning: seen) }
        }
    }

    private func keep(_ observation: Observation) {
        let ready = state.withLock { state in
            state.observations.append(observation)
            let ready = state.waiters.filter { $0.condition(observation.event) }
            state.waiters.removeAll { $0.condition(observation.event) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume(returning: observation) }
    }
}
