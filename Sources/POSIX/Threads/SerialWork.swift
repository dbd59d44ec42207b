internal import Synchronization

/// Work that is done piece after piece, in the order given, on threads of ``WorkerThreads``.
///
/// There is a thread only while there is work, so that thousands of these cost nothing when idle.
package final class SerialWork: Sendable {
    /// Names one piece of work.
    package struct Ticket: Sendable, Hashable {
        fileprivate let number: Int
    }

    private struct State {
        var queue: [(ticket: Ticket, work: WorkerThreads.Work)] = []
        var given = 0
        var running: Ticket?
        /// Which thread is the current one; a thread of an earlier lane does no more work.
        var lane = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Does `work` after everything given before it.
    @discardableResult
    package func add(_ work: @escaping WorkerThreads.Work) -> Ticket {
        let (ticket, lane) = state.withLock { state -> (Ticket, Int?) in
            let ticket = Ticket(number: state.given)
            state.given += 1
            state.queue.append((ticket, work))
            // Where nothing else is queued or runs, no thread looks at the queue.
            return (ticket, state.running == nil && state.queue.count == 1 ? state.lane : nil)
        }
        if let lane { start(lane) }
        return ticket
    }

    /// Goes on without that piece: it is not begun any more, or, if it runs, its thread is left to it for good.
    package func abandon(_ ticket: Ticket) {
        let lane = state.withLock { state -> Int? in
            guard state.running == ticket else {
                // The first of the queue stays where its thread is on the way to it.
                if let index = state.queue.firstIndex(where: { $0.ticket == ticket }) { state.queue[index].work = {} }
                return nil
            }
            state.running = nil
            state.lane += 1
            return state.queue.isEmpty ? nil : state.lane
        }
        if let lane { start(lane) }
    }

    private func start(_ lane: Int) {
        WorkerThreads.shared.run { self.work(through: lane) }
    }

    private func work(through lane: Int) {
        while let work = next(in: lane) { work() }
    }

    private func next(in lane: Int) -> WorkerThreads.Work? {
        state.withLock { state in
            guard state.lane == lane else { return nil }
            state.running = nil
            guard !state.queue.isEmpty else { return nil }
            let (ticket, work) = state.queue.removeFirst()
            state.running = ticket
            return work
        }
    }
}
