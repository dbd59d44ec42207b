package import Evidence
package import Timing

/// What is waited for in what is seen of a session: one thing at a time.
///
/// A value of whoever guards it with a lock. The continuations that it hands back are to be resumed without that lock, with
/// whether what was waited for came.
package struct ObservationWait: Sendable {
    package typealias Continuation = CheckedContinuation<Bool, Never>

    private struct Waiter: Sendable {
        let deadline: MonotonicTime
        let isMet: @Sendable (Observation) -> Bool
        let continuation: Continuation
    }

    private var waiter: Waiter?

    package init() {}

    /// - Parameter isMet: is asked once of each observation from now on; true ends the wait.
    package mutating func begin(
        until deadline: MonotonicTime, for isMet: @escaping @Sendable (Observation) -> Bool,
        _ continuation: Continuation
    ) {
        precondition(waiter == nil, "one thing is waited for at a time")
        waiter = Waiter(deadline: deadline, isMet: isMet, continuation: continuation)
    }

    /// Who waited for this observation, or for anything where nothing more will come.
    package mutating func end(with observation: Observation, isLast: Bool = false) -> Continuation? {
        // A copy of the whole waiter would count references for every observation.
        guard let isMet = waiter?.isMet, isLast || isMet(observation) else { return nil }
        return waiter.take()?.continuation
    }

    /// Who has waited for too long.
    package mutating func end(at now: MonotonicTime) -> Continuation? {
        guard let deadline = waiter?.deadline, deadline <= now else { return nil }
        return waiter.take()?.continuation
    }
}
