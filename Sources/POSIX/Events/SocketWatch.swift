internal import CKernel
internal import Glibc
package import Timing

/// Sockets that belong to a library, each watched for the directions that library asks for.
///
/// A ready socket is reported at every wait until the library has dealt with it (level-triggered), which is what
/// libraries with socket callbacks expect; or once for every change, where that was asked for. Belongs to the one thread
/// that waits.
package final class SocketWatch {
    package struct Directions: OptionSet, Sendable {
        package let rawValue: UInt8
        package static let reading = Directions(rawValue: 1)
        package static let writing = Directions(rawValue: 2)
        /// Only ever reported: the connection is broken, whatever was asked for.
        package static let broken = Directions(rawValue: 4)
        /// Only ever reported: the peer has ended its half of the connection.
        package static let ended = Directions(rawValue: 8)

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
    }

    package struct Report: Sendable {
        package var socket: Int32
        /// What the socket was watched under.
        package var owner: UInt32
        package var ready: Directions
    }

    /// Ends a wait from any thread, or the next wait when there is none now.
    package let waker: Waker
    private var poller: Poller
    /// So few that what one wait brings and leads to stays in the processor's cache until it is done.
    private static let room = 32
    private static let wakerKey = UInt64.max
    /// By socket: whether the library wants to hear of it.
    private var isWanted: [Bool] = []
    /// What the kernel had no room to watch, with what is to be reported of it.
    private var unwatched: [Int32: Report] = [:]
    /// So often these are reported, ready or not: whoever moves bytes then finds out.
    private static let retryPause = Duration.milliseconds(10)

    /// Nil when the system has no descriptors or no memory left.
    package init?() {
        do throws(SystemError) {
            waker = try Waker()
            poller = try Poller(room: Self.room)
            try poller.add(waker.raw, key: Self.wakerKey, events: EPOLLIN.rawValue | EPOLLET.rawValue)
        } catch {
            return nil
        }
    }

    /// Watches `socket` for `directions` from now on, in place of what it was watched for.
    package func watch(_ socket: Int32, for directions: Directions, owner: UInt32) {
        var mask: UInt32 = 0
        if directions.contains(.reading) { mask |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
        if directions.contains(.writing) { mask |= EPOLLOUT.rawValue }
        want(socket)
        let key = Self.key(socket, owner)
        // Most sockets were watched before, and the kernel may know them still.
        if !poller.control(EPOLL_CTL_MOD, socket, mask, key: key),
            !poller.control(EPOLL_CTL_ADD, socket, mask, key: key)
        {
            unwatched[socket] = Report(socket: socket, owner: owner, ready: directions)
        }
    }

    /// Reports every change of a new `socket` once, in both directions (edge-triggered): whoever hears of one moves bytes
    /// until the system says that it would have to wait.
    ///
    /// A socket that waits for its next request costs nothing, where the kernel would otherwise look at each that it has
    /// reported a second time.
    package func watchChanges(of socket: Int32, owner: UInt32) {
        want(socket)
        let key = Self.key(socket, owner)
        if !poller.control(EPOLL_CTL_ADD, socket, Poller.changes, key: key),
            !poller.control(EPOLL_CTL_MOD, socket, Poller.changes, key: key)
        {
            unwatched[socket] = Report(socket: socket, owner: owner, ready: [.reading, .writing])
        }
    }

    private func want(_ socket: Int32) {
        if !unwatched.isEmpty { unwatched[socket] = nil }
        let place = Int(socket)
        if place >= isWanted.count { isWanted += Array(repeating: false, count: place + 1 - isWanted.count) }
        isWanted[place] = true
    }

    private static func key(_ socket: Int32, _ owner: UInt32) -> UInt64 {
        UInt64(owner) << 32 | UInt64(UInt32(bitPattern: socket))
    }

    /// Ends the watch; the socket may be closed already.
    ///
    /// The kernel is told only when it reports the socket once more: a connection that is kept alive is watched again
    /// for its next request, and one that is closed the kernel forgets by itself.
    package func forget(_ socket: Int32) {
        if isWanted.indices.contains(Int(socket)) { isWanted[Int(socket)] = false }
        if !unwatched.isEmpty { unwatched[socket] = nil }
    }

    /// Waits until a socket is ready, the waker is used or `time` has come (nil: no time), and says what is ready.
    package func wait(until time: MonotonicTime?) -> [Report] {
        guard !unwatched.isEmpty else { return ready(until: time) }
        let retry = MonotonicTime.now() + Self.retryPause
        return ready(until: time.map { min($0, retry) } ?? retry) + unwatched.values.filter { !$0.ready.isEmpty }
    }

    private func ready(until time: MonotonicTime?) -> [Report] {
        let count = poller.wait(until: time)
        var reports: [Report] = []
        reports.reserveCapacity(count)
        for index in 0..<count {
            let (key, events) = poller.report(index)
            guard key != Self.wakerKey else { continue }
            let socket = Int32(truncatingIfNeeded: key)
            guard isWanted[Int(socket)] else {
                poller.remove(socket)
                continue
            }
            var ready: Directions = []
            if events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0 { ready.insert(.reading) }
            if events & EPOLLOUT.rawValue != 0 { ready.insert(.writing) }
            if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { ready.insert(.broken) }
            if events & EPOLLRDHUP.rawValue != 0 { ready.insert(.ended) }
            reports.append(Report(socket: socket, owner: UInt32(truncatingIfNeeded: key >> 32), ready: ready))
        }
        return reports
    }
}
