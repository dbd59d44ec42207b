internal import Glibc
internal import Synchronization

/// What threads wait at for a change of something that a lock of their own guards; ringing costs nothing while nobody
/// waits.
///
/// Whoever changes the state rings once it has let go of the lock. Whoever waits looks at the state in `attempt`, which
/// takes the lock.
///
/// Sendable although unchecked because the count is touched only between `pthread_mutex_lock` and
/// `pthread_mutex_unlock`, and POSIX promises that what one thread wrote there the next one sees.
@safe package final class ConditionVariable: @unchecked Sendable {
    /// How many threads wait, or are about to.
    private let waiting = Atomic(0)
    private var rings: UInt64 = 0
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let rung = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(rung, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe pthread_cond_destroy(rung)
        unsafe mutex.deallocate()
        unsafe rung.deallocate()
    }

    /// Lets the waiting threads look again.
    package func ring() {
        // Subtle: whoever waits has counted itself before it takes the state's lock. Either it takes it after the change,
        // or it took it before, and then that lock shows its count here.
        guard waiting.load(ordering: .relaxed) > 0 else { return }
        unsafe pthread_mutex_lock(mutex)
        rings += 1
        unsafe pthread_cond_broadcast(rung)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Waits until `attempt` gives something, looking again after every ring; blocks the thread.
    package func wait<Result>(for attempt: () -> Result?) -> Result {
        waiting.add(1, ordering: .relaxed)
        defer { waiting.subtract(1, ordering: .relaxed) }
        while true {
            let heard = heardRings()
            if let result = attempt() { return result }
            unsafe pthread_mutex_lock(mutex)
            while rings == heard { unsafe pthread_cond_wait(rung, mutex) }
            unsafe pthread_mutex_unlock(mutex)
        }
    }

    private func heardRings() -> UInt64 {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return rings
    }
}
