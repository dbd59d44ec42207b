internal import Glibc

/// A state shared by threads that may wait for it to change; for threads of ours only, because waiting blocks.
///
/// Sendable although unchecked because the state is touched only between `pthread_mutex_lock` and
/// `pthread_mutex_unlock`, and POSIX promises that what one thread wrote there the next one sees.
@safe package final class Monitor<State: Sendable>: @unchecked Sendable {
    private var state: State
    /// How many threads wait for a change; touched like the state.
    private var waiting = 0
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ state: State) {
        self.state = state
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe pthread_cond_destroy(changed)
        unsafe mutex.deallocate()
        unsafe changed.deallocate()
    }

    /// Changes the state and lets the waiting threads look again.
    package func change<Result>(_ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            if waiting > 0 { unsafe pthread_cond_broadcast(changed) }
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until `attempt` gives something, looking again after every change.
    package func wait<Result>(for attempt: (inout State) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = attempt(&state) { return result }
            waiting += 1
            unsafe pthread_cond_wait(changed, mutex)
            waiting -= 1
        }
    }
}
