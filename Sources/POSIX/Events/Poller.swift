internal import CKernel
internal import Glibc
internal import Timing

/// The kernel's list of watched descriptors, and the changes it reported last.
///
/// Safe because the reports hold numbers only: the pointer their C type could hold is never used.
@safe struct Poller: ~Copyable {
    private let descriptor: FileDescriptor
    private var reports: [epoll_event]

    /// - Parameter room: how many changes one wait reports at the most.
    init(room: Int) throws(SystemError) {
        let raw = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard raw >= 0 else { throw .last("make an event loop") }
        descriptor = FileDescriptor(owning: raw)
        unsafe reports = [epoll_event](repeating: epoll_event(), count: room)
    }

    /// Every change in both directions, once (edge-triggered).
    static let changes = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue

    /// Watches both directions for changes; reports carry `key`.
    func add(_ watched: Int32, key: UInt64, events: UInt32 = changes) throws(SystemError) {
        guard control(EPOLL_CTL_ADD, watched, events, key: key) else { throw .last("watch descriptor \(watched)") }
    }

    func remove(_ watched: Int32) {
        _ = control(EPOLL_CTL_DEL, watched)
    }

    /// False where the system does not do that.
    func control(_ operation: Int32, _ watched: Int32, _ events: UInt32 = 0, key: UInt64 = 0) -> Bool {
        var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: key))
        return unsafe epoll_ctl(descriptor.raw, operation, watched, &event) == 0
    }

    /// Waits for changes, at most until `time`, and says how many there are.
    mutating func wait(until time: MonotonicTime?) -> Int {
        let raw = descriptor.raw
        let count = unsafe reports.withUnsafeMutableBufferPointer { reports in
            guard let time else { return unsafe epoll_wait(raw, reports.baseAddress, Int32(reports.count), -1) }
            let pause = max(0, time.nanoseconds - MonotonicTime.now().nanoseconds)
            guard pause > 0 else { return unsafe epoll_wait(raw, reports.baseAddress, Int32(reports.count), 0) }
            var timeout = timespec(tv_sec: Int(pause / 1_000_000_000), tv_nsec: Int(pause % 1_000_000_000))
            return unsafe epoll_pwait2(raw, reports.baseAddress, Int32(reports.count), &timeout, nil)
        }
        return max(0, Int(count))
    }

    /// One of the changes the last `wait` counted.
    func report(_ index: Int) -> (key: UInt64, events: UInt32) {
        unsafe (reports[index].data.u64, reports[index].events)
    }
}
