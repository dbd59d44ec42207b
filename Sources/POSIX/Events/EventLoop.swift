internal import CKernel
internal import Glibc
package import Timing

/// Waits for descriptors and for times, and calls back; belongs to the one thread that calls `run`.
///
/// Descriptors are watched for both directions and report changes only (edge-triggered), so that a connection
/// costs one registration in its life. Times are kept to the nanosecond the kernel can keep: `epoll_pwait2`, and a
/// timer slack of 1 ns on the thread.
package final class EventLoop {
    /// What a descriptor became ready for.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt8
        /// Also for the end of the stream and for errors, which the read will tell.
        package static let reading = Readiness(rawValue: 1)
        package static let writing = Readiness(rawValue: 2)
        /// The peer has ended its half: read until the end is seen, because no further change will be reported.
        package static let hangup = Readiness(rawValue: 4)

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        fileprivate init(events: UInt32) {
            let broken = EPOLLERR.rawValue | EPOLLHUP.rawValue
            self = []
            if events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | broken) != 0 { insert(.reading) }
            if events & (EPOLLOUT.rawValue | broken) != 0 { insert(.writing) }
            if events & (EPOLLRDHUP.rawValue | broken) != 0 { insert(.hangup) }
        }
    }

    private struct Watcher {
        var generation: UInt32
        var ready: (Readiness) -> Void
    }

    /// Wakes this loop from any thread.
    package let waker: Waker
    /// What the clock showed when anybody on the loop's thread last looked, and told so by setting this; a callback that
    /// takes long should, so that times that come meanwhile are kept.
    package var latest = MonotonicTime(nanoseconds: 0)
    private var poller: Poller
    /// By descriptor.
    private var watchers: [Watcher?] = []
    private static let wakerKey: UInt64 = 0
    /// So many callbacks at most are a round.
    private static let round = 32
    /// Tells a watcher from an earlier one of the same number, whose reports may still be in the current batch.
    private var generation: UInt32 = 0
    private var timers = TimerHeap<() -> Void>()
    private var isRunning = true

    package init() throws(SystemError) {
        poller = try Poller(room: 256)
        waker = try Waker()
        try poller.add(waker.raw, key: Self.wakerKey)
    }

    /// Calls `ready` on the loop's thread whenever the descriptor's state changes, first for the state it has now.
    package func watch(_ descriptor: Int32, ready: @escaping (Readiness) -> Void) throws(SystemError) {
        generation &+= 1
        try poller.add(descriptor, key: UInt64(generation) << 32 | UInt64(UInt32(descriptor)))
        let index = Int(descriptor)
        while watchers.count <= index { watchers.append(nil) }
        watchers[index] = Watcher(generation: generation, ready: ready)
    }

    /// Ends the watch; call it before closing the descriptor.
    package func forget(_ descriptor: Int32) {
        let index = Int(descriptor)
        guard index < watchers.count, watchers[index] != nil else { return }
        watchers[index] = nil
        poller.remove(descriptor)
    }

    /// Calls `action` on the loop's thread once `time` has come; actions of equal times run in the order scheduled.
    package func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) {
        timers.insert(action, at: time)
    }

    /// Runs every action whose time has come by then.
    package func fireTimers(dueBy time: MonotonicTime) {
        while let action = timers.removeFirst(notAfter: time) { action() }
    }

    /// Makes `run` return after the callback in progress.
    package func stop() {
        isRunning = false
    }

    /// Calls back until `stop`, and then forgets everything watched and scheduled.
    ///
    /// `woken` is called once at the start and after each `waker.wake()`; `roundEnded` after the callbacks for changes
    /// that came together, or after some of them where they are many.
    package func run(woken: () -> Void, roundEnded: () -> Void = {}) {
        _ = kernel_set_timer_slack(1)
        // Callbacks that hold this loop would keep it, and its descriptors, for ever.
        defer { (watchers, timers) = ([], TimerHeap()) }
        woken()
        while isRunning {
            let count = waitForChanges()
            fireTimers(dueBy: latest)
            for index in 0..<count where isRunning {
                if index > 0, index % Self.round == 0 { roundEnded() }
                let (key, events) = poller.report(index)
                if key == Self.wakerKey { woken() } else { dispatch(Readiness(events: events), for: key) }
                // A long batch must not keep a time waiting.
                fireTimers(dueBy: latest)
            }
            if count > 0, isRunning { roundEnded() }
        }
    }

    /// Waits for changes, at most until the next time that is kept, and reads the clock.
    private func waitForChanges() -> Int {
        let count = poller.wait(until: timers.earliest)
        latest = .now()
        return count
    }

    private func dispatch(_ readiness: Readiness, for key: UInt64) {
        let index = Int(key & 0xffff_ffff)
        // Subtle: the generation is looked at in its place; a copy of the watcher would count one reference more.
        guard index < watchers.count, watchers[index]?.generation == UInt32(key >> 32) else { return }
        watchers[index]?.ready(readiness)
    }
}
