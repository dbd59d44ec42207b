internal import Synchronization
internal import Timing

/// The time that passes for cases: the machine's, less what this process was held up.
///
/// A port that shares this process, or its machine, was held up as well, and is not late for it. The clock ticks every
/// few milliseconds; where a tick does not come for long, only the first part of the pause counts. Safe from any thread.
final class CaseClock: Sendable {
    /// What passes between two ticks at the most.
    static let maxTick = Duration.milliseconds(50)

    private struct State {
        var lastTick: MonotonicTime
        var lost = Duration.zero

        /// How much of the pause that lasts until `now` is too much.
        func excess(at now: MonotonicTime) -> Duration {
            max(.zero, now - lastTick - CaseClock.maxTick)
        }
    }

    private let state: Mutex<State>

    init(start: MonotonicTime = .now()) {
        state = Mutex(State(lastTick: start))
    }

    func tick(at now: MonotonicTime = .now()) {
        state.withLock { state in
            state.lost += state.excess(at: now)
            state.lastTick = max(state.lastTick, now)
        }
    }

    /// What the clock reads; it never goes back.
    func time(at now: MonotonicTime = .now()) -> MonotonicTime {
        state.withLock { now + (.zero - $0.lost - $0.excess(at: now)) }
    }
}
