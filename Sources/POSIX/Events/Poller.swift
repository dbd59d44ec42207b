internal import CKernel
internal import Glibc
internal import Timing

/// The kernel's list of watched descriptors, and the changes it reported last.
///
/// Safe because the reports hold numbers only: the pointer their C type could hold is never used.
@safe struct Poller: ~Copyable {
    private let descriptor: FileDescriptor
    private var reports = unsafe [epoll_event](repeating: epoll_event(), count: 256)

    init() throws(SystemError) {
        let raw = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard raw >= 0 else { throw .last("make an event loop") }
        descriptor = FileDescriptor(owning: raw)
    }

    /// Watches both directions for changes; reports carry `key`.
    func add(_ watched: Int32, key: UInt64) throws(SystemError) {
        let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: key))
        guard unsafe epoll_ctl(descriptor.raw, EPOLL_CTL_ADD, watched, &event) == 0 else {
            throw .last("watch descriptor \(watched)")
        }
    }

    func remove(_ watched: Int32) {
        _ = epoll_ctl(descriptor.raw, EPOLL_CTL_DEL, watched, nil)
    }

    /// Waits for changes, at most until `time`, and says how many there are.
    mutating func wait(until time: MonotonicTime?) -> Int {
        let raw = descriptor.raw
        let count = unsafe reports.withUnsafeMutableBufferPointer { reports in
            guard let time else { return unsafe epoll_wait(raw, reports.baseAddress, Int32(reports.count), -1) }
            let pause = max(0, time.nanoseconds - MonotonicTime.now().nanoseconds)
            var timeout = timespec(tv_sec: Int(pause / 1_000_000_000), tv_nsec: Int(pause % 1_000_000_000))
            return unsafe epoll_pwait2(raw, reports.baseAddress, Int32(reports.count), &timeout, nil)
        }
        return max(0, Int(count))
    }

    /// One of the changes the last `wait` counted.
    func report(_ index: Int) -> (key: UInt64, readiness: EventLoop.Readiness) {
        let (events, key) = unsafe (reports[index].events, reports[index].data.u64)
        let broken = EPOLLERR.rawValue | EPOLLHUP.rawValue
        var readiness: EventLoop.Readiness = []
        if events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | broken) != 0 { readiness.insert(.reading) }
        if events & (EPOLLOUT.rawValue | broken) != 0 { readiness.insert(.writing) }
        if events & (EPOLLRDHUP.rawValue | broken) != 0 { readiness.insert(.hangup) }
        return (key, readiness)
    }
}
