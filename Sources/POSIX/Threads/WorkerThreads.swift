internal import Dispatch
internal import Synchronization

/// Threads for work that may block, even for ever: as many as there is such work at one time.
///
/// Work never waits behind other work unless the system has no thread left. A thread that has done its work
/// stays for the next, up to a limit.
package final class WorkerThreads: Sendable {
    package typealias Work = @Sendable () -> Void

    /// The process's own; threads belong to the process, so there is one such store of them.
    package static let shared = WorkerThreads(spare: 64)

    private struct State {
        var idle: [Worker] = []
        /// Work for which the system had no thread.
        var waiting: [Work] = []
        var threads = 0
    }

    private let spare: Int
    private let state = Mutex(State())

    private init(spare: Int) {
        self.spare = spare
    }

    /// Runs `work` on a thread where nothing else runs meanwhile.
    ///
    /// Safe from any thread; returns at once.
    package func run(_ work: @escaping Work) {
        let worker = state.withLock { state -> Worker? in
            guard let worker = state.idle.popLast() else {
                state.threads += 1
                return nil
            }
            return worker
        }
        if let worker {
            worker.give(work)
        } else if !startThread({ self.serve(beginningWith: work) }) {
            keep(work)
        }
    }

    /// Leaves the work to the next thread that has done its own.
    private func keep(_ work: @escaping Work) {
        let worker = state.withLock { state -> Worker? in
            state.threads -= 1
            if state.threads == 0 { endWithoutThread(for: "work that waits") }
            if let worker = state.idle.popLast() { return worker }
            state.waiting.append(work)
            return nil
        }
        worker?.give(work)
    }

    private func serve(beginningWith first: @escaping Work) {
        let worker = Worker()
        var work = first
        while true {
            work()
            work = {}
            guard let next = next(for: worker) else { return }
            work = next
        }
    }

    /// What the worker does next, waiting for it if need be; nil when it is to end.
    private func next(for worker: Worker) -> Work? {
        enum Step {
            case work(Work)
            case wait
            case end
        }
        let step = state.withLock { state -> Step in
            if !state.waiting.isEmpty { return .work(state.waiting.removeFirst()) }
            guard state.idle.count < spare else {
                state.threads -= 1
                return .end
            }
            state.idle.append(worker)
            return .wait
        }
        switch step {
        case .work(let work): return work
        case .wait: return worker.take()
        case .end: return nil
        }
    }
}

/// The place where a waiting thread is handed its next work.
private final class Worker: Sendable {
    private let given = Mutex<WorkerThreads.Work?>(nil)
    private let wake = DispatchSemaphore(value: 0)

    func give(_ work: @escaping WorkerThreads.Work) {
        given.withLock { $0 = work }
        wake.signal()
    }

    func take() -> WorkerThreads.Work? {
        wake.wait()
        return given.withLock { exchange(&$0, with: nil) }
    }
}
