import Evidence
import Synchronization
import Testing

/// Keeps what a recorder records, and lets a test wait for an event.
final class Tape: Sendable {
    private struct State {
        var observations: [Observation] = []
        var waiters: [Waiter] = []
    }

    private final class Waiter: Sendable {
        let condition: @Sendable (Event) -> Bool
        let results: AsyncThrowingStream<Observation, any Error>
        let result: AsyncThrowingStream<Observation, any Error>.Continuation

        init(condition: @escaping @Sendable (Event) -> Bool) {
            self.condition = condition
            (results, result) = AsyncThrowingStream.makeStream()
        }
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

    /// The first event, past or to come, that fulfils the condition; throws after five minutes without one, and says what
    /// came instead.
    @discardableResult
    func first(
        at location: SourceLocation = #_sourceLocation, where condition: @escaping @Sendable (Event) -> Bool
    ) async throws -> Observation {
        let waiter = Waiter(condition: condition)
        let limit = Task {
            try await Task.sleep(for: .seconds(300))
            let isWaiting = state.withLock { state in
                defer { state.waiters.removeAll { $0 === waiter } }
                return state.waiters.contains { $0 === waiter }
            }
            guard isWaiting else { return }
            Issue.record("the event did not come; these did: \(events)", sourceLocation: location)
            waiter.result.yield(with: .failure(CancellationError()))
        }
        defer { limit.cancel() }
        let seen = state.withLock { state -> Observation? in
            if let seen = state.observations.first(where: { condition($0.event) }) { return seen }
            state.waiters.append(waiter)
            return nil
        }
        if let seen { return seen }
        for try await observation in waiter.results { return observation }
        throw CancellationError()
    }

    private func keep(_ observation: Observation) {
        let ready = state.withLock { state in
            state.observations.append(observation)
            let ready = state.waiters.filter { $0.condition(observation.event) }
            state.waiters.removeAll { $0.condition(observation.event) }
            return ready
        }
        for waiter in ready { waiter.result.yield(observation) }
    }
}
