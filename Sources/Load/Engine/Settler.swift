import Dispatch
import Evidence
import LoadResults
import POSIX
import Synchronization
import Timing

/// An iteration that has been walked, and of which the backend may still have to tell.
struct WalkedIteration: Sendable {
    var instance: Instance
    /// When it was due, and when it was over.
    var due: MonotonicTime
    var ended: MonotonicTime
    var isWarmUp: Bool
    var failure: StepFailure?
    /// Whether the backend has told of all of it.
    var isKnown = true
    /// Up to when what happened in it is known; what came later is not looked at.
    var known = MonotonicTime(nanoseconds: .max)
    /// Whether something may still come of it, so that nobody else may use its instance.
    var hasRest = false
    /// How long it waited for others to be over, and for its instance: that is no delay of the generator's.
    var waited = Duration.zero
    /// Called once nobody looks at the iteration any more, for one iteration at a time.
    var whenSettled: @Sendable (WalkedIteration) -> Void = { _ in }
}

/// Judges and measures iterations once everything about them is known: on the thread that brings the news of it, for
/// waking another for every few iterations costs as much as settling them, and on a thread of its own what no news
/// comes of.
final class Settler: Sendable {
    private struct State {
        var waiting: [WalkedIteration] = []
        /// The backend has told of everything it recorded before this time.
        var complete = MonotonicTime(nanoseconds: 0)
        var isEnding = false
    }

    /// What has not happened when nothing was seen of an iteration for so long after it was over does not happen in it.
    private static let gracePeriod = Duration.seconds(3)
    /// A backend that says nothing at all for so long is not waited for; then nothing is concluded.
    private static let silence = Duration.seconds(15)

    private let state = Mutex(State())
    private let ended = FirstResult<Void>()
    /// Held by whoever settles; nobody waits for it.
    private let turn = Mutex(())
    private let wake = DispatchSemaphore(value: 0)
    private let examiner: IterationExaminer
    /// Since when the service providers cannot serve everybody.
    private let shortage: @Sendable () -> MonotonicTime?
    private let figures: Mutex<LoadFigures>
    private let raw: RawIterations?

    init(_ examiner: IterationExaminer, raw: RawIterations? = nil, shortage: @escaping @Sendable () -> MonotonicTime?) {
        self.examiner = examiner
        self.raw = raw
        self.shortage = shortage
        figures = Mutex(LoadFigures())
    }

    func start() -> Bool { startThread { [self] in run() } }

    func change<Value>(_ body: (inout LoadFigures) -> Value) -> Value { figures.withLock { body(&$0) } }

    func take(_ iteration: WalkedIteration) {
        state.withLock { $0.waiting.append(iteration) }
    }

    /// Everything recorded before this time has been told.
    func backendIsComplete(upTo time: MonotonicTime) {
        let (isAwaited, isEnding) = state.withLock { state in
            state.complete = max(state.complete, time)
            return (!state.waiting.isEmpty, state.isEnding)
        }
        if isAwaited { _ = settleReady() }
        if isEnding { wake.signal() }
    }

    /// Settles what is left, and returns when nothing is.
    func finish() async {
        state.withLock { $0.isEnding = true }
        await ended.value()
    }

    private func run() {
        while true {
            _ = wake.wait(timeout: .now() + .milliseconds(50))
            if settleReady() { break }
        }
        ended.give(())
    }

    /// Settles what can be settled, unless somebody is at it; true once none is left to come.
    private func settleReady() -> Bool {
        let isOver = turn.withLockIfAvailable { _ in
            let (ready, isOver) = take(at: .now())
            for iteration in ready { settle(iteration) }
            return isOver
        }
        return isOver ?? false
    }

    /// The iterations of which all is known, or nothing more is waited for; and whether none is left to come.
    private func take(at now: MonotonicTime) -> (ready: [WalkedIteration], isOver: Bool) {
        let (candidates, complete, isEnding) = state.withLock { state in
            defer { state.waiting = [] }
            return (state.waiting, state.complete, state.isEnding)
        }
        let shortage = shortage()
        var ready: [WalkedIteration] = []
        var rest: [WalkedIteration] = []
        for var iteration in candidates {
            if let shortage, iteration.ended >= shortage {
                iteration.isKnown = false
                ready.append(iteration)
                continue
            }
            if examiner.seesBackend { iteration.known = complete }
            let isSettled =
                !examiner.seesBackend
                || iteration.ended < complete
                    && iteration.instance.isSettled(expecting: examiner.expected(of: iteration))
            iteration.hasRest = !isSettled
            if isSettled || isOver(iteration, at: complete) {
                ready.append(iteration)
            } else if now - iteration.ended > Self.silence {
                iteration.isKnown = false
                ready.append(iteration)
            } else {
                rest.append(iteration)
            }
        }
        state.withLock { $0.waiting = rest + $0.waiting }
        return (ready, isEnding && rest.isEmpty && ready.isEmpty)
    }

    /// Whether nothing more comes of an iteration: nothing has for some time, during which the backend told of
    /// everything.
    private func isOver(_ iteration: WalkedIteration, at complete: MonotonicTime) -> Bool {
        guard complete - iteration.ended > Self.gracePeriod else { return false }
        return complete - iteration.instance.latestTime > Self.gracePeriod
    }

    private func settle(_ iteration: WalkedIteration) {
        let examination = examiner.examine(iteration)
        figures.withLock { examination.add(to: &$0) }
        raw?.add(examination)
        iteration.instance.forget()
        iteration.whenSettled(iteration)
    }
}
