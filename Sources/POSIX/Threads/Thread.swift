internal import CKernel
internal import Glibc

/// Starts a detached thread that runs `body`; false when the system has none left.
///
/// For calls that block: they must not run on Swift's cooperative threads. The thread has no name, because the call
/// that gives it one is hidden from Swift.
@discardableResult
package func startThread(_ body: sending @escaping () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(&thread, nil, runThread, box.toOpaque())
    guard status == 0 else {
        unsafe box.release()
        return false
    }
    pthread_detach(thread)
    return true
}

/// Starts a detached thread without which this process cannot go on; where the system has none left, the process ends
/// with a line that says so and with exit code 3.
///
/// - Parameter purpose: what the thread is for, such as "the trace".
package func startThread(for purpose: String, _ body: sending @escaping () -> Void) {
    if !startThread(body) { endWithoutThread(for: purpose) }
}

func endWithoutThread(for purpose: String) -> Never {
    let line = "error: the system has no thread left for \(purpose): raise the limit of processes ('ulimit -u')\n"
    _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
    _exit(3)
}

/// A number that differs between any two threads that live at the same time.
package func currentThread() -> UInt {
    UInt(pthread_self())
}

/// Has this thread run soon after it wakes, on a machine whose processors are all busy; for threads that keep a time and
/// have little to do then.
///
/// It takes no more than its share, and needs no privilege. A kernel that knows nothing of it does as it always does.
package func preferPromptTurns() {
    _ = kernel_set_slice(100_000)
}

/// How many processors this machine runs threads on.
package var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

/// In what `/proc` counts the time of processors.
package var clockTick: Duration { .seconds(1) / sysconf(Int32(_SC_CLK_TCK)) }

/// In what `/proc` counts the memory of a process.
package var pageBytes: Int { sysconf(Int32(_SC_PAGESIZE)) }

/// Has this thread do nothing for less than a second; not for Swift's cooperative threads, but where a test wants them busy.
package func pauseThread(_ time: Duration) {
    usleep(UInt32(clamping: time.components.attoseconds / 1_000_000_000_000))
}

/// Lets what this thread writes to a peer that has gone fail with EPIPE, instead of ending this process.
package func blockBrokenPipeSignal() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}

private final class ThreadBody {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
        self.run = run
    }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { preconditionFailure("a thread started without its body") }
    unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
