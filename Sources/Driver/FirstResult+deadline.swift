internal import POSIX

/// Waits out a duration; throws when the task is cancelled.
package typealias Sleep = @Sendable (Duration) async throws -> Void

/// Waits on the machine's clock.
package let sleepOnContinuousClock: Sleep = { duration in
    try await ContinuousClock().sleep(for: duration)
}

extension FirstResult {
    /// The first result; `fallback` where none was given within the deadline, which then is the result.
    func value(within deadline: Duration, otherwise fallback: Value, sleep: @escaping Sleep) async -> Value {
        if let given { return given }
        let timer = Task { [self] in
            do { try await sleep(deadline) } catch { return }
            give(fallback)
        }
        defer { timer.cancel() }
        return await value()
    }
}
